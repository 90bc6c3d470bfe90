import type { BoardRoute, VroomInput } from '#solver/index.ts'
import type { EditRoute } from '#domain/plan-change/edit-route.ts'
import type { DayDelivery, DayDriver, DaySettings } from '#domain/plan/day.ts'
import type { DayProblem } from '#domain/problem/day-problem.ts'
import type { Rooms } from '#domain/problem/rooms.ts'
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
