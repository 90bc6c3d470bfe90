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
    text: 'Everybody spends days with drivers and dispatchers, engineers included. Doorbells teach more than dashboards.',
  },
  {
    icon: <FileText />,
    title: 'We write things down',
    text: 'A decision is one page: what we knew, what we chose, what it costs. Anybody may question it, and anybody can find it.',
  },
  {
    icon: <Timer />,
    title: 'We measure first',
    text: 'A route is shorter or it is not. We publish the benchmark together with the change.',
  },
  {
    icon: <Handshake />,
    title: 'We keep hours human',
    text: 'Our customers start at dawn; you need not. We plan for calm days, as we do for them.',
  },
]

const steps = [
  {
    title: 'You write',
    text: 'Press Apply Now. A few sentences about work you are proud of matter more than a form filled to the edge.',
  },
  { title: 'We talk', text: 'A call with somebody you would work with, about that work. You ask as much as we do.' },
  { title: 'We work together', text: 'A small, real task with us, at a time that suits you. Then both sides decide.' },
]

/** Working at Karta, and the open positions. */
export default function CareersPage() {
  const [position, setPosition] = useState<Position>()
  const listRef = useRef<HTMLDivElement>(null)
  return (
    <>
      <PageHero
        eyebrow="Careers"
        title="Help a million parcels find the door"
        lead="More than 100 of us, in over 15 countries, work on one question: how does everybody get what they are waiting for, with less driving?"
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
      <Section
        id="positions"
        title="Open positions"
        lead="Four of them, all real work from the first week."
        tone="tinted"
      >
        <noscript>
          <p className="mb-6 text-ink-muted">The application form needs JavaScript. Please turn it on to apply.</p>
        </noscript>
        <div ref={listRef} tabIndex={-1} className="outline-none">
          <PositionList onApply={setPosition} />
        </div>
      </Section>
      <Section title="From hello to first day">
        <Steps steps={steps} />
      </Section>
      <ClosingCall
        title="Nothing that fits?"
        text="Tell us what you would do here. Good people have a way of making their own position."
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
