import { useSeemsSignedIn } from '#web/lib/session-trace.ts'
import { GuestDashboard } from './dispatcher/guest/guest-dashboard.tsx'
import { Overview } from './dispatcher/overview/overview.tsx'
import { SiteFrame } from './marketing/chrome/site-frame.tsx'

/** The same address for two audiences: guests see the specification's sample data in the public site's frame, members their own day. */
export default function DashboardPage() {
  const isMember = useSeemsSignedIn()
  if (isMember) return <Overview />
  return (
    // The page as built is the guests'; on a member's device it stays unseen until it is theirs.
    <div className="member:invisible">
      <SiteFrame>
        <GuestDashboard />
      </SiteFrame>
    </div>
  )
}
