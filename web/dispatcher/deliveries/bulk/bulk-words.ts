import type { BulkChange } from '#domain/api/bulk.ts'
import type { BulkResult } from '#domain/api/bulk-result.ts'
import { countOf, formatDay, formatNumber } from '#web/lib/format.ts'
import { stateLook } from '#web/ui/state-badge.tsx'
import { priorityWords } from '../delivery-words.ts'

/** What one message says: what was done, and which deliveries stay as they were, and why. */
export type BulkWords = { title: string; description?: string }

/** What was done to them, such as `moved to Tue 24 Nov 2026`. */
export function changeWords(change: BulkChange, name: string | undefined): string {
  if (change.scheduled_date) return `moved to ${formatDay(change.scheduled_date)}`
  if (change.edit) return 'edited'
  if (change.priority) return `set to ${priorityWords[change.priority]!.toLowerCase()} priority`
  if (change.status) return 'canceled'
  if (change.reached) return `marked as ${stateLook(change.reached.status).label.toLowerCase()}`
  if (change.deleted) return 'deleted'
  if (change.client_id) return `given to ${name ?? 'the client'}`
  if (change.client_id === null) return 'made your own'
  if (change.depot_id) return `moved to ${name ?? 'the depot'}`
  return change.wanted_driver_id ? `assigned to ${name ?? 'the driver'}` : 'left to the planner to assign'
}

/** The outcome of a change, or of its undo, in words. */
export function resultWords({ changed, unchanged, refused }: BulkResult, done: string): BulkWords {
  const [first] = changed
  const title =
    changed.length === 1
      ? `Delivery #${first!.number} ${done}`
      : `${changed.length ? countOf(changed.length, 'delivery', 'deliveries') : 'No delivery'} ${done}`
  const same = unchanged.length > 0 && `${formatNumber(unchanged.length)} already ${be(unchanged.length)}.`
  const lines = [same, ...refusalLines(refused)].filter(Boolean)
  return { title, ...(lines.length > 0 && { description: lines.join(' ') }) }
}

const be = (count: number) => (count === 1 ? 'was' : 'were')

/** Why deliveries stay as they are, to follow "they are". */
const stateReasons: Record<string, string> = {
  planned: 'on a planned route',
  dispatched: 'already dispatched',
  in_transit: 'already on the way',
  arrived: 'already at the door',
  delivered: 'already delivered',
}

/** One sentence per reason: `2 not, because they are already on the way (#12, #15).` */
export function refusalLines(refused: BulkResult['refused']): string[] {
  const groups = Map.groupBy(refused, ({ code, status, reason }) => {
    const isState = code === 'delivery_on_route' || code === 'delivery_state'
    return (isState && stateReasons[status ?? '']) || reason
  })
  return [...groups].map(([why, entries]) => {
    const count = entries.length
    const known = Object.values(stateReasons).includes(why)
    const because = known ? `, because ${count === 1 ? 'it is' : 'they are'} ${why}` : ''
    return `${formatNumber(count)} not${because}${namesOf(entries)}.${known ? '' : ` ${why}`}`
  })
}

/** Why nothing could be done. One delivery needs no name. */
export function refusedWords(refused: BulkResult['refused']): string {
  return refused.length === 1 ? refused[0]!.reason : refusalLines(refused).join(' ')
}

/** The most numbers to name. The rest is counted. */
const named = 6

function namesOf(entries: BulkResult['refused']): string {
  const numbers = entries.flatMap(({ number }) => (number === null ? [] : [`#${number}`]))
  if (numbers.length === 0) return ''
  const more = numbers.length - named
  return ` (${numbers.slice(0, named).join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''})`
}
