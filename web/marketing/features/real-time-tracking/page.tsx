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
    text: 'Every driver’s phone reports where it is. The map moves as they do, and catches up by itself after a dead spot.',
  },
  {
    icon: <BellRing />,
    title: 'Notifications',
    text: 'Late, failed or standing still for too long: dispatchers hear of it while there is still something to be done.',
  },
  {
    icon: <MessagesSquare />,
    title: 'Customer SMS and email updates',
    text: 'Recipients learn when their delivery leaves, when it is near and when it has arrived, without calling you.',
  },
]

/** Where every delivery is: three sample deliveries on a map. */
export default function RealTimeTracking() {
  return (
    <>
      <MemberLink to="/dashboard/deliveries">Open your own deliveries</MemberLink>
      <PageHero
        eyebrow="Product Features"
        title="Real-time tracking, from depot to doorstep"
        lead="Your dispatchers see every van on one map. Your customers see theirs, with an arrival time that is an honest range."
        actions={<TrialLink size="large" />}
        aside={<RecipientView />}
      />
      <Section
        id="active-deliveries"
        title="Every delivery under way, on one map"
        lead="Three deliveries of a Tuesday afternoon in Jakarta. Choose one, and the map goes there."
      >
        <ActiveDeliveries />
      </Section>
      <Section title="Nobody needs to ask where it is" tone="tinted">
        <FeatureGrid features={features} />
      </Section>
      <SplitSection
        title="Four messages instead of a phone call"
        lead="Sent by the route itself: when the plan changes, so does what your customer reads."
        points={[
          'Ranges that narrow as the driver comes nearer',
          'Your own words, in your customers’ language',
          'Proof of delivery attached to the last message',
        ]}
      >
        <Messages />
      </SplitSection>
      <ClosingCall
        title="Put your drivers on the map today"
        text="The driver app runs in the phone’s browser. Seven days with full access."
      />
    </>
  )
}
