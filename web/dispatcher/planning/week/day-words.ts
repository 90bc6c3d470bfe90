import type { WeekDay } from '#domain/schema/planning-week.ts'
import { countOf, formatKilograms, formatNumber, formatTime } from '#web/lib/format.ts'
import { isRunning } from '../plan-words.ts'

/** How far a day is, as the most important of its plans says. */
export type DayState = { label: string; tone: 'neutral' | 'info' | 'brand' | 'violet' | 'warning' | 'success' }

/** How far the day's plans are, in a word or two. */
export function stateOf({ plans, total, by_status, is_over }: WeekDay, zone: string): DayState {
  const has = (state: string) => plans.some((plan) => plan.state === state)
  const pending = by_status.pending ?? 0
  const isDone = total > 0 && total === (by_status.delivered ?? 0)
  if (isDone) return { label: 'Delivered', tone: 'success' }
  if (plans.some(({ state }) => isRunning(state))) return { label: 'Optimizing', tone: 'warning' }
  if (has('dispatched')) return { label: 'Dispatched', tone: 'violet' }
  if (has('approved')) return { label: 'Approved', tone: 'brand' }
  const draft = plans.find(({ state }) => state === 'draft')
  if (draft?.by_itself) return { label: frozenWords(draft, zone) ?? 'Draft, made by itself', tone: 'info' }
  if (draft) return { label: 'Draft', tone: 'info' }
  if (pending === 0) return { label: total === 0 ? 'Nothing to bring' : 'No plan', tone: 'neutral' }
  return { label: is_over ? 'Never planned' : 'Not planned', tone: 'warning' }
}

const frozenWords = ({ orders_until }: WeekDay['plans'][number], zone: string) =>
  orders_until && `Draft, orders until ${formatTime(orders_until, zone)}`

/** What there is to bring, by how far it is: `12 to plan · 80 on routes · 26 delivered`. */
export function deliveryWords({ by_status }: Pick<WeekDay, 'by_status'>): string {
  const of = (...states: string[]) => states.reduce((sum, state) => sum + (by_status[state] ?? 0), 0)
  const parts: [number, string][] = [
    [of('pending'), 'to plan'],
    [of('planned', 'dispatched', 'in_transit', 'arrived'), 'on routes'],
    [of('delivered'), 'delivered'],
    [of('failed'), 'failed'],
    [of('cancelled'), 'canceled'],
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatNumber(count)} ${word}`)
    .join(' · ')
}

/** A load against what there is room for. `share` is null if there is no limit. */
export type Room = { label: string; text: string; share: number | null }

/** How much there is to carry and how many stops to make, against what the drivers of the day can do. */
export function roomsOf({ weight_kg, capacity_kg, capacity_stops, total, drivers }: WeekDay): Room[] {
  const share = (amount: number, room: number | null) =>
    room === null ? null : room > 0 ? amount / room : amount > 0 ? 2 : 0
  const stops =
    capacity_stops === null
      ? `${countOf(total, 'stop')}${drivers > 0 && total > 0 ? `, ${Math.ceil(total / drivers)} a driver` : ''}`
      : `${formatNumber(total)} of ${countOf(capacity_stops, 'stop')}`
  const load =
    capacity_kg === null
      ? formatKilograms(weight_kg)
      : `${formatNumber(Math.round(weight_kg))} of ${formatKilograms(capacity_kg)}`
  return [
    { label: 'Load', text: load, share: share(weight_kg, capacity_kg) },
    { label: 'Stops', text: stops, share: share(total, capacity_stops) },
  ]
}

/** Whether something is left of a day that can be moved on. */
export const hasLeft = ({ total, by_status }: WeekDay) => total > (by_status.delivered ?? 0)
