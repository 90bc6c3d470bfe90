import { isRouteErrorResponse } from 'react-router'
import { Logo } from '#web/ui/logo.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'

/** Shown when a page fails unexpectedly. Kept small, since every page includes it. */
export function Crash({ error }: { error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <main role="alert" className="mx-auto grid min-h-dvh max-w-lg content-center justify-items-start gap-4 p-6">
      <Logo className="mb-2" />
      <h1 className="text-2xl font-semibold tracking-tight">
        {isMissing ? 'This page does not exist' : 'Something went wrong on this page'}
      </h1>
      <p className="text-base text-ink-muted">
        {isMissing ? 'The address may be mistyped, or the page has moved.' : sentenceFor(error)}
      </p>
      <div className="mt-2 flex gap-2">
        <PlainButton variant="primary" onClick={() => window.location.reload()}>
          Try again
        </PlainButton>
        <PlainButton onClick={() => window.location.assign('/')}>Go to the home page</PlainButton>
      </div>
    </main>
  )
}

/** The usual cause is a chunk of the page that could not be loaded. */
function sentenceFor(error: unknown): string {
  if (error instanceof TypeError && /import|fetch|load/i.test(error.message)) {
    return 'A part of this page could not be loaded. Check your connection, then try again.'
  }
  return error instanceof Error ? error.message : 'The page could not be shown.'
}
