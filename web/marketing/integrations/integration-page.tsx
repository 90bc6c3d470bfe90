import type { ReactNode } from 'react'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { ConnectStore, type Platform } from './connect-store.tsx'
import { asSupport } from '../navigation.ts'
import { CheckList } from '../parts/check-list.tsx'
import { ClosingCall } from '../parts/closing-call.tsx'
import { Faq } from '../parts/faq.tsx'
import type { PlainQuestion } from '../parts/faq-data.ts'
import { FeatureGrid, type Feature } from '../parts/feature-grid.tsx'
import { PageHero } from '../parts/page-hero.tsx'
import { Panel } from '../parts/panel.tsx'
import { Section } from '../parts/section.tsx'
import { Steps, type Step } from '../parts/steps.tsx'

export type IntegrationContent = {
  platform: Platform
  lead: string
  /** The illustration next to the title. */
  scene: ReactNode
  features: { title: string; lead: string; list: readonly Feature[] }
  guide: { title: string; lead: string; steps: readonly Step[] }
  requirements: readonly string[]
  /** What Karta reads from the shop and writes back to it. */
  exchange: { reads: readonly string[]; writes: readonly string[] }
  questions: readonly PlainQuestion[]
}

export function IntegrationPage({ content }: { content: IntegrationContent }) {
  const { platform, lead, scene, features, guide, questions } = content
  return (
    <>
      <PageHero
        eyebrow="Integrations"
        title={`${platform.name} Integration`}
        lead={lead}
        actions={<ConnectStore platform={platform} />}
        aside={scene}
      />
      <Section title={features.title} lead={features.lead}>
        <FeatureGrid features={features.list} />
      </Section>
      <Section title={guide.title} lead={guide.lead} tone="tinted">
        <Steps steps={guide.steps} />
      </Section>
      <Needs content={content} />
      <Section title="Frequently asked questions" tone="tinted">
        <Faq questions={questions} />
      </Section>
      <Help name={platform.name} />
    </>
  )
}

function Needs({ content: { platform, requirements, exchange } }: { content: IntegrationContent }) {
  return (
    <Section title="Before you start" lead={`What you need, and what data Karta and ${platform.name} exchange.`}>
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_1.4fr]">
        <Panel title="Requirements">
          <CheckList points={requirements} />
        </Panel>
        <Panel title="Data exchanged">
          <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
            <Exchange title={`${platform.name} to Karta`} points={exchange.reads} />
            <Exchange title={`Karta to ${platform.name}`} points={exchange.writes} />
          </div>
        </Panel>
      </div>
    </Section>
  )
}

function Exchange({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <div>
      <h4 className="font-medium text-ink-muted">{title}</h4>
      <CheckList points={points} className="mt-3" />
    </div>
  )
}

function Help({ name }: { name: string }) {
  return (
    <ClosingCall
      title="Need help?"
      text={`Read how to create deliveries with the API, or ask us about your ${name} store. We reply within 24 hours.`}
      actions={
        <>
          <ButtonLink to="/api" variant="primary" size="large">
            View Documentation
          </ButtonLink>
          <ButtonLink to="/contact" state={asSupport} size="large">
            Contact Support
          </ButtonLink>
        </>
      }
    />
  )
}
