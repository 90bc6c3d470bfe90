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
    text: 'Reduce planning time by 90%. What took a morning with a map and a spreadsheet takes seconds.',
  },
  {
    icon: <Fuel />,
    title: 'Reduce Fuel Costs',
    text: 'Shorter routes burn less. Every plan shows its kilometers and liters, so you can check the savings yourself.',
  },
  {
    icon: <RefreshCw />,
    title: 'Real-time Updates',
    text: 'When an order comes in late or a driver is held up, replan in seconds. Everyone sees the new route.',
  },
]

export default function RouteOptimization() {
  return (
    <>
      <MemberLink to="/dashboard/planning">Plan with your own deliveries and drivers</MemberLink>
      <PageHero
        title="Route Optimization"
        lead="Enter a depot and a few delivery points to see the route on the map. It’s calculated in your browser, so nothing you type leaves this page."
      />
      <section aria-label="Try it" className="mx-auto max-w-6xl px-5 py-10 lg:py-14">
        <RouteDemo />
      </section>
      <Section tone="tinted" title="What you save">
        <FeatureGrid features={features} />
      </Section>
      <ClosingCall
        title="Plan a whole fleet this way"
        text="Plan within time windows, capacities, shifts and skills, and see why any stop runs late. Full access for seven days."
      />
    </>
  )
}
