import { Database } from 'lucide-react'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { asSales } from '../navigation.ts'
import { pageMeta } from '../page-meta.ts'
import { ClosingCall } from '../parts/closing-call.tsx'
import { FeatureGrid } from '../parts/feature-grid.tsx'
import { PageHero } from '../parts/page-hero.tsx'
import { Section } from '../parts/section.tsx'
import { Steps } from '../parts/steps.tsx'
import { TrialLink } from '../parts/trial-link.tsx'
import { PlatformCard } from './platform-card.tsx'
import { ShopsScene } from '../scenes/shops-scene.tsx'
import { otherWays, platforms, steps } from './content.tsx'

export function meta() {
  return pageMeta('/integrations')
}

export default function Integrations() {
  return (
    <>
      <PageHero
        eyebrow="Integrations"
        title="From your shop to tomorrow’s routes"
        lead="Connect your shop. Its orders become stops on your routes, and your customers see them coming."
        actions={
          <>
            <TrialLink size="large" />
            <ButtonLink to="/api" size="large">
              Read the API docs
            </ButtonLink>
          </>
        }
        aside={<ShopsScene />}
      />
      <Section title="Choose your platform" lead="Setup takes a few minutes, and you can disconnect at any time.">
        <ul className="grid gap-4 sm:grid-cols-2 lg:gap-5">
          {platforms.map((platform) => (
            <li key={platform.name} className="grid">
              <PlatformCard {...platform} />
            </li>
          ))}
        </ul>
      </Section>
      <Section title="How a connection works" tone="tinted">
        <Steps steps={steps} />
      </Section>
      <Section title="Using something else?" lead="These three ways work with any system.">
        <FeatureGrid features={otherWays} />
      </Section>
      <ClosingCall
        title="Have your own system?"
        text="Tell us about it. Custom integrations are part of Enterprise, and we reply within 24 hours."
        actions={
          <ButtonLink
            to="/contact"
            state={asSales}
            variant="primary"
            size="large"
            icon={<Database aria-hidden="true" className="size-4.5" />}
          >
            Contact Sales
          </ButtonLink>
        }
      />
    </>
  )
}
