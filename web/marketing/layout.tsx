import { Outlet } from 'react-router'
import { SiteFrame } from './chrome/site-frame.tsx'

export default function MarketingLayout() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  )
}
