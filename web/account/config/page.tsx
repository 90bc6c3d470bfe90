import { lazy, Suspense } from 'react'
import { useSeemsSignedIn } from '#web/lib/session-trace.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { GuestConfig } from './guest-config.tsx'

const MemberConfig = lazy(() => import('./member-config.tsx'))

/** Basic Configuration: guests try it out, members set up their workspace with it. */
export default function ConfigPage() {
  const isMember = useSeemsSignedIn()
  return (
    <div className="bg-ground">
      <div className="mx-auto grid max-w-6xl gap-10 px-5 py-14 lg:grid-cols-[1fr_1.15fr] lg:gap-16 lg:py-20">
        <div>
          <h1 className="text-4xl leading-tight font-semibold tracking-[-0.025em] text-balance lg:text-5xl">
            Basic Configuration
          </h1>
          <p className="mt-4 max-w-md text-lg text-pretty text-ink-muted">
            Where and when your day starts and ends. Routes start at the depot, drivers work between these hours, and
            all times are shown in this time zone.
          </p>
          <p className="mt-4 max-w-md text-ink-muted member:hidden">
            You are browsing as a guest. What you save here stays on this page.
          </p>
        </div>
        <div className="self-start rounded-2xl border bg-surface p-6 shadow-raised sm:p-8">
          {isMember ? (
            <Suspense fallback={<Skeleton className="h-96 w-full" />}>
              <MemberConfig />
            </Suspense>
          ) : (
            <div className="member:invisible">
              <GuestConfig />
            </div>
          )}
        </div>
      </div>
    </div>
  )
}
