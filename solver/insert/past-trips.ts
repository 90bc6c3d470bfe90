import { maxSeconds } from '../json/fields.ts'
import type { TimeWindow, VroomInput, VroomJob, VroomShipmentStep, VroomVehicleStep } from '../json/vroom.ts'

/**
 * The same problem without locks on vehicles that reload, which the engine does not combine: what is done on them begins when it
 * did, or as soon as the vehicle can be there. `heads` has the number of stops, by the id of the vehicle, that nothing may come before.
 */
export function withoutTripLocks(problem: VroomInput): { problem: VroomInput; heads: Map<number, number> } {
  const heads = new Map<number, number>()
  const past = new Map<string, VroomVehicleStep>()
  const vehicles = problem.vehicles.map((vehicle) => {
    const { reload, steps, time_window } = vehicle
    if (!reload || !steps?.some(({ lock }) => lock)) return vehicle
    const stops = steps.filter(({ type }) => type === 'job' || type === 'pickup' || type === 'delivery')
    heads.set(vehicle.id, stops.filter(({ lock }) => lock === 'done' || lock === 'position').length)
    const done = stops.filter(({ lock }) => lock === 'done')
    for (const step of done) past.set(`${step.type} ${step.id}`, step)
    // What is done may have begun before the shift.
    const shift = time_window && done.length > 0 ? { time_window: [0, time_window[1]] as TimeWindow } : {}
    return { ...vehicle, ...shift, steps: steps.map(({ type, id }) => (id === undefined ? { type } : { type, id })) }
  })
  if (past.size === 0) return { problem: { ...problem, vehicles }, heads }
  const was = <T extends VroomJob | VroomShipmentStep>(type: string, stop: T): T => {
    const step = past.get(`${type} ${stop.id}`)
    return step ? asItWas(stop, step) : stop
  }
  const shipments = problem.shipments?.map((shipment) => ({
    ...shipment,
    pickup: was('pickup', shipment.pickup),
    delivery: was('delivery', shipment.delivery),
  }))
  const jobs = problem.jobs?.map((job) => was('job', job))
  return { problem: { ...problem, vehicles, jobs, ...(shipments && { shipments }) }, heads }
}

/** Work began on arrival and ended with the departure. */
function asItWas<T extends VroomJob | VroomShipmentStep>(stop: T, { arrival, departure }: VroomVehicleStep): T {
  const { time_windows: _, release: __, setup: ___, soft_time_window: ____, ...rest } = stop as VroomJob
  const { setup_per_type: _____, service_per_type: ______, max_ride: _______, ...plain } = rest
  const took = departure === undefined || arrival === undefined ? stop.service : Math.max(0, departure - arrival)
  const window = arrival === undefined ? {} : { time_windows: [[arrival, maxSeconds]] }
  return { ...plain, ...window, ...(took !== undefined && { service: took }) } as T
}
