import { withOwnRows } from './own-rows.ts'
import { type GivenRoute, timeRoutes } from './time-routes.ts'
import { SolverInputError } from '../json/input-error.ts'
import { fail } from '../json/fields.ts'
import type { VroomInput, VroomJob, VroomRoute, VroomShipment } from '../json/vroom.ts'

/** This many routes are remembered: the pointer goes to and fro between the same places. */
const mostKept = 400

/**
 * Times routes of one problem, one after the other, as `timeRoutes` does. Only the jobs of a route are looked at, without a
 * search through the others, and a route that was asked for before is remembered. A route without stops has no times.
 */
export function makeTimer(problem: VroomInput): (route: GivenRoute) => VroomRoute | undefined {
  const { jobs = [], shipments = [], vehicles, previous: _, ...rest } = problem
  const jobOf = new Map(jobs.map((job) => [job.id, job]))
  const byPickup = new Map(shipments.map((shipment) => [shipment.pickup.id, shipment]))
  const byDelivery = new Map(shipments.map((shipment) => [shipment.delivery.id, shipment]))
  const vehicleOf = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]))
  const known = new Map<string, VroomRoute | undefined>()

  return (route) => {
    const key = JSON.stringify([route.vehicle, route.steps])
    if (known.has(key)) return known.get(key)
    const timed = time(route)
    if (known.size >= mostKept) known.delete(known.keys().next().value!)
    known.set(key, timed)
    return timed
  }

  function time(route: GivenRoute): VroomRoute | undefined {
    const vehicle = vehicleOf.get(route.vehicle) ?? fail('route.vehicle', `there is no vehicle ${route.vehicle}`)
    if (route.steps.length === 0) return undefined
    const own = new Set<VroomJob>()
    const ownShipments = new Set<VroomShipment>()
    for (const { type, id } of route.steps) {
      const job = type === 'job' ? jobOf.get(id!) : undefined
      const shipment = type === 'pickup' ? byPickup.get(id!) : type === 'delivery' ? byDelivery.get(id!) : undefined
      if (job) own.add(job)
      if (shipment) ownShipments.add(shipment)
    }
    const small = withOwnRows({ ...rest, jobs: [...own], shipments: [...ownShipments], vehicles: [vehicle] })
    const [timed] = inTrips(small.problem, route)
    if (!timed || small.rows.length === 0) return timed
    const steps = timed.steps.map(({ location_index, ...step }) =>
      location_index === undefined ? step : { ...step, location_index: small.rows[location_index] },
    )
    return { ...timed, steps }
  }
}

/** A vehicle that may reload, and cannot keep its limits in this order, is driven without reloading. */
function inTrips(problem: VroomInput, route: GivenRoute): VroomRoute[] {
  try {
    return timeRoutes(problem, [route])
  } catch (error) {
    if (!(error instanceof SolverInputError) || !problem.vehicles.some(({ reload }) => reload)) throw error
    const vehicles = problem.vehicles.map(({ reload: _, ...vehicle }) => vehicle)
    return timeRoutes({ ...problem, vehicles }, [route])
  }
}
