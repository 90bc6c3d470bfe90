import { besideTrips, ofTables, ofTrips, refuse } from './combinations.ts'
import { engineFields } from './engine-fields.ts'
import { fail, fieldsOf, given, isObject, list, uniqueIds } from './fields.ts'
import { validateAfterOf, validatePrecedence } from './validate-after.ts'
import { validateJob, validateShipment } from './validate-jobs.ts'
import { validateOneOf, validateOneOfWith } from './validate-one-of.ts'
import { validateLocks } from './validate-locks.ts'
import { validateGroupsOf, validatePlanRules } from './validate-plan.ts'
import { maxInTable, maxJobs, validateSize } from './size.ts'
import { type Mode, validateSteps } from './validate-steps.ts'
import { dearestPerUnit, validateUnitPrice, validateUnitPrices } from './validate-prices.ts'
import { longestDrives, validateMatrices, validateTraffic } from './validate-travel.ts'
import { validateVehicle } from './validate-vehicles.ts'
import { validatePlacesForZones, validateSpeedZones } from './validate-zones.ts'
import { isShipment } from './is-shipment.ts'
import type { VroomInput, VroomJob, VroomShipment, VroomVehicle } from './vroom.ts'

export const maxVehicles = 5_000

/** Checks a parsed JSON value; throws a SolverInputError that names the first invalid element. */
export function validate(
  value: unknown,
  mode: Mode = 'solve',
  toCome?: VroomJob | VroomShipment,
): asserts value is VroomInput {
  const problem = fieldsOf(value, '', engineFields.problem)
  const matrixSizes = validateMatrices(problem)
  if (given(problem, 'speed_kmh')) {
    refuse(ofTables(problem))
    const speed = problem['speed_kmh']
    if (typeof speed !== 'number' || !(speed >= 0.1 && speed <= 1000))
      fail('speed_kmh', 'must be at least 0.1 and at most 1000')
  }
  if (given(problem, 'detour_factor')) {
    refuse(ofTables(problem))
    const factor = problem['detour_factor']
    if (typeof factor !== 'number' || !(factor >= 1 && factor <= 5))
      fail('detour_factor', 'must be at least 1 and at most 5')
  }
  if (given(problem, 'same_address_service') && !['sum', 'longest'].includes(problem['same_address_service'] as string))
    fail('same_address_service', 'must be "sum" or "longest"')
  if (given(problem, 'traffic')) validateTraffic(problem['traffic'])
  const vehicles = list(problem, 'vehicles', 'vehicles')
  if (vehicles.length === 0) fail('vehicles', 'there must be at least one')
  if (vehicles.length > maxVehicles) fail('vehicles', `${vehicles.length} are more than the ${maxVehicles} allowed`)
  const jobs = given(problem, 'shipments') && !given(problem, 'jobs') ? [] : list(problem, 'jobs', 'jobs')
  if (jobs.length > maxJobs) fail('jobs', `${jobs.length} are more than the ${maxJobs} allowed`)

  const first = vehicles[0]
  const capacity = isObject(first) ? first['capacity'] : undefined
  const dimensions = Array.isArray(capacity) ? capacity.length : 0
  const longest = longestDrives(problem)
  if (given(problem, 'speed_zones')) validateSpeedZones(problem, longest)
  vehicles.forEach((vehicle, i) =>
    validateVehicle(vehicle, `vehicles[${i}]`, problem, matrixSizes, longest, dimensions),
  )
  const anyMatrix = matrixSizes ? [...matrixSizes.values()][0] : undefined
  jobs.forEach((job, i) => validateJob(job, `jobs[${i}]`, anyMatrix, dimensions))
  uniqueIds(jobs as VroomJob[], 'jobs')
  if (given(problem, 'shipments')) {
    const shipments = list(problem, 'shipments', 'shipments')
    if (jobs.length + 2 * shipments.length > maxJobs)
      fail('shipments', `${shipments.length} are more than fit beside the jobs: ${maxJobs} stops are allowed`)
    shipments.forEach((shipment, i) => validateShipment(shipment, `shipments[${i}]`, anyMatrix, dimensions))
    for (const end of ['pickup', 'delivery'] as const) {
      const steps = (shipments as VroomShipment[]).map((shipment) => shipment[end])
      uniqueIds(steps, 'shipments', `.${end}`)
    }
  }
  uniqueIds(vehicles as VroomVehicle[], 'vehicles')
  validateSize(value as VroomInput)
  const profiles = new Set((vehicles as VroomVehicle[]).map(({ profile = 'car' }) => profile))
  for (const name of ['traffic', 'speed_zones'])
    for (const profile of Object.keys((problem[name] as object | undefined) ?? {}))
      if (!profiles.has(profile)) fail(`${name}.${profile}`, 'is the profile of no vehicle')
  validateUnitPrices(value as VroomInput)
  validateSteps(value as VroomInput, mode)
  validateLocks(value as VroomInput)
  validatePrecedence(value as VroomInput)
  validatePlanRules(value as VroomInput, toCome)
  if ((value as VroomInput).groups?.one_of) validateOneOf(value as VroomInput)
  refuse(ofTrips(value as VroomInput))
  validatePlacesForZones(value as VroomInput)
}

/** Checks a job or shipment to be added to a valid problem; the path of an error begins with `order`. */
export function validateOrder(order: VroomJob | VroomShipment, problem: VroomInput): void {
  const size = Object.values(problem.matrices ?? {})[0]?.durations!.length
  const dimensions = problem.vehicles[0].capacity?.length ?? 0
  const { jobs = [], shipments = [] } = problem
  if (isShipment(order)) {
    validateShipment(order, 'order', size, dimensions)
    for (const end of ['pickup', 'delivery'] as const) {
      const { id } = order[end]
      if (shipments.some((other) => other[end].id === id)) fail(`order.${end}.id`, `${id} is already used`)
    }
  } else {
    validateJob(order, 'order', size, dimensions)
    if (jobs.some(({ id }) => id === order.id)) fail('order.id', `${order.id} is already used`)
  }
  if (jobs.length + 2 * shipments.length + 2 > maxInTable) fail('order', `only ${maxInTable} stops are allowed`)
  validatePlacesForZones(problem, order)
  validateUnitPrice(order, 'order', dearestPerUnit(problem))
  validateGroupsOf(order, problem)
  validateAfterOf(order, problem)
  validateOneOfWith(order, problem)
  refuse(besideTrips(order, 'order', problem.vehicles))
}

/** Checks only the steps of vehicles, for a problem that is valid otherwise. */
export function validateLockedSteps(problem: VroomInput): void {
  validateSteps(problem, 'solve')
  validateLocks(problem)
  validatePrecedence(problem)
  if (problem.groups?.one_of) validateOneOf(problem)
  refuse(ofTrips(problem))
}
