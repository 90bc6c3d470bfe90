import type { BoardOrder, BoardPlace, BoardRoute, VroomInput } from '#solver/index.ts'
import type { EditRoute } from '#domain/plan-change/edit-route.ts'
import { clockOf } from '#domain/problem/clock.ts'
import type { DayProblem } from '#domain/problem/day-problem.ts'
import { haveSeveralDepots, needsOf } from '#domain/problem/needs.ts'
import type { Rooms } from '#domain/problem/rooms.ts'
import { toJob } from '#domain/problem/tasks.ts'
import type { DayDelivery, DayDriver, DaySettings } from '#domain/plan/day.ts'
import type { Slot, SlotRefusal, SlotSettings } from '#domain/schema/slots.ts'
import { asDelivery, type HeldOrder } from '#domain/slots/held-order.ts'
import { slotPrice } from '#domain/slots/price.ts'
import type { DayWindow } from '#domain/slots/windows.ts'
import type { StraightLine } from '../../engine/protocol.ts'
import type { PlanToChange } from '../changeable-plans/queries.ts'

/** A day as slots are looked for in it. */
export type DayToKeep = {
  day: string
  settings: DaySettings
  /** Null if nobody works that day. */
  problem: VroomInput | null
  hasPlan: boolean
  /** As the plans of the day have them, or as they were kept; null if there is neither. */
  routes: BoardRoute[] | null
  straight: StraightLine
  /** Who drives each vehicle. */
  crews: Map<number, DayDriver>
  /** Deliveries and held orders by the number of their task. */
  orders: Map<number, DayDelivery>
  hasCosts: boolean
  moneyPerCost: number
  rooms: Rooms
  /** When a hold ends, or what is known of today is too old. In milliseconds. */
  until: number
}

/** A stop of a route that is kept, by the delivery. */
export type KeptStop = { type: BoardRoute['steps'][number]['type']; order: string }
/** Routes of a day without a plan, by driver. */
export type KeptRoutes = Map<string, KeptStop[]>

/** The plans of a day as one: each has routes of its own. */
export function merged(plans: readonly PlanToChange[]): PlanToChange {
  const [first, ...others] = plans as [PlanToChange, ...PlanToChange[]]
  return others.reduce(
    (all, each) => ({
      ...all,
      routes: [...all.routes, ...each.routes],
      busy: [...all.busy, ...each.busy],
      deliveries: new Map([...each.deliveries, ...all.deliveries]),
      drivers: new Map([...all.drivers, ...each.drivers]),
      inactive: new Map([...all.inactive, ...each.inactive]),
      vehicles: new Map([...all.vehicles, ...each.vehicles]),
      etas: new Map([...all.etas, ...each.etas]),
      lastSeen: new Map([...all.lastSeen, ...each.lastSeen]),
    }),
    first,
  )
}

/** Whether a route can be timed: nobody and nothing of it is gone. */
export function canBeTimed(day: PlanToChange, { driver_id, vehicle_id, stops }: EditRoute): boolean {
  const isPlaced = (id: string) => {
    const delivery = day.deliveries.get(id)
    return Boolean(delivery?.location && (!delivery.pickup || delivery.pickup.location))
  }
  return (
    day.drivers.has(driver_id) &&
    (vehicle_id === null || day.vehicles.has(vehicle_id)) &&
    stops.every(({ delivery_id }) => isPlaced(delivery_id))
  )
}

/** Routes that were kept, in the numbers of a problem that was read again. What is gone is left out. */
export function keptIn({ problem, deliveries, drivers }: DayProblem<DayDelivery, DayDriver>, kept: KeptRoutes) {
  const taskOf = new Map([...deliveries].map(([task, { id }]) => [id, task]))
  const jobs = new Set(problem.jobs.map(({ id }) => id))
  return [...drivers].flatMap(([vehicle, { id }]): BoardRoute[] => {
    const steps = (kept.get(id) ?? []).flatMap(({ type, order }) => {
      const task = taskOf.get(order)
      return task !== undefined && (type === 'job') === jobs.has(task) ? [{ type, id: task }] : []
    })
    return steps.length ? [{ vehicle, steps }] : []
  })
}

/** Routes of a board by driver and delivery, to be found again in another problem. */
export function toKeep({ crews, orders }: DayToKeep, routes: readonly BoardRoute[]): KeptRoutes {
  return new Map(
    routes.map(({ vehicle, steps }) => [
      crews.get(vehicle)!.id,
      steps.map(({ type, id }) => ({ type, order: orders.get(id)!.id })),
    ]),
  )
}

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
  const at = clockOf(day.day, settings.time_zone)
  const {
    id: _,
    skills: __,
    time_windows: ___,
    priority: ____,
    ...order
  } = toJob(1, delivery, [], [], { settings, at, types, rooms })
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
