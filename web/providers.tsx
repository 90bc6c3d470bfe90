import { Outlet } from 'react-router'
import { Providers } from '#web/lib/providers.tsx'

/** The layout for public pages with forms and data. */
export default function ProvidersLayout() {
  return (
    <Providers>
      <Outlet />
    </Providers>
  )
}
