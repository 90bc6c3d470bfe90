import { Gauge, ScanSearch, Wallet } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { asSales } from '../../navigation.ts'
import { pageMeta } from '../../page-meta.ts'
import { ClosingCall } from '../../parts/closing-call.tsx'
import { FeatureGrid, type Feature } from '../../parts/feature-grid.tsx'
import { KpiCards, type Kpi } from '../../parts/kpi-cards.tsx'
import { MemberLink } from '../../parts/member-link.tsx'
import { PageHero } from '../../parts/page-hero.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Section } from '../../parts/section.tsx'
import { SplitSection } from '../../parts/split-section.tsx'
import { TrialLink } from '../../parts/trial-link.tsx'
import { EmptyChart } from './empty-chart.tsx'
import { LateReasons } from './late-reasons.tsx'

export function meta() {
  return pageMeta('/analytics')
}

const kpis: readonly Kpi[] = [
  { label: 'Deliveries', value: '1,284', hint: '112 more than the week before' },
  { label: 'On-time rate', value: '94.2%', hint: '74 deliveries were late' },
  { label: 'Average delivery time', value: '32 min', hint: 'From departure to doorstep' },
  { label: 'Cost per delivery', value: '$2.18', hint: 'Driving, fuel and working time' },
]

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const features: readonly Feature[] = [
  {
    icon: <Gauge />,
    title: 'Performance analytics',
    text: 'What was promised beside what happened, for every stop.',
    points: ['On-time rate and first-attempt success', 'By day, driver, vehicle and customer'],
  },
  {
    icon: <Wallet />,
    title: 'Cost analytics',
    text: 'What one delivery really costs, and which routes pay for the others.',
    points: ['Distance, fuel and working time', 'Cost per delivery and per kilometer'],
  },
  {
    icon: <ScanSearch />,
    title: 'From a figure to its deliveries',
    text: 'Each figure opens the list it was counted from, so that nobody argues about it.',
    points: ['Filters that stay in the link you share', 'Export as CSV for your own sheets'],
  },
]

const contactSales = (variant: 'primary' | 'secondary') => (
  <ButtonLink to="/contact" state={asSales} variant={variant} size="large">
    Contact Sales
  </ButtonLink>
)

/** Figures of a sample week, and the charts that a workspace fills. */
export default function Analytics() {
  return (
    <>
      <MemberLink to="/dashboard">Open your own figures</MemberLink>
      <PageHero
        eyebrow="Product Features"
        title="Analytics that show where the day went"
        lead="On time or late, near or far, worth it or not: counted from what your drivers really did, stop by stop."
        actions={
          <>
            <TrialLink size="large" />
            {contactSales('secondary')}
          </>
        }
        isCentered
      />
      <Section
        title="A week at a glance"
        lead="Four figures say whether the week went well. The charts say when it did not."
      >
        <Panel title="Last 7 days" aside={<Badge>Sample data</Badge>}>
          <KpiCards kpis={kpis} />
          <div className="mt-3 grid gap-3 lg:grid-cols-2">
            <EmptyChart title="Deliveries per day" unit="Deliveries" scale={['300', '200', '100', '0']} days={days} />
            <EmptyChart title="Cost per delivery" unit="US dollars" scale={['$3', '$2', '$1', '$0']} days={days} />
          </div>
        </Panel>
      </Section>
      <Section title="Figures that lead somewhere" tone="tinted">
        <FeatureGrid features={features} />
      </Section>
      <SplitSection
        title="Why it was late, not only that it was"
        lead="Karta knows the plan, the departure and every stop. It compares them, and names what took the time."
        points={[
          'Waiting, loading and driving told apart',
          'Promises the plan could not keep are counted separately',
          'The same reasons for every driver, so that comparing is fair',
        ]}
      >
        <LateReasons />
      </SplitSection>
      <ClosingCall
        title="Bring your own questions"
        text="Tell us what you want to measure. We show you how it looks with your deliveries."
        actions={contactSales('primary')}
      />
    </>
  )
}
