import { lazy, Suspense } from 'react'
import { useSeemsSignedIn } from '#web/lib/session-trace.ts'
import { GuestDashboard } from './dispatcher/guest/guest-dashboard.tsx'
import { Loading } from './dispatcher/loading.tsx'
import { SiteFrame } from './marketing/chrome/site-frame.tsx'

const Overview = lazy(async () => ({ default: (await import('./dispatcher/overview/overview.tsx')).Overview }))

/** The same address for two audiences: guests see the specification's sample data in the public site's frame, members their own day. */
export default function DashboardPage() {
  const isMember = useSeemsSignedIn()
  if (isMember) {
    return (
      <Suspense fallback={<Loading />}>
        <Overview />
      </Suspense>
    )
  }
  return (
    // The page as built is the guests'; on a member's device it stays unseen until it is theirs.
    <div className="member:invisible">
      <SiteFrame>
        <GuestDashboard />
      </SiteFrame>
    </div>
  )
}
