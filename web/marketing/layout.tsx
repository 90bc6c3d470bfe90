import { Outlet } from 'react-router'
import { SiteFrame } from './chrome/site-frame.tsx'

/** The public pages: navigation above, footer below. */
export default function MarketingLayout() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  )
}
