import type { VroomOutput, VroomRoute } from '#solver/json/vroom.ts'
import { loadOf } from '../problem/amounts.ts'
import { clockOf } from '../problem/clock.ts'
import type { DayProblem } from '../problem/day-problem.ts'
import { isVisit } from '../stop-kinds.ts'
import { instantOf } from '../time.ts'
import type { DayDelivery, DayDriver, DaySettings } from './day.ts'
import { drivenCost } from './driven-cost.ts'
import { toStop } from './to-stop.ts'

type Planned = DayProblem<DayDelivery, DayDriver>

/** The solver's answer as rows, in instants, kilometers, kilograms, liters and pieces. */
export function toRoutes(day: string, settings: DaySettings, planned: Planned, solution: Pick<VroomOutput, 'routes'>) {
  return solution.routes.map((route, position) => toRoute(day, settings, planned, route, position))
}

/** One of them. */
export function toRoute(day: string, settings: DaySettings, planned: Planned, route: VroomRoute, position: number) {
  const midnight = instantOf(day, '00:00', settings.time_zone).getTime()
  const at = (seconds: number) => new Date(midnight + seconds * 1000)
  const driver = planned.drivers.get(route.vehicle)!
  const { vehicle } = driver
  const distance_km = route.distance! / 1000
  const first = route.steps[0]!
  const last = route.steps.at(-1)!
  // A route that ends anywhere ends once its last stop is done.
  const endsAt = last.arrival + last.waiting_time + last.setup + last.service
  let visits = 0
  return {
    position,
    driver_id: driver.id,
    driver_name: driver.name,
    vehicle_id: driver.vehicle_id,
    vehicle_code: vehicle?.code ?? null,
    capacity_kg: vehicle?.capacity_kg ?? null,
    capacity_l: vehicle?.capacity_l ?? null,
    capacity_units: vehicle?.capacity_units ?? null,
    starts_at: at(first.arrival),
    ends_at: at(endsAt),
    distance_km,
    driving_seconds: route.duration,
    waiting_seconds: route.waiting_time,
    service_seconds: route.service,
    duration_seconds: endsAt - first.arrival,
    overtime_seconds: Math.max(0, endsAt - clockOf(day, settings.time_zone)(driver.normal_end ?? driver.shift_end)),
    fuel_liters: Math.round(distance_km * settings.fuel_l_per_km * 1000) / 1000,
    cost: planned.hasCosts ? drivenCost(route) * planned.moneyPerCost : null,
    ...loadOf(mostOnBoard(route)),
    stops: route.steps.map((step, index) => {
      const stop = toStop(step, driver, planned.deliveries, settings.time_zone, at)
      return { position: index, ...stop, sequence: isVisit(stop) ? ++visits : 0 }
    }),
  }
}

/** Of each quantity, the most that is on board at once. */
function mostOnBoard({ steps }: VroomRoute): number[] {
  return steps[0]!.load.map((_, kind) => Math.max(...steps.map(({ load }) => load[kind]!)))
}

export type RouteRows = ReturnType<typeof toRoutes>
