import type { DrivenStop, DriverDay } from '#domain/schema/driver-day.ts'
import type { EndDraft } from './end-draft.ts'

/** What each step of ending a stop gets. */
export type StepProps = {
  stop: DrivenStop
  day: DriverDay
  draft: EndDraft
  change: (change: Partial<EndDraft>) => void
  /** Goes on; the last step finishes. */
  next: () => void
  /** What the button that goes on says. */
  nextLabel: string
}
