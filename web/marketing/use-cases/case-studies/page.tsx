import { useLoaderData } from 'react-router'
import { pageMeta } from '../../page-meta.ts'
import { ClosingCall } from '../../parts/closing-call.tsx'
import { PageHero } from '../../parts/page-hero.tsx'
import { Section } from '../../parts/section.tsx'
import { CaseStudyCard } from '../../blog/case-study-card.tsx'
import { allCaseStudies } from '../../blog/case-studies.server.ts'

/** Runs at build time only. */
export function loader() {
  return { studies: allCaseStudies.map(({ study }) => study) }
}

export const meta = () => pageMeta('/use-cases/case-studies')

export default function SuccessStories() {
  const [first, ...others] = useLoaderData<typeof loader>().studies
  return (
    <>
      <PageHero
        eyebrow="Case Studies"
        title="Customer Success Stories"
        lead="See what changes when you plan the day: three illustrative businesses, with the math behind their results."
        isCentered
      />
      <Section>
        <h2 className="sr-only">Case studies</h2>
        {first && <CaseStudyCard study={first} isLarge />}
        <ul className="mt-6 grid gap-6 md:grid-cols-2">
          {others.map((study) => (
            <li key={study.id}>
              <CaseStudyCard study={study} />
            </li>
          ))}
        </ul>
      </Section>
      <ClosingCall
        title="Ready to Write Your Success Story?"
        text="Start with your own orders or with ours. Full access for seven days, no credit card."
      />
    </>
  )
}
