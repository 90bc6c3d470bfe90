import { pageMeta } from '../../page-meta.ts'
import { ClosingCall } from '../../parts/closing-call.tsx'
import { FeatureGrid } from '../../parts/feature-grid.tsx'
import { MemberLink } from '../../parts/member-link.tsx'
import { PageHero } from '../../parts/page-hero.tsx'
import { Section } from '../../parts/section.tsx'
import { SplitSection } from '../../parts/split-section.tsx'
import { TrialLink } from '../../parts/trial-link.tsx'
import { ActiveDeliveries } from './active-deliveries.tsx'
import { Messages } from './messages.tsx'
import { RecipientView } from './recipient-view.tsx'
import { features, messages } from './content.tsx'

export function meta() {
  return pageMeta('/real-time-tracking')
}

export default function RealTimeTracking() {
  return (
    <>
      <MemberLink to="/dashboard/live">Open your own live map</MemberLink>
      <PageHero
        eyebrow="Product Features"
        title="Real-time tracking, from depot to doorstep"
        lead="Your dispatchers see every van on one map. Your customers see their own, with an honest range for its arrival."
        actions={<TrialLink size="large" />}
        aside={<RecipientView />}
      />
      <Section
        id="active-deliveries"
        title="Every active delivery on one map"
        lead="Three deliveries on a Tuesday afternoon in Jakarta. Select one to center the map on it."
      >
        <ActiveDeliveries />
      </Section>
      <Section title="Nobody has to ask where it is" tone="tinted">
        <FeatureGrid features={features} />
      </Section>
      <SplitSection
        title="Four messages instead of a phone call"
        lead="Messages follow the route. When the plan changes, so does what your customer reads."
        points={messages}
      >
        <Messages />
      </SplitSection>
      <ClosingCall
        title="Put your drivers on the map today"
        text="The driver app runs in the phone’s browser. Full access for seven days."
      />
    </>
  )
}
