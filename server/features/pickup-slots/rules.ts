import { isSameJson, type Json } from '#domain/chain/canonical-json.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { distanceKm } from '#domain/great-circle.ts'
import type { Span } from '#domain/kitchen/opening.ts'
import { findSlot, readyAt, toMinute, type SlotAnswer } from '#domain/kitchen/pickup-slots.ts'
import type { DeliveryState } from '#domain/delivery-state.ts'
import type { Location } from '#domain/geo.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { PreparationState } from '#domain/schema/pickup-place.ts'
import type { Week } from '#domain/schema/shift.ts'
import { dayTimeAt, instantOf, sayDayTime } from '#domain/time.ts'
import type { PickupAsked, PickupSaid } from '../../db/tables/pickup-places.ts'

/** A pickup place as orders are fitted into it. */
export type SlotPlace = {
  id: string
  client_id: string | null
  name: string
  address: string
  location: Location
  week: Week
  preparation_minutes: number
  slot_minutes: number | null
  slot_orders: number | null
  service_minutes: number
  contact_name: string | null
  contact_phone: string | null
  active: boolean
}

/** What was settled for an order before. */
export type StoredPreparation = {
  delivery_id: string
  status: DeliveryState
  pickup_place_id: string
  state: PreparationState
  ordered_at: string
  usual_minutes: number
  planned_ready_at: string
  ready_at: string
  slot_at: string | null
  slot_ends_at: string | null
  asked: PickupAsked
  derived: PickupSaid
}

/** What of an order its pickup depends on. */
export type AtPickup = PickupSaid &
  Pick<
    Delivery,
    | 'kind'
    | 'client_id'
    | 'pickup_place_id'
    | 'preparation_minutes'
    | 'scheduled_date'
    | 'window_start'
    | 'window_end'
    | 'more_windows'
    | 'delivery_location'
  >

/** Why an order cannot be picked up as it says, in a sentence and for programs. */
export type PickupProblem = { code: ErrorCode; detail: Record<string, unknown> }

const saidFields = [
  'ready_time',
  'pickup_window_start',
  'pickup_window_end',
  'pickup_service_minutes',
  'pickup_name',
  'pickup_phone',
] as const satisfies (keyof PickupSaid)[]

/** What an order asks for. A field that says what was filled in before says nothing itself. */
export function askedOf(given: AtPickup, place: SlotPlace, before: StoredPreparation | undefined): PickupAsked {
  const { window_start: start, window_end: end, more_windows } = given
  const own = start === null && end === null ? [] : [{ start, end }]
  const said = saidFields.map((field) => {
    const isFilledIn = before !== undefined && given[field] === before.derived[field]
    return [field, isFilledIn ? before.asked[field] : given[field]]
  })
  return {
    ...(Object.fromEntries(said) as PickupSaid),
    day: given.scheduled_date!,
    minutes: given.preparation_minutes ?? before?.usual_minutes ?? place.preparation_minutes,
    windows: [...own, ...more_windows],
    location: given.delivery_location,
  }
}

export const isAskedBefore = (asked: PickupAsked, before: StoredPreparation | undefined) =>
  before !== undefined && isSameJson(asked as unknown as Json, before.asked as unknown as Json)

/** When an order is ready, and between when it has to be picked up. */
export type Wanted = ReturnType<typeof wantedOf>

export function wantedOf(
  asked: PickupAsked,
  place: SlotPlace,
  {
    open,
    zone,
    speed_kmh,
    orderedAt,
    now,
  }: { open: Span[]; zone: string; speed_kmh: number; orderedAt: number; now: Date },
) {
  const at = (time: string | null) => (time === null ? null : instantOf(asked.day, time, zone).getTime())
  const driving = asked.location ? (distanceKm(place.location, asked.location) / speed_kmh) * 60 : 0
  const leadMinutes = (asked.pickup_service_minutes ?? place.service_minutes) + driving
  const starts = asked.windows.map(({ start }) => at(start))
  const ends = asked.windows.map(({ end }) => at(end))
  const wantedFrom = starts.length && starts.every((start) => start !== null) ? Math.min(...starts) : null
  const due = ends.length && ends.every((end) => end !== null) ? Math.max(...ends) : null
  const saidReadyAt = at(asked.ready_time)
  const ready = readyAt({ orderedAt, preparationMinutes: asked.minutes, saidReadyAt, wantedFrom, leadMinutes }, open)
  const notBefore = Math.max(at(asked.pickup_window_start) ?? 0, toMinute(now.getTime()))
  return { ready, notBefore, notAfter: at(asked.pickup_window_end), due, leadMinutes }
}

