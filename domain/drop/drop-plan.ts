import type { VroomVehicleStep } from '#solver/json/vroom.ts'
import { doneCount, type EditRoute, type EditStop } from '../plan-change/edit-route.ts'
import type { PlanProblem } from '../schema/plan-problem.ts'
import type { Route, Stop } from '../schema/plan.ts'
import { isVisit } from '../stop-kinds.ts'

type DropStop = Pick<
  Stop,
  | 'id'
  | 'kind'
  | 'delivery_id'
  | 'delivery_status'
  | 'arrival_at'
  | 'departure_at'
  | 'waiting_seconds'
  | 'promised_at'
  | 'locked'
>

/** A route of the plan, as far as dropping stops on it needs to know it. */
export type DropRoute = Pick<
  Route,
  'id' | 'driver_id' | 'driver_name' | 'vehicle_id' | 'cost' | 'distance_km' | 'driving_seconds' | 'locks'
> & { stops: readonly DropStop[] }

/** The driver has been there or is on the way. */
const passed: readonly DropStop['delivery_status'][] = ['in_transit', 'arrived', 'delivered', 'failed']

/** The routes as edits see them. Canceled deliveries have left them. */
export function editableRoutes(routes: readonly DropRoute[]): EditRoute[] {
  return routes.map(({ id, driver_id, vehicle_id, locks, stops }) => ({
    id,
    driver_id,
    vehicle_id,
    locks,
    stops: stops.flatMap((stop): EditStop[] => {
      const { delivery_id, delivery_status, locked } = stop
      if (!isVisit(stop) || delivery_id === null || delivery_status === null || delivery_status === 'cancelled')
        return []
      const kind = stop.kind as EditStop['kind']
      return [{ id: stop.id, kind, delivery_id, locked, isDone: passed.includes(delivery_status) }]
    }),
  }))
}

/** When the plan is, in milliseconds: midnight of its day, and the present. */
export type DropClock = { midnight: number; now: number }

/** Turns edited routes into the solver's, with what is done at the times that it was. */
export function stepsFor(routes: readonly DropRoute[], { problem, deliveries }: PlanProblem, clock: DropClock) {
  const stored = new Map(routes.flatMap(({ stops }) => stops.map((stop) => [stop.id, stop] as const)))
  const taskOf = new Map(deliveries.map(({ delivery_id, task }) => [delivery_id, task]))
  const shipments = new Set(problem.shipments?.map(({ delivery }) => delivery.id))
  const secondsAt = (instant: string) => Math.round((Date.parse(instant) - clock.midnight) / 1000)
  const present = Math.ceil((clock.now - clock.midnight) / 1000)
  // Whoever is late leaves later than planned.
  const leaves = new Map(
    problem.vehicles.flatMap(({ steps = [] }) =>
      steps.flatMap(({ type, id, departure }) =>
        departure === undefined ? [] : [[`${type} ${id}`, departure] as const],
      ),
    ),
  )

  /** Undefined if the problem does not know one of its deliveries. */
  return (route: EditRoute): VroomVehicleStep[] | undefined => {
    const done = doneCount(route)
    const steps = route.stops.map(({ id, kind, delivery_id }, place): VroomVehicleStep | undefined => {
      const task = taskOf.get(delivery_id)
      if (task === undefined) return undefined
      const step = { type: shipments.has(task) ? kind : ('job' as const), id: task }
      const known = stored.get(id)
      if (place >= done || !known) return step
      const left = secondsAt(known.departure_at)
      // The driver is not ahead of the present.
      const expected = leaves.get(`${step.type} ${task}`) ?? 0
      const departure = place === done - 1 ? Math.max(present, left, expected) : left
      return { ...step, lock: 'done', arrival: secondsAt(known.arrival_at), departure }
    })
    return steps.includes(undefined) ? undefined : (steps as VroomVehicleStep[])
  }
}
