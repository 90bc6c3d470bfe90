import { MapPinOff } from 'lucide-react'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SiteFrame } from '../chrome/site-frame.tsx'

export function meta() {
  return [{ title: 'Page not found · Karta' }]
}

export default function NotFound() {
  return (
    <SiteFrame>
      <div className="grid min-h-[70dvh] content-center text-sm">
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
          The URL may have a typo, or the page may have moved.
        </EmptyState>
      </div>
    </SiteFrame>
  )
}
