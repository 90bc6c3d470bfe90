import { BellRing, MapPinned, MessagesSquare } from 'lucide-react'
import { pageMeta } from '../../page-meta.ts'
import { ClosingCall } from '../../parts/closing-call.tsx'
import { FeatureGrid, type Feature } from '../../parts/feature-grid.tsx'
import { MemberLink } from '../../parts/member-link.tsx'
import { PageHero } from '../../parts/page-hero.tsx'
import { Section } from '../../parts/section.tsx'
import { SplitSection } from '../../parts/split-section.tsx'
import { TrialLink } from '../../parts/trial-link.tsx'
import { ActiveDeliveries } from './active-deliveries.tsx'
import { Messages } from './messages.tsx'
import { RecipientView } from './recipient-view.tsx'

export function meta() {
  return pageMeta('/real-time-tracking')
}

const features: readonly Feature[] = [
  {
    icon: <MapPinned />,
    title: 'Live GPS',
    text: 'Every driver’s phone reports its position. The map moves with them and catches up on its own after a dead spot.',
  },
  {
    icon: <BellRing />,
    title: 'Notifications',
    text: 'Late, failed or not moving for too long? Dispatchers hear about it while there is still time to act.',
  },
  {
    icon: <MessagesSquare />,
    title: 'Customer SMS and email updates',
    text: 'Recipients know when their delivery leaves, gets close and arrives, without having to call you.',
  },
]

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
        points={[
          'Ranges that narrow as the driver gets closer',
          'Your own words, in your customers’ language',
          'Proof of delivery attached to the last message',
        ]}
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
