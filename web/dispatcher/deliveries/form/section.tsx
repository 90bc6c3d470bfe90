import type { ReactNode } from 'react'
import { Fold } from '#web/ui/fold.tsx'

/** A part of the form that is always open. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 border-t pt-4 first:border-t-0 first:pt-0">
      <h3 className="font-semibold tracking-tight">{title}</h3>
      {children}
    </section>
  )
}

type FoldedProps = {
  title: string
  /** What it holds, in a few words. Empty if it holds nothing. */
  summary: string
  isInvalid: boolean
  isReadOnly: boolean
  /** What is said in place of the summary if it holds nothing. */
  ifEmpty?: string
  /** Open from the start; by default if it holds anything. */
  isOpenAtFirst?: boolean
  children: ReactNode
}

/** A part that most deliveries leave empty, and that is open only if it holds something. Those who may only look see it open, if it holds anything. */
export function Folded({ title, summary, isInvalid, isReadOnly, children, ...more }: FoldedProps) {
  const { ifEmpty = 'None', isOpenAtFirst = summary !== '' } = more
  if (!isReadOnly) {
    return (
      <Fold title={title} summary={summary || ifEmpty} isInvalid={isInvalid} isOpenAtFirst={isOpenAtFirst}>
        {children}
      </Fold>
    )
  }
  return summary ? <Section title={title}>{children}</Section> : null
}
