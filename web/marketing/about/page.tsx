import type { ReactNode } from 'react'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { pageMeta } from '../page-meta.ts'
import { CheckList } from '../parts/check-list.tsx'
import { ClosingCall } from '../parts/closing-call.tsx'
import { CodeBlock } from '../parts/code-block.tsx'
import { FeatureGrid } from '../parts/feature-grid.tsx'
import { PageHero } from '../parts/page-hero.tsx'
import { Section } from '../parts/section.tsx'
import { StatRow, type Stat } from '../parts/stat-row.tsx'
import { TrialLink } from '../parts/trial-link.tsx'
import { values, openSource } from './content.tsx'

export function meta() {
  return pageMeta('/about')
}

const figures: readonly Stat[] = [
  { value: '2020', label: 'founded' },
  { value: '15+', label: 'countries' },
  { value: '100+', label: 'staff' },
  { value: '1M+', label: 'monthly deliveries' },
]

export default function AboutPage() {
  return (
    <>
      <PageHero
        eyebrow="About Karta"
        title="We plan the last mile in the open"
        lead="The last mile is the most expensive part of a parcel’s trip and the only part the recipient sees. We build tools that make it short, calm and easy to prove."
      />
      <Section className="[&>div]:pt-10 lg:[&>div]:py-16">
        <StatRow stats={figures} />
      </Section>
      <Section title="How we got here" tone="tinted">
        <Story />
      </Section>
      <Section
        title="What you gain"
        lead="Two numbers our customers notice first, and one they notice when something goes wrong."
      >
        <Claims />
      </Section>
      <Section title="What we stand for" tone="tinted">
        <FeatureGrid features={values} columns={2} />
      </Section>
      <Section>
        <OpenSource />
      </Section>
      <ClosingCall
        title="See one of your own days planned"
        text="Get full access for seven days, or book a demo with your own orders on the map."
        actions={
          <>
            <TrialLink size="large" />
            <ButtonLink to="/contact" size="large">
              Contact Us
            </ButtonLink>
          </>
        }
      />
    </>
  )
}

function Story() {
  return (
    <div className="grid gap-x-14 gap-y-5 text-lg text-pretty text-ink-muted lg:grid-cols-2">
      <p>
        In 2020, everybody started ordering everything. Shops that had never owned a van had forty orders by noon. They
        drew their routes on paper, and the phone never stopped ringing. We founded Karta that year on one idea: the
        person who plans the day deserves a better tool than a map and a marker.
      </p>
      <p>
        Today more than 100 of us work for delivery businesses in over 15 countries: kitchens and caterers, shops,
        pharmacies, logistics providers. Together they make more than a million deliveries a month. The idea hasn’t
        changed. A plan has to be good, and the people who drive it have to see why.
      </p>
    </div>
  )
}

function Claims() {
  return (
    <ul className="grid gap-5 lg:grid-cols-3">
      <Claim value="Up to 30%" title="Delivery time cut by up to 30%">
        Stops in the right order, vehicles where the work is, and no second trip for a missed window.
      </Claim>
      <Claim value="90%" title="Route planning time reduced by 90%">
        What used to take a morning with a map now takes minutes: import your orders, press Optimize, review and
        approve.
      </Claim>
      <Claim value="24 hours" title="Support replies within 24 hours">
        Or call us Mon-Fri, 9am to 6pm local time.
      </Claim>
    </ul>
  )
}

function Claim({ value, title, children }: { value: string; title: string; children: ReactNode }) {
  return (
    <li className="rounded-2xl border bg-surface p-7 shadow-card">
      <p aria-hidden="true" className="text-4xl font-semibold tracking-[-0.03em] text-brand-ink tabular-nums">
        {value}
      </p>
      <h3 className="mt-4 text-lg font-semibold tracking-tight">{title}</h3>
      <p className="mt-2 text-pretty text-ink-muted">{children}</p>
    </li>
  )
}

function OpenSource() {
  return (
    <div className="grid items-center gap-x-14 gap-y-10 lg:grid-cols-2">
      <div>
        <h2 className="text-3xl leading-tight font-semibold tracking-[-0.02em] text-balance lg:text-4xl">
          Open source and yours to run
        </h2>
        <p className="mt-4 text-lg text-pretty text-ink-muted">
          Where your customers live is nobody else’s business. That’s why all of Karta is open source under the
          Apache-2.0 license: read it, change it and run it on your own machine.
        </p>
        <CheckList className="mt-6" points={openSource} />
      </div>
      <CodeBlock
        title="Run Karta on your own machine"
        code={'npm ci && npm start\n\n# Karta is ready on http://localhost:3000'}
      />
    </div>
  )
}
