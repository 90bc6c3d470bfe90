import { MapPinOff } from 'lucide-react'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LogoMark } from '#web/ui/logo.tsx'

export function meta() {
  return [{ title: 'Page not found · Karta' }]
}

/** Any address that is not a page. */
export function NotFound() {
  return (
    <main className="grid min-h-dvh content-center justify-items-center p-6">
      <LogoMark className="size-10" />
      <EmptyState
        icon={<MapPinOff />}
        title="This page does not exist"
        isPageTitle
        actions={
          <>
            <ButtonLink to="/" variant="primary">
              Go to the home page
            </ButtonLink>
            <ButtonLink to="/dashboard">Open the dashboard</ButtonLink>
          </>
        }
      >
        The address may be mistyped, or the page has moved.
      </EmptyState>
    </main>
  )
}

export default NotFound
