import { maxSeconds } from '../json/fields.ts'
import type {
  TimeWindow,
  VroomInput,
  VroomJob,
  VroomShipment,
  VroomShipmentStep,
  VroomVehicle,
  VroomVehicleStep,
} from '../json/vroom.ts'

/** The highest urgency that an order can have. */
const mostUrgent = 100

/**
 * The same problem without locks on vehicles that reload, which the engine does not combine: what is done on them begins when it
 * did, or as soon as the vehicle can be there. `heads` has the number of stops, by the id of the vehicle, that nothing may come before.
 */
export function withoutTripLocks(problem: VroomInput): { problem: VroomInput; heads: Map<number, number> } {
  const heads = new Map<number, number>()
  const first = new Set<string>()
  const past = new Map<string, VroomVehicleStep>()
  const vehicles = problem.vehicles.map((vehicle) => {
    const { reload, steps, time_window } = vehicle
    if (!reload || !steps?.some(({ lock }) => lock)) return vehicle
    const stops = steps.filter(({ type }) => type === 'job' || type === 'pickup' || type === 'delivery')
    const head = stops.filter(({ lock }) => lock === 'done' || lock === 'position')
    heads.set(vehicle.id, head.length)
    for (const { type, id } of head) first.add(`${type} ${id}`)
    const done = stops.filter(({ lock }) => lock === 'done')
    for (const step of done) past.set(`${step.type} ${step.id}`, step)
    // What is done may have begun before the shift.
    const shift = time_window && done.length > 0 ? { time_window: [0, time_window[1]] as TimeWindow } : {}
    const plain = head.some(isOnBoard(first, problem)) ? withoutTurns(vehicle) : vehicle
    return { ...plain, ...shift, steps: steps.map(({ type, id }) => (id === undefined ? { type } : { type, id })) }
  })
  if (first.size === 0) return { problem: { ...problem, vehicles }, heads }
  const was = <T extends VroomJob | VroomShipmentStep>(type: string, stop: T): T => {
    const step = past.get(`${type} ${stop.id}`)
    return step ? asItWas(stop, step) : stop
  }
  // What comes first anyway is in nobody's way.
  const inTurn = <T extends VroomJob | VroomShipment>(order: T, last: string): T =>
    first.has(last) && vehicles.some(({ urgent_first }) => urgent_first) ? { ...order, urgency: mostUrgent } : order
  const shipments = problem.shipments?.map((shipment) => ({
    ...inTurn(shipment, `delivery ${shipment.delivery.id}`),
    pickup: was('pickup', shipment.pickup),
    delivery: was('delivery', shipment.delivery),
  }))
  const jobs = problem.jobs?.map((job) => inTurn(was('job', job), `job ${job.id}`))
  return { problem: { ...problem, vehicles, jobs, ...(shipments && { shipments }) }, heads }
}

/** Whether a step picks up what the steps that come first do not deliver. */
function isOnBoard(first: ReadonlySet<string>, { shipments = [] }: VroomInput) {
  return ({ type, id }: VroomVehicleStep) => {
    const shipment = type === 'pickup' && shipments.find(({ pickup }) => pickup.id === id)
    return shipment && !first.has(`delivery ${shipment.delivery.id}`)
  }
}

/** With less urgent goods on board, no order of the rest would do. */
function withoutTurns({ urgent_first: _, ...vehicle }: VroomVehicle): VroomVehicle {
  return vehicle
}

/** Work began on arrival and ended with the departure. */
function asItWas<T extends VroomJob | VroomShipmentStep>(stop: T, { arrival, departure }: VroomVehicleStep): T {
  const { time_windows: _, release: __, setup: ___, soft_time_window: ____, ...rest } = stop as VroomJob
  const { setup_per_type: _____, service_per_type: ______, max_ride: _______, ...plain } = rest
  const took = departure === undefined || arrival === undefined ? stop.service : Math.max(0, departure - arrival)
  const window = arrival === undefined ? {} : { time_windows: [[arrival, maxSeconds]] }
  return { ...plain, ...window, ...(took !== undefined && { service: took }) } as T
}
