import type { BoardOrder, BoardPlace, BoardRoute, VroomInput } from '#solver/index.ts'
import { clockOf } from '#domain/problem/clock.ts'
import { haveSeveralDepots, needsOf } from '#domain/problem/needs.ts'
import { haveDistricts } from '#domain/problem/territory-of.ts'
import { toJob } from '#domain/problem/tasks.ts'
import type { Slot, SlotRefusal, SlotSettings } from '#domain/schema/slots.ts'
import { asDelivery, type HeldOrder } from '#domain/slots/held-order.ts'
import { slotPrice } from '#domain/slots/price.ts'
import type { DayWindow } from '#domain/slots/windows.ts'
import type { DayToKeep } from '../slot-days/queries.ts'

/** The day without one delivery, which is to come at another time. Null if it is not there, or was driven to in vain. */
export function withoutOrder(day: DayToKeep, routes: readonly BoardRoute[], orderId: string) {
  const task = [...day.orders].find(([, { id }]) => id === orderId)?.[0]
  if (task === undefined || !day.problem) return null
  const { jobs, shipments = [], vehicles } = day.problem
  if (vehicles.some(({ steps = [] }) => steps.some(({ id }) => id === task))) return null
  return {
    problem: {
      ...day.problem,
      jobs: jobs.filter(({ id }) => id !== task),
      shipments: shipments.filter(({ pickup }) => pickup.id !== task),
    },
    routes: routes.map(({ vehicle, steps }) => ({ vehicle, steps: steps.filter(({ id }) => id !== task) })),
  }
}

/** An order as a day's board is asked about it. */
export type Wanted = {
  order: BoardOrder
  vehicles: Set<number>
  /** Whether one of these has room for it at all. */
  fits: boolean
}

/** Who may bring an order on a day, and what it is there. */
export function wantedOn(day: DayToKeep, held: HeldOrder, depot: string | null): Wanted {
  const { settings, crews, problem, rooms } = day
  const delivery = asDelivery(held, { id: '', day: day.day, start: '00:00', end: '24:00', depot })
  const types = new Set([...crews.values()].flatMap(({ vehicle }) => vehicle?.type ?? []))
  const hasDistricts = haveDistricts([...crews.values()])
  const at = clockOf(day.day, settings.time_zone)
  const {
    id: _,
    skills: __,
    time_windows: ___,
    priority: ____,
    ...order
  } = toJob(1, delivery, [], [], { settings, at, types, rooms, hasDistricts })
  const needs = needsOf(delivery, settings, haveSeveralDepots([delivery, ...day.orders.values()], [...crews.values()]))
  const able = [...crews].filter(([, driver]) => needs.every((need) => need.isMetBy(driver)))
  const vehicles = new Set(able.map(([vehicle]) => vehicle))
  const hasRoom = ({ capacity = [] }: VroomInput['vehicles'][number]) =>
    capacity.every((most, at) => (order.delivery?.[at] ?? 0) <= most)
  const fits = problem?.vehicles.some((vehicle) => vehicles.has(vehicle.id) && hasRoom(vehicle)) ?? false
  return { order, vehicles, fits }
}

type Offering = Pick<SlotSettings, 'price'>

/** A window that can be kept, as whoever asked is told of it. */
export function toSlot(
  { capacity, ...window }: DayWindow,
  place: BoardPlace,
  { settings: { price }, day, sold }: { settings: Offering; day: DayToKeep; sold: number },
): Slot {
  // Where nothing is added, rounding can take a little away.
  const added_cost = day.hasCosts ? Math.max(0, Math.round(place.addedCost * day.moneyPerCost)) : null
  return {
    ...window,
    price: slotPrice(price, added_cost, place.near > 0),
    added_cost,
    added_minutes: Math.max(0, Math.round(place.addedSeconds / 6) / 10),
    near_stops: place.near,
    left: capacity === null ? null : Math.max(0, capacity - sold),
  }
}

/** Those with the van in the street then come first, and then by time. */
export const inOrder = (slots: readonly Slot[]): Slot[] =>
  slots.toSorted(
    (a, b) =>
      Number(b.near_stops > 0) - Number(a.near_stops > 0) ||
      a.starts_at.localeCompare(b.starts_at) ||
      a.ends_at.localeCompare(b.ends_at),
  )

/** Why a window without a place is not offered. */
export const whyNone = ({ vehicles }: Wanted): SlotRefusal => (vehicles.size ? 'no_room' : 'no_driver')
