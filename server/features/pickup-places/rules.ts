import { AppError } from '#domain/errors.ts'
import type { Span } from '#domain/kitchen/opening.ts'
import {
  pickupSlotsProblem,
  type KitchenBoard,
  type KitchenOrder,
  type PickupPlace,
  type PickupWaits,
} from '#domain/schema/pickup-place.ts'

/**
 * Checks slots of which a change may contain only one half; the other half is the stored one.
 * @throws AppError `validation_failed`
 */
export function checkSlots(place: Pick<PickupPlace, 'slot_minutes' | 'slot_orders'>): void {
  const problem = pickupSlotsProblem(place)
  if (problem) throw new AppError('validation_failed', { errors: [problem] })
}

const iso = (at: number) => new Date(at).toISOString()

type Read = {
  place: PickupPlace
  day: string
  now: Date
  open: Span[]
  slots: Span[]
  taken: Map<number, number>
  orders: KitchenOrder[]
}

/** The board of a day: slots that have orders, and those to come. What left its slot when the slots changed has its own. */
export function boardOf({ place, day, now, open, slots, taken, orders }: Read): KitchenBoard {
  const shown = slots.filter(({ from, until }) => until > now.getTime() || (taken.get(from) ?? 0) > 0)
  return {
    place,
    day,
    now: now.toISOString(),
    opens: open.map(({ from, until }) => ({ from: iso(from), until: iso(until) })),
    slots: shown.map(({ from, until }) => {
      const count = taken.get(from) ?? 0
      return { at: iso(from), ends_at: iso(until), orders: count, left: Math.max(0, (place.slot_orders ?? 0) - count) }
    }),
    orders,
  }
}

type Picked = {
  delivery_id: string
  number: number
  reference: string | null
  planned_ready_at: string
  made_ready_at: string | null
  arrived_at: string | null
  picked_up_at: string
}

/** How late orders were ready, and how long drivers waited for them. */
export function waitsOf(rows: Picked[], most: number): PickupWaits {
  const all = rows.map((row) => {
    const { delivery_id, number, reference, planned_ready_at, made_ready_at, arrived_at, picked_up_at } = row
    const waited_seconds = waitedFor(row)
    return { delivery_id, number, reference, planned_ready_at, made_ready_at, arrived_at, picked_up_at, waited_seconds }
  })
  const late = all.flatMap(({ made_ready_at: at, planned_ready_at: planned }) =>
    at === null ? [] : [Math.max(0, Date.parse(at) - Date.parse(planned)) / 60_000],
  )
  const waited = all.flatMap(({ waited_seconds }) => (waited_seconds === null ? [] : [waited_seconds / 60]))
  return {
    orders: all.length,
    late_orders: late.filter((minutes) => minutes >= 1).length,
    late_minutes: average(late),
    waited_minutes: average(waited),
    data: all.slice(0, most),
  }
}

/** From when the driver was there until it was ready. Unknown without both. */
function waitedFor({ arrived_at, made_ready_at, picked_up_at }: Picked): number | null {
  if (arrived_at === null || made_ready_at === null) return null
  const until = Math.min(Date.parse(made_ready_at), Date.parse(picked_up_at))
  return Math.max(0, Math.round((until - Date.parse(arrived_at)) / 1000))
}

const average = (minutes: number[]) =>
  minutes.length ? Math.round((minutes.reduce((sum, each) => sum + each, 0) / minutes.length) * 10) / 10 : null
