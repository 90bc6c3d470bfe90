import type { ReactNode } from 'react'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { asDemo } from '../navigation.ts'
import { BenefitList, type Benefit } from '../parts/benefit-list.tsx'
import { ClosingCall } from '../parts/closing-call.tsx'
import { Faq } from '../parts/faq.tsx'
import type { PlainQuestion } from '../parts/faq-data.ts'
import { FeatureGrid, type Feature } from '../parts/feature-grid.tsx'
import { PageHero } from '../parts/page-hero.tsx'
import { PointGroups, type PointGroup } from '../parts/point-groups.tsx'
import { SampleMap, type SamplePlaces } from '../parts/sample-map.tsx'
import { Section } from '../parts/section.tsx'
import { Steps, type Step } from '../parts/steps.tsx'
import { TrialLink } from '../parts/trial-link.tsx'

type Titled<Key extends string, Content> = { title: string; lead?: string } & Record<Key, Content>

/** The content of one industry’s page, in the order it appears. */
export type UseCase = {
  title: ReactNode
  lead: string
  /** The illustration next to the title. */
  scene: ReactNode
  cards: Titled<'features', readonly Feature[]>
  map: Titled<'places', SamplePlaces>
  day: Titled<'steps', readonly Step[]>
  benefits: Titled<'list', readonly Benefit[]>
  groups?: Titled<'list', readonly PointGroup[]>
  questions: readonly PlainQuestion[]
  closing: { title: string; text: string }
}

export function UseCasePage({ useCase }: { useCase: UseCase }) {
  const { title, lead, scene, cards, map, day, benefits, groups, questions, closing } = useCase
  return (
    <>
      <PageHero
        eyebrow="Use case"
        title={title}
        lead={lead}
        actions={
          <>
            <TrialLink size="large" />
            <ButtonLink to="/contact" state={asDemo} size="large">
              Book a Demo
            </ButtonLink>
          </>
        }
        aside={scene}
      />
      <Section title={cards.title} lead={cards.lead}>
        <FeatureGrid features={cards.features} />
      </Section>
      <Section title={map.title} lead={map.lead} tone="tinted">
        <SampleMap places={map.places} />
      </Section>
      <Section title={day.title} lead={day.lead}>
        <Steps steps={day.steps} />
      </Section>
      <Section title={benefits.title} lead={benefits.lead} tone="tinted">
        <BenefitList benefits={benefits.list} />
      </Section>
      {groups && (
        <Section title={groups.title} lead={groups.lead}>
          <PointGroups groups={groups.list} />
        </Section>
      )}
      <Section title="Frequently asked questions" tone={groups ? 'tinted' : 'plain'}>
        <Faq questions={questions} />
      </Section>
      <ClosingCall {...closing} />
    </>
  )
}
