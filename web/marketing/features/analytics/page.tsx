import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { asSales } from '../../navigation.ts'
import { pageMeta } from '../../page-meta.ts'
import { ClosingCall } from '../../parts/closing-call.tsx'
import { FeatureGrid } from '../../parts/feature-grid.tsx'
import { KpiCards, type Kpi } from '../../parts/kpi-cards.tsx'
import { MemberLink } from '../../parts/member-link.tsx'
import { PageHero } from '../../parts/page-hero.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Section } from '../../parts/section.tsx'
import { SplitSection } from '../../parts/split-section.tsx'
import { TrialLink } from '../../parts/trial-link.tsx'
import { EmptyChart } from './empty-chart.tsx'
import { LateReasons } from './late-reasons.tsx'
import { features, lateReasons } from './content.tsx'

export function meta() {
  return pageMeta('/analytics')
}

const kpis: readonly Kpi[] = [
  { label: 'Deliveries', value: '1,284', hint: 'Up 112 from the week before' },
  { label: 'On-time rate', value: '94.2%', hint: '74 deliveries were late' },
  { label: 'Average delivery time', value: '32 min', hint: 'From departure to doorstep' },
  { label: 'Cost per delivery', value: '$2.18', hint: 'Driving, fuel and working time' },
]

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const contactSales = (variant: 'primary' | 'secondary') => (
  <ButtonLink to="/contact" state={asSales} variant={variant} size="large">
    Contact Sales
  </ButtonLink>
)

export default function Analytics() {
  return (
    <>
      <MemberLink to="/dashboard/analytics">Open your own figures</MemberLink>
      <PageHero
        eyebrow="Product Features"
        title="Analytics that show where your day went"
        lead="On time or late, near or far, worth it or not: every number comes from what your drivers actually did, stop by stop."
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
        lead="Four numbers tell you whether the week went well. The charts tell you when it didn’t."
      >
        <Panel title="Last 7 days" aside={<Badge>Sample data</Badge>}>
          <KpiCards kpis={kpis} />
          <div className="mt-3 grid gap-3 lg:grid-cols-2">
            <EmptyChart title="Deliveries per day" unit="Deliveries" scale={['300', '200', '100', '0']} days={days} />
            <EmptyChart title="Cost per delivery" unit="US dollars" scale={['$3', '$2', '$1', '$0']} days={days} />
          </div>
        </Panel>
      </Section>
      <Section title="Numbers you can act on" tone="tinted">
        <FeatureGrid features={features} />
      </Section>
      <SplitSection
        title="See why it was late, not just that it was"
        lead="Karta knows the plan, the departure and every stop. It compares them and tells you what took the time."
        points={lateReasons}
      >
        <LateReasons />
      </SplitSection>
      <ClosingCall
        title="What do you want to measure?"
        text="Tell us, and we’ll show you what it looks like with your deliveries."
        actions={contactSales('primary')}
      />
    </>
  )
}
