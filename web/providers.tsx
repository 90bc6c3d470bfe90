import { QueryClientProvider } from '@tanstack/react-query'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { Outlet, useHref, useNavigate, type NavigateOptions } from 'react-router'
import { pageQueryClient } from '#web/lib/query-client.ts'
import { ToastRegion } from '#web/ui/toast.tsx'

declare module 'react-aria-components' {
  interface RouterConfig {
    routerOptions: NavigateOptions
  }
}

/** What pages with forms and data need around them; the plain public pages do without its weight. */
export default function Providers() {
  const navigate = useNavigate()
  return (
    <I18nProvider locale="en-GB">
      <RouterProvider navigate={navigate} useHref={useHref}>
        <QueryClientProvider client={pageQueryClient()}>
          <Outlet />
          <ToastRegion />
        </QueryClientProvider>
      </RouterProvider>
    </I18nProvider>
  )
}
