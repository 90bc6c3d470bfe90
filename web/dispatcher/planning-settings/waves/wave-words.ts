import type { Wave } from '#domain/schema/wave.ts'
import { countOf, formatDateTime, formatDay, formatTime, formatTimeOfDay } from '#web/lib/format.ts'
import { ruleWords } from '../../recurring/recurring-words.ts'

type Said = Pick<Wave, 'plan_at' | 'freeze_at' | 'weekdays' | 'plans_for'>

/** When a wave plans: `At 05:30 on working days, for the same day`. */
export function timeWords({ plan_at, weekdays, plans_for }: Said): string {
  const words = weekdays ? ruleWords({ weekdays, every_weeks: 1 }) : 'on working days'
  const days = words.startsWith('Every') ? `e${words.slice(1)}` : words
  return `At ${formatTimeOfDay(plan_at)} ${days}, for ${plans_for === 'same_day' ? 'the same day' : 'the next working day'}`
}

/** Which orders it takes. */
export function freezeWords({ freeze_at }: Pick<Said, 'freeze_at'>): string {
  return freeze_at
    ? `Orders after ${formatTimeOfDay(freeze_at)} join the next wave.`
    : 'All orders that are there by then.'
}

/** When it plans next. */
export function nextWords({ active, next_run }: Pick<Wave, 'active' | 'next_run'>, zone: string): string {
  if (!active) return 'Switched off'
  if (!next_run) return 'Nobody works in the next two weeks.'
  const day = next_run.day ? `, for ${formatDay(next_run.day)}` : ''
  return `Next: ${formatDateTime(next_run.at, zone)}${day}`
}

/** What happened the last time. */
export function lastWords({ last_run }: Pick<Wave, 'last_run'>, zone: string): string | null {
  if (!last_run) return null
  const { at, moved, problem } = last_run
  const joined = moved > 0 ? ` ${countOf(moved, 'order')} of earlier days joined it.` : ''
  return `${formatDateTime(at, zone)}: ${problem ? `Not planned. ${problem.sentence}` : 'A plan was made.'}${joined}`
}

type Planned = { by_itself: boolean; orders_until: string | null; created_at: string }

/** What the board says of a plan that a wave made. Null for any other. */
export function madeWords({ by_itself, orders_until, created_at }: Planned, zone: string): string | null {
  if (!by_itself) return null
  const made = `Planned by itself at ${formatTime(created_at, zone)}.`
  return orders_until ? `${made} Orders after ${formatTime(orders_until, zone)} join the next wave.` : made
}
