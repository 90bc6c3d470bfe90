import { lazy, Suspense, useState } from 'react'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { HeroMap } from './hero-map.tsx'
import { pageMeta, siteOrigin } from '../page-meta.ts'
import { ClosingCall } from '../parts/closing-call.tsx'
import { FeatureGrid } from '../parts/feature-grid.tsx'
import { PageHero } from '../parts/page-hero.tsx'
import { Section } from '../parts/section.tsx'
import { TrialLink } from '../parts/trial-link.tsx'
import { PlanningPicture } from './planning-picture.tsx'
import { features } from './content.tsx'

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

export default function Home() {
  const [isShowing, setShowing] = useState(false)
  return (
    <>
      <PageHero
        title="Optimize Your Last-Mile Delivery"
        lead="Plan the day’s routes, dispatch your drivers, track them live and prove every delivery. All in one place, and yours to run."
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
        lead="Six tools that work as one: the driver sees what the planner promised, and so does the recipient."
      >
        <FeatureGrid features={features} />
      </Section>
      <Section
        title="A full day, planned while the coffee brews"
        lead="120 sample orders across Jakarta, four drivers, four vehicles. Every time window is kept and every load fits its van. This is a real Karta screen."
        tone="tinted"
      >
        <PlanningPicture />
      </Section>
      <ClosingCall
        title="Plan your first day in five minutes"
        text="Drop in a file of orders, press Optimize and see your routes. Full access for seven days."
      />
    </>
  )
}
