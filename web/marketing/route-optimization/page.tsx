import { RouteDemo } from '../demo/route-demo.tsx'
import { pageMeta } from '../page-meta.ts'
import { ClosingCall } from '../parts/closing-call.tsx'
import { FeatureGrid } from '../parts/feature-grid.tsx'
import { MemberLink } from '../parts/member-link.tsx'
import { PageHero } from '../parts/page-hero.tsx'
import { Section } from '../parts/section.tsx'
import { features } from './content.tsx'

export function meta() {
  return pageMeta('/route-optimization')
}

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
