import { Bike, FileText, Handshake, Timer } from 'lucide-react'
import { useRef, useState } from 'react'
import { ButtonLink } from '#web/ui/button-link.tsx'
import type { Position } from './positions.ts'
import { pageMeta } from '../page-meta.ts'
import { ClosingCall } from '../parts/closing-call.tsx'
import { FeatureGrid, type Feature } from '../parts/feature-grid.tsx'
import { PageHero } from '../parts/page-hero.tsx'
import { Section } from '../parts/section.tsx'
import { Steps } from '../parts/steps.tsx'
import { ApplicationDialog } from './application-dialog.tsx'
import { PositionList } from './position-list.tsx'

export function meta() {
  return pageMeta('/careers')
}

const habits: readonly Feature[] = [
  {
    icon: <Bike />,
    title: 'We ride along',
    text: 'Everyone spends time with drivers and dispatchers, engineers included. Doorbells teach more than dashboards.',
  },
  {
    icon: <FileText />,
    title: 'We write things down',
    text: 'Every decision is one page: what we knew, what we chose, what it costs. Anyone can find it, and anyone can question it.',
  },
  {
    icon: <Timer />,
    title: 'We measure first',
    text: 'A route is shorter or it isn’t. We publish the benchmark with the change.',
  },
  {
    icon: <Handshake />,
    title: 'We keep sane hours',
    text: 'Our customers start at dawn. You don’t have to. We plan calm days for ourselves, too.',
  },
]

const steps = [
  {
    title: 'You apply',
    text: 'Press Apply Now. A few sentences about work you’re proud of matter more than a full page.',
  },
  { title: 'We talk', text: 'A call about the work with someone you’d work with. You ask as many questions as we do.' },
  { title: 'We work together', text: 'A small, real task with us, at a time that works for you. Then we both decide.' },
]

export default function CareersPage() {
  const [position, setPosition] = useState<Position>()
  const listRef = useRef<HTMLDivElement>(null)
  return (
    <>
      <PageHero
        eyebrow="Careers"
        title="Help a million parcels find their door"
        lead="More than 100 of us in over 15 countries work on one question: how can everyone get what they’re waiting for, with less driving?"
        actions={
          <ButtonLink
            to="#positions"
            variant="primary"
            size="large"
            onClick={() => listRef.current?.focus({ preventScroll: true })}
          >
            View Open Positions
          </ButtonLink>
        }
      />
      <Section title="How we work">
        <FeatureGrid features={habits} columns={4} />
      </Section>
      <Section id="positions" title="Open positions" lead="Four jobs, all with real work from week one." tone="tinted">
        <noscript>
          <p className="mb-6 text-ink-muted">The application form needs JavaScript. Please enable it to apply.</p>
        </noscript>
        <div ref={listRef} tabIndex={-1} className="outline-none">
          <PositionList onApply={setPosition} />
        </div>
      </Section>
      <Section title="From hello to first day">
        <Steps steps={steps} />
      </Section>
      <ClosingCall
        title="Don’t see your job?"
        text="Tell us what you’d do here. We often make room for good people."
        actions={
          <ButtonLink to="/contact" variant="primary" size="large">
            Contact Us
          </ButtonLink>
        }
      />
      {position && <ApplicationDialog key={position.id} position={position} onClose={() => setPosition(undefined)} />}
    </>
  )
}
