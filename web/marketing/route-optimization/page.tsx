import { Clock, Fuel, RefreshCw } from 'lucide-react'
import { RouteDemo } from '../demo/route-demo.tsx'
import { pageMeta } from '../page-meta.ts'
import { ClosingCall } from '../parts/closing-call.tsx'
import { FeatureGrid, type Feature } from '../parts/feature-grid.tsx'
import { MemberLink } from '../parts/member-link.tsx'
import { PageHero } from '../parts/page-hero.tsx'
import { Section } from '../parts/section.tsx'

export function meta() {
  return pageMeta('/route-optimization')
}

const features: readonly Feature[] = [
  {
    icon: <Clock />,
    title: 'Save Time',
    text: 'Reduce planning time by 90%: a day that took a morning with map and spreadsheet is planned in seconds.',
  },
  {
    icon: <Fuel />,
    title: 'Reduce Fuel Costs',
    text: 'Shorter routes burn less. Every plan says how many kilometers and liters it takes, so that you can check it.',
  },
  {
    icon: <RefreshCw />,
    title: 'Real-time Updates',
    text: 'An order comes in late or a driver is held up: plan again in a moment, and everybody sees the new route.',
  },
]

/** The route planner to try without an account. */
export default function RouteOptimization() {
  return (
    <>
      <MemberLink to="/dashboard/planning">Plan with your own deliveries and drivers</MemberLink>
      <PageHero
        title="Route Optimization"
        lead="Enter a depot and a few delivery points, and see the way around them on the map. It is computed in your browser: nothing you type leaves this page."
      />
      <section aria-label="Try it" className="mx-auto max-w-6xl px-5 py-10 lg:py-14">
        <RouteDemo />
      </section>
      <Section tone="tinted" title="What it saves you">
        <FeatureGrid features={features} />
      </Section>
      <ClosingCall
        title="Plan a whole fleet this way"
        text="Time windows, capacities, shifts and skills respected, every late stop explained. Seven days with full access."
      />
    </>
  )
}
