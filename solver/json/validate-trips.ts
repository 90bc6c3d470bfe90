import { fail, type Fields, fieldsOf, given, list, maxTravel, wholeNumber } from './fields.ts'
import { place } from './validate-places.ts'
import type { VroomInput, VroomJob, VroomShipment } from './vroom.ts'

/** Every field that has an effect. Any other is rejected by name, so that nothing is silently ignored. */
const reloadFields = ['depots', 'service', 'max_trips']
const depotFields = ['location', 'location_index']

/** Checks what a vehicle needs for several trips. */
export function validateReload(vehicle: Fields, path: string, matrixSize: number | undefined, starts: boolean) {
  const reload = fieldsOf(vehicle['reload'], `${path}.reload`, reloadFields)
  wholeNumber(reload, 'service', `${path}.reload`, maxTravel)
  wholeNumber(reload, 'max_trips', `${path}.reload`, Number.MAX_SAFE_INTEGER)
  if (reload['max_trips'] === 0) fail(`${path}.reload.max_trips`, 'must be at least 1')
  if (given(reload, 'depots')) {
    const depots = list(reload, 'depots', `${path}.reload.depots`)
    if (depots.length === 0) fail(`${path}.reload.depots`, 'is empty: leave it out where the start is the depot')
    depots.forEach((depot, i) => {
      const at = `${path}.reload.depots[${i}]`
      place(fieldsOf(depot, at, depotFields), 'location', 'location_index', at, matrixSize, true)
    })
  } else if (!starts) fail(`${path}.reload.depots`, 'is missing, and the vehicle has no start')
}

/** Routes are split into trips by capacity, windows, releases and driving limits only. */
export function validateTripsAlone({ jobs = [], shipments = [], vehicles, traffic, same_address_service }: VroomInput) {
  const several = vehicles.findIndex(({ reload }) => reload)
  if (several < 0) return
  const beside = `cannot be combined with vehicles[${several}].reload`
  vehicles.forEach(({ reload, breaks, max_shift, costs, steps, profile = 'car' }, v) => {
    if (!reload) return
    if (breaks && breaks.length > 0) fail(`vehicles[${v}].breaks`, 'cannot be combined with reload')
    if (max_shift !== undefined) fail(`vehicles[${v}].max_shift`, 'cannot be combined with reload')
    if (costs?.per_waiting_hour) fail(`vehicles[${v}].costs.per_waiting_hour`, 'cannot be combined with reload')
    if (traffic?.[profile]) fail(`traffic.${profile}`, `cannot be combined with vehicles[${v}].reload`)
    const locked = steps?.findIndex(({ lock }) => lock !== undefined) ?? -1
    if (locked >= 0) fail(`vehicles[${v}].steps[${locked}].lock`, 'cannot be combined with reload')
  })
  if (same_address_service === 'longest') fail('same_address_service', beside)
  jobs.forEach((job, i) => refuseSoft(job, `jobs[${i}]`, beside))
  shipments.forEach((shipment, i) => {
    refuseSoft(shipment, `shipments[${i}]`, beside)
    refuseRide(shipment, `shipments[${i}]`, beside)
  })
}

/** The same for an added order. */
export function refuseBesideTrips(order: VroomJob | VroomShipment, { vehicles }: VroomInput): void {
  const several = vehicles.findIndex(({ reload }) => reload)
  if (several < 0) return
  const because = `cannot be combined with vehicles[${several}].reload`
  refuseSoft(order, 'order', because)
  if ('pickup' in order && !('id' in order)) refuseRide(order, 'order', because)
}

/** A trip may begin later for the goods that it brings, but not for what is already on board. */
function refuseRide({ max_ride }: VroomShipment, path: string, because: string) {
  if (max_ride !== undefined) fail(`${path}.max_ride`, because)
}

function refuseSoft(of: VroomJob | VroomShipment, path: string, because: string) {
  const refuse = (step: Pick<VroomJob, 'soft_time_window'>, at: string) => {
    if (step.soft_time_window) fail(`${at}.soft_time_window`, because)
  }
  if ('id' in of) refuse(of, path)
  else for (const end of ['pickup', 'delivery'] as const) refuse(of[end], `${path}.${end}`)
}
