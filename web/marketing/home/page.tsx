import { ChartColumn, Clock, MapPinned, Route as RouteIcon, Truck, Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { HeroMap } from './hero-map.tsx'
import { pageMeta, siteOrigin } from '../page-meta.ts'
import { ClosingCall } from '../parts/closing-call.tsx'
import { FeatureGrid, type Feature } from '../parts/feature-grid.tsx'
import { PageHero } from '../parts/page-hero.tsx'
import { Section } from '../parts/section.tsx'
import { TrialLink } from '../parts/trial-link.tsx'
import { PlanningPicture } from './planning-picture.tsx'

const WalkThrough = lazy(() => import('./walk-through/walk-through.tsx'))

export function meta() {
  const url = siteOrigin()
  return pageMeta('/', {
    structured: {
      '@graph': [
        { '@type': 'Organization', name: 'Karta', url, logo: `${url}/icons/512.png`, foundingDate: '2020' },
        {
          '@type': 'SoftwareApplication',
          name: 'Karta',
          applicationCategory: 'BusinessApplication',
          operatingSystem: 'Web',
          offers: [
            { '@type': 'Offer', name: 'Free', price: '0', priceCurrency: 'USD' },
            { '@type': 'Offer', name: 'Standard', price: '19.99', priceCurrency: 'USD' },
          ],
        },
      ],
    },
  })
}

const features: readonly Feature[] = [
  {
    icon: <RouteIcon />,
    title: 'Route Optimization',
    text: 'Plan a whole day in seconds: time windows, capacities, shifts and skills respected, every late stop explained.',
  },
  {
    icon: <MapPinned />,
    title: 'Real-time Tracking',
    text: 'See where every driver is and what arrives when, with arrival times given as honest ranges.',
  },
  {
    icon: <Truck />,
    title: 'Fleet Management',
    text: 'Vehicles, capacities, maintenance and costs in one place, ready for the planner.',
  },
  {
    icon: <ChartColumn />,
    title: 'Performance Analytics',
    text: 'On-time rate, distance, fuel and cost for each delivery, day by day.',
  },
  {
    icon: <Users />,
    title: 'Team Management',
    text: 'Owners, dispatchers and drivers each see what they need, and nothing they should not.',
  },
  {
    icon: <Clock />,
    title: 'Delivery Time Slots',
    text: 'Promise only the slots that your vehicles can really keep.',
  },
]

/** The front page. */
export default function Home() {
  const [isShowing, setShowing] = useState(false)
  return (
    <>
      <PageHero
        title="Optimize Your Last-Mile Delivery"
        lead="Plan the day’s routes, dispatch your drivers, follow them live and prove every delivery, from one place that is yours to run."
        actions={
          <>
            <TrialLink label="Start 7-Day Free Trial" size="large" />
            <PlainButton size="large" aria-haspopup="dialog" onClick={() => setShowing(true)}>
              See How It Works
            </PlainButton>
          </>
        }
        aside={<HeroMap />}
      />
      {isShowing && (
        <Suspense>
          <WalkThrough onClose={() => setShowing(false)} />
        </Suspense>
      )}
      <Section
        id="features"
        title="Everything between the order and the doorstep"
        lead="Six parts that work as one: what the planner promises, the driver sees, and the recipient hears."
      >
        <FeatureGrid features={features} />
      </Section>
      <Section
        title="A whole day, planned while the coffee brews"
        lead="120 sample orders across Jakarta, four drivers, four vehicles: every time window kept, every load within its van. What you see is Karta itself."
        tone="tinted"
      >
        <PlanningPicture />
      </Section>
      <ClosingCall
        title="Plan your first day in five minutes"
        text="Drop in a file of orders, press Optimize, and look at the routes. Seven days with full access."
      />
    </>
  )
}
