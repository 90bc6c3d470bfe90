import { Code, Database, FileSpreadsheet, Webhook } from 'lucide-react'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { asSales } from '../navigation.ts'
import { pageMeta } from '../page-meta.ts'
import { ClosingCall } from '../parts/closing-call.tsx'
import { FeatureGrid } from '../parts/feature-grid.tsx'
import { PageHero } from '../parts/page-hero.tsx'
import { Section } from '../parts/section.tsx'
import { Steps } from '../parts/steps.tsx'
import { TrialLink } from '../parts/trial-link.tsx'
import { PlatformCard, type PlatformCardProps } from './platform-card.tsx'
import { ShopsScene } from '../scenes/shops-scene.tsx'

export function meta() {
  return pageMeta('/integrations')
}

const platforms: readonly PlatformCardProps[] = [
  {
    name: 'Shopify',
    text: 'Local deliveries of your Shopify store, planned, followed and marked as fulfilled.',
    tone: 'success',
    href: '/integrations/shopify',
  },
  {
    name: 'WooCommerce',
    text: 'Orders of your WordPress store over a key that you can take back at any time.',
    tone: 'violet',
    href: '/integrations/woocommerce',
  },
  {
    name: 'Wix',
    text: 'From the checkout of your Wix site to the customer’s door, without a line of code.',
    tone: 'info',
    href: '/integrations/wix',
  },
  {
    name: 'ERP',
    text: 'Delivery notes from your resource planning, and proofs of delivery back to it.',
    tone: 'neutral',
  },
]

const otherWays = [
  {
    icon: <Code />,
    title: 'Public API',
    text: 'Create a delivery with one request, read where it is with another. The same API that our own pages use.',
  },
  {
    icon: <Webhook />,
    title: 'Signed events',
    text: 'Your systems hear of every change as it happens, with a signature they can check.',
  },
  {
    icon: <FileSpreadsheet />,
    title: 'A file',
    text: 'Drop in the spreadsheet you already have. Columns are recognized, doubtful rows are shown before they count.',
  },
]

const steps = [
  { title: 'Connect', text: 'You approve in your own shop what Karta may read and write. Nothing else is touched.' },
  { title: 'Choose', text: 'Say which shipping methods are yours to deliver. All other orders stay where they are.' },
  {
    title: 'Deliver',
    text: 'Orders wait in the planner with address, size and window; the shop learns when they have arrived.',
  },
]

/** All the ways in which orders come to Karta. */
export default function Integrations() {
  return (
    <>
      <PageHero
        eyebrow="Integrations"
        title="Orders that plan themselves in"
        lead="Connect the shop you sell with. Its orders become stops on tomorrow’s routes, and your customers see them coming."
        actions={
          <>
            <TrialLink size="large" />
            <ButtonLink to="/api" size="large">
              Read the API
            </ButtonLink>
          </>
        }
        aside={<ShopsScene />}
      />
      <Section title="Choose your shop system" lead="Each takes a few minutes, and can be undone at any time.">
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
      <Section title="Something else?" lead="Three ways that work with every system there is.">
        <FeatureGrid features={otherWays} />
      </Section>
      <ClosingCall
        title="A system of your own?"
        text="Tell us what it is. Custom integrations are part of Enterprise, and we answer within 24 hours."
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
