import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { metaOf } from '../../page-meta.ts'
import { CheckList } from '../../parts/check-list.tsx'
import { ClosingCall } from '../../parts/closing-call.tsx'
import { Section } from '../../parts/section.tsx'
import { lastPart } from '../../markdown/last-part.ts'
import { caseStudyPath } from '../article.ts'
import { CaseStudyCard, IndustryLabel } from '../case-study-card.tsx'
import { allCaseStudies, findCaseStudy } from '../case-studies.server.ts'
import { ReadingPage } from '../reading-page.tsx'

/** Runs at build time only. */
export function loader({ url }: LoaderFunctionArgs) {
  const found = findCaseStudy(lastPart(url))
  const others = allCaseStudies.map(({ study }) => study).filter((study) => study.id !== found.study.id)
  return { ...found, others }
}

export function meta({ loaderData }: { loaderData: ReturnType<typeof loader> | undefined }) {
  if (!loaderData) return []
  const { study } = loaderData
  return metaOf({ path: caseStudyPath(study), title: study.title, description: study.description })
}

export default function CaseStudyPage() {
  const { study, prose, others } = useLoaderData<typeof loader>()
  return (
    <>
      <ReadingPage
        back={{ to: '/use-cases/case-studies', label: 'All case studies' }}
        above={<IndustryLabel study={study} />}
        below={<CheckList points={study.results} className="font-medium" />}
        title={study.title}
        lead={study.description}
        image={study.image}
        prose={prose}
      />
      <div className="print:hidden">
        <Section title="More case studies" tone="tinted">
          <ul className="grid gap-6 md:grid-cols-2">
            {others.map((each) => (
              <li key={each.id}>
                <CaseStudyCard study={each} />
              </li>
            ))}
          </ul>
        </Section>
        <ClosingCall title="Ready to Write Your Success Story?" />
      </div>
    </>
  )
}
