import { ButtonLink } from '#web/ui/button-link.tsx'
import { asSales } from '../navigation.ts'
import { pageMeta } from '../page-meta.ts'
import { ClosingCall } from '../parts/closing-call.tsx'
import { faqData } from '../parts/faq-data.ts'
import { Faq } from '../parts/faq.tsx'
import { PageHero } from '../parts/page-hero.tsx'
import { Section } from '../parts/section.tsx'
import { TrialLink } from '../parts/trial-link.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { PlanCards } from './plan-cards.tsx'
import { questions } from './questions.ts'

export function meta() {
  return pageMeta('/pricing', { structured: faqData(questions) })
}

export default function PricingPage() {
  return (
    <>
      <PageHero
        eyebrow="Pricing"
        title="Pay for drivers, not for deliveries"
        lead="Start free, and stay free while you’re small. Every account starts with a 7-day free trial with full access."
        isCentered
      />
      <Section className="[&>div]:pt-10 lg:[&>div]:pt-14">
        <PlanCards />
        <p className="mt-6 text-center text-sm text-ink-muted">
          No payment details needed for the 7-day trial. Prices are in US dollars.
        </p>
      </Section>
      <Section
        title="Compare plans"
        lead="Every plan is the same product. Here is what each one includes."
        tone="tinted"
      >
        <ComparisonTable />
      </Section>
      <Section title="Questions about plans">
        <Faq questions={questions} />
      </Section>
      <ClosingCall
        title="Try every feature for seven days"
        text="Bring a file with tomorrow’s orders and see the routes before your coffee gets cold."
        actions={
          <>
            <TrialLink size="large" />
            <ButtonLink to="/contact" state={asSales} size="large">
              Contact Sales
            </ButtonLink>
          </>
        }
      />
    </>
  )
}
