import type { PlannedRoute } from '#solver/index.ts'
import type { DayProblem } from '../problem/day-problem.ts'
import type { BestPlan } from '../schema/revision.ts'
import { encodePolyline, type LngLat } from '../travel/polyline.ts'
import type { DayDelivery, DayDriver } from './day.ts'

type Planned = Pick<DayProblem<DayDelivery, DayDriver>, 'problem' | 'deliveries' | 'drivers' | 'tasks'>

/** A plan of the search as it is drawn while the search goes on: small, and without times. */
export function bestPlan(planned: Planned, routes: readonly PlannedRoute[], number: number): BestPlan {
  const vehicles = new Map(planned.problem.vehicles.map((vehicle) => [vehicle.id, vehicle]))
  return {
    number,
    routes: routes.map(({ vehicle: id, jobs, steps }) => {
      const { start, end } = vehicles.get(id)!
      const { id: driver_id, name } = planned.drivers.get(id)!
      const visits = steps ?? jobs.map((job) => ({ type: 'job' as const, id: job }))
      const points = visits.map((visit) => placeOf(planned, visit))
      return {
        driver_id,
        driver_name: name,
        line: encodePolyline([...(start ? [start] : []), ...points, ...(end ? [end] : [])]),
        numbers: visits.map((visit) => planned.deliveries.get(visit.id)!.number),
      }
    }),
  }
}

function placeOf({ tasks }: Planned, { type, id }: { type: string; id: number }): LngLat {
  const { start, end } = tasks.get(id)!
  return (type === 'pickup' && start ? start : end).location!
}
