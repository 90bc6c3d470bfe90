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
    text: 'Plan your Shopify store’s local deliveries, track them and mark them as fulfilled.',
    tone: 'success',
    href: '/integrations/shopify',
  },
  {
    name: 'WooCommerce',
    text: 'Bring in orders from your WordPress store with a key you can revoke at any time.',
    tone: 'violet',
    href: '/integrations/woocommerce',
  },
  {
    name: 'Wix',
    text: 'Go from your Wix checkout to the customer’s door without a line of code.',
    tone: 'info',
    href: '/integrations/wix',
  },
  {
    name: 'ERP',
    text: 'Import delivery notes from your ERP and send back proof of delivery.',
    tone: 'neutral',
  },
]

const otherWays = [
  {
    icon: <Code />,
    title: 'Public API',
    text: 'Create a delivery with one request and check where it is with another. Our own app uses the same API.',
  },
  {
    icon: <Webhook />,
    title: 'Signed webhooks',
    text: 'Your systems hear about every change as it happens, with a signature they can verify.',
  },
  {
    icon: <FileSpreadsheet />,
    title: 'File import',
    text: 'Drop in the spreadsheet you already have. Karta recognizes the columns and flags doubtful rows before it imports them.',
  },
]

const steps = [
  { title: 'Connect', text: 'Approve what Karta can read and write in your own shop. It touches nothing else.' },
  { title: 'Choose', text: 'Pick the shipping methods you deliver yourself. All other orders stay where they are.' },
  {
    title: 'Deliver',
    text: 'Orders show up in the planner with address, size and window. Your shop is updated when they arrive.',
  },
]

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