/** Whether a slot that an order has is still right. */
export const isStillRight = ({ ready, notAfter, due, leadMinutes }: Wanted, from: number, asked: number | null) =>
  from >= ready &&
  (asked === null || from >= asked) &&
  (notAfter === null || from <= notAfter) &&
  (due === null || from + leadMinutes * 60_000 <= due)

/** Finds when an order is picked up, of a place with slots or without. Without slots, it is any time from when it is ready. */
export function findPickup(
  place: SlotPlace,
  wanted: Wanted,
  { open, slots, hasRoom }: { open: Span[]; slots: Span[]; hasRoom: (slot: Span) => boolean },
): SlotAnswer | { any: Span } {
  if (place.slot_minutes !== null) return findSlot(slots, wanted, hasRoom)
  const { ready, notBefore, notAfter, due, leadMinutes } = wanted
  if (due !== null && ready + leadMinutes * 60_000 > due) return { none: 'too_late' }
  const from = Math.max(ready, notBefore)
  const span = open.find(({ until }) => until > from)
  if (!span) return { none: 'closed', opens: open[0] ?? null }
  const any = { from: Math.max(from, span.from), until: Math.min(span.until, notAfter ?? Infinity) }
  return any.from < any.until ? { any } : { none: 'too_late' }
}

/** What a pickup place fills in for an order. Without a pickup time, what the order says stays. */
export function derivedOf(
  asked: PickupAsked,
  place: SlotPlace,
  {
    ready,
    pickup,
    zone,
    before,
  }: { ready: number; pickup: Span | null; zone: string; before: StoredPreparation | undefined },
): PickupSaid {
  const clock = (at: number) => clockOf(asked.day, at, zone)
  const readyTime = clock(ready)
  return {
    ready_time: readyTime,
    pickup_window_start: pickup ? clock(pickup.from) : laterOf(asked.pickup_window_start, readyTime),
    pickup_window_end: pickup ? clock(pickup.until) : null,
    // What it was told before stays, even if the place says something else by now.
    pickup_service_minutes:
      asked.pickup_service_minutes ?? before?.derived.pickup_service_minutes ?? place.service_minutes,
    pickup_name: asked.pickup_name ?? before?.derived.pickup_name ?? place.contact_name ?? place.name,
    pickup_phone: asked.pickup_phone ?? before?.derived.pickup_phone ?? place.contact_phone,
  }
}

const laterOf = (one: string | null, other: string) => (one !== null && one > other ? one : other)

const lastTime = '47:59'

/** The time of the day on which it is delivered, as its clocks show it. */
export function clockOf(day: string, at: number, zone: string): string {
  const seconds = (at - instantOf(day, '00:00', zone).getTime()) / 1000
  const time = dayTimeAt(day, Math.max(0, seconds), zone)
  return time > lastTime ? lastTime : time
}

/** Why no time was found, with what would help. */
export function problemOf(
  answer: Extract<SlotAnswer, { none: string }>,
  {
    asked,
    place,
    wanted,
    open,
    zone,
  }: { asked: PickupAsked; place: SlotPlace; wanted: Wanted; open: Span[]; zone: string },
): PickupProblem {
  const say = (at: number) => sayDayTime(clockOf(asked.day, at, zone))
  const facts = { pickup_place_id: place.id, ready_at: new Date(wanted.ready).toISOString() }
  if (answer.none === 'full') {
    const next = answer.next && new Date(answer.next.from).toISOString()
    const detail = answer.next
      ? `All slots in time are full. The next free slot of ${place.name} begins at ${say(answer.next.from)}.`
      : `${place.name} has no free slot left on ${asked.day}.`
    return { code: 'pickup_slots_full', detail: { ...facts, next_slot_at: next, detail } }
  }
  if (answer.none === 'closed') {
    const hours = open.map(({ from, until }) => `from ${say(from)} to ${say(until)}`).join(' and ')
    const detail = hours
      ? `${place.name} is open ${hours} on ${asked.day}; the order would be ready at ${say(wanted.ready)}.`
      : `${place.name} is closed on ${asked.day}.`
    return { code: 'pickup_place_closed', detail: { ...facts, detail } }
  }
  const minutes = Math.ceil(wanted.leadMinutes)
  const detail = `It would be ready at ${say(wanted.ready)} and takes ${minutes} minutes to the door: too late for its window.`
  return { code: 'preparation_too_late', detail: { ...facts, detail } }
}
