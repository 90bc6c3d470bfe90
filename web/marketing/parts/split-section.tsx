import type { ReactNode } from 'react'
import { CheckList } from './check-list.tsx'
import { Section } from './section.tsx'

type SplitSectionProps = {
  title: string
  lead: ReactNode
  points?: readonly string[]
  tone?: 'plain' | 'tinted'
  /** The piece of the product the text is about. */
  children: ReactNode
}

/** Text on the left, a piece of the product on the right. */
export function SplitSection({ title, lead, points, tone, children }: SplitSectionProps) {
  return (
    <Section tone={tone}>
      <div className="grid items-center gap-x-14 gap-y-10 lg:grid-cols-[1fr_1.15fr]">
        <div>
          <h2 className="text-3xl leading-tight font-semibold tracking-[-0.02em] text-balance lg:text-4xl">{title}</h2>
          <p className="mt-4 text-lg text-pretty text-ink-muted">{lead}</p>
          {points && <CheckList points={points} className="mt-6" />}
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </Section>
  )
}
