import { Outlet } from 'react-router'
import { useSeemsSignedIn } from '#web/lib/session-trace.ts'
import { SiteFrame } from './marketing/chrome/site-frame.tsx'

/** Guests see the dashboard inside the public site's navigation and footer; members have the dispatcher's own frame. */
export default function GuestFrame() {
  if (useSeemsSignedIn()) return <Outlet />
  return (
    // The prerendered page is the guests' one. Members must not see it flash by before their own.
    <div className="member:invisible">
      <SiteFrame>
        <Outlet />
      </SiteFrame>
    </div>
  )
}
