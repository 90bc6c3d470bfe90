import { isRouteErrorResponse } from 'react-router'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { NotFound } from './not-found.tsx'

/** What is left when a page fails in a way nobody foresaw. */
export function Crash({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-center gap-6 p-6">
      <Logo />
      <ErrorPanel
        title="Something went wrong on this page"
        message={error instanceof Error ? error.message : 'The page could not be shown.'}
        onRetry={() => location.reload()}
      />
    </main>
  )
}
