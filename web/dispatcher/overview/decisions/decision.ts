import type { DayFacts } from '#domain/schema/day-facts.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { countOf } from '#web/lib/format.ts'

export type Decision = {
  id: string
  /** `now` cannot wait, `today` should be settled during the day. */
  urgency: 'now' | 'today'
  sentence: string
  /** A way to it, or what is done at once: moving what is left of a day. */
  action: { label: string; to: string } | { label: string; moveLeftOf: string }
}

type OpenDay = { day: string; pending: number; first_deadline: string | null }
type PlanFacts = Pick<Plan, 'id' | 'day' | 'state' | 'totals'>

/** What is known about the days that can be decided today. */
export type Situation = {
  today: string
  /** `HH:MM` in the workspace's zone. */
  time: string
  zone: string
  openDays: readonly OpenDay[]
  /** Of today and later, newest first. */
  plans: readonly PlanFacts[]
  /** What the server counts. Null if it could not be read. */
  facts: DayFacts | null
  /** Open deliveries of today and tomorrow whose position is missing or doubtful. */
  doubtful: readonly { day: string; count: number }[]
}

export const deliveries = (count: number) => countOf(count, 'delivery', 'deliveries')
