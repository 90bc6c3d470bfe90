import { fail, type Fields, given } from '../json/fields.ts'
import { plainWork, plainWorth } from '../json/plain-fields.ts'
import type { VroomInput } from '../json/vroom.ts'

const jobFields = [...plainWork, ...plainWorth, 'delivery', 'pickup', 'amount']
const shipmentFields = [...plainWorth, 'pickup', 'delivery', 'amount']
const places = ['start', 'start_index', 'end', 'end_index', 'profile', 'speed_factor']
const limits = ['capacity', 'skills', 'time_window', 'breaks', 'max_tasks', 'max_travel_time', 'max_distance']
const vehicleFields = ['id', 'description', 'type', 'costs', ...places, ...limits, 'steps']
const costFields = ['fixed', 'per_hour', 'per_task_hour', 'per_km', 'per_stop', 'per_unit']
const breakFields = ['id', 'description', 'time_windows', 'service', 'max_load']
const problemFields = ['jobs', 'shipments', 'vehicles', 'matrices', 'matrix', 'speed_kmh', 'detour_factor']

/** Rejects fields that solving knows but plan mode cannot report on, so that nothing is ignored. */
export function refuseBeyondPlan(input: VroomInput): void {
  only(input, '', problemFields)
  input.jobs?.forEach((job, i) => only(job, `jobs[${i}]`, jobFields))
  input.shipments?.forEach((shipment, i) => {
    only(shipment, `shipments[${i}]`, shipmentFields)
    for (const end of ['pickup', 'delivery'] as const) only(shipment[end], `shipments[${i}].${end}`, plainWork)
  })
  input.vehicles.forEach((vehicle, v) => {
    const fields = vehicle as unknown as Fields
    only(vehicle, `vehicles[${v}]`, vehicleFields)
    if (given(fields, 'costs')) only(vehicle.costs!, `vehicles[${v}].costs`, costFields)
    if (given(fields, 'breaks'))
      vehicle.breaks!.forEach((rest, i) => only(rest, `vehicles[${v}].breaks[${i}]`, breakFields))
  })
}

function only(value: object, path: string, allowed: string[]): void {
  const beyond = Object.keys(value).find((name) => !allowed.includes(name) && given(value as Fields, name))
  if (beyond) fail(path ? `${path}.${beyond}` : beyond, 'is not supported in plan mode')
}
