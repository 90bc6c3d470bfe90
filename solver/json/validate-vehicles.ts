import { ofBreak, ofCosts, refuse } from './combinations.ts'
import { engineFields } from './engine-fields.ts'
import {
  fail,
  type Fields,
  fieldsOf,
  given,
  list,
  maxSeconds,
  maxTravel,
  text,
  timeWindow,
  trueOrFalse,
  uniqueIds,
  wholeNumber,
  wholeNumbers,
  windows,
} from './fields.ts'
import { amounts, place } from './validate-places.ts'
import { validateMixes } from './validate-plan.ts'
import { validateReload } from './validate-trips.ts'
import type { VroomBreak, VroomMatrices, VroomVehicle } from './vroom.ts'

/** Checks one vehicle; `longest` gives the seconds of the longest drive with a profile. */
export function validateVehicle(
  value: unknown,
  path: string,
  problem: Fields,
  matrixSizes: Map<string, number> | undefined,
  longest: (profile: string) => number,
  dimensions: number,
) {
  const vehicle = fieldsOf(value, path, engineFields.vehicle)
  wholeNumber(vehicle, 'id', path, Number.MAX_SAFE_INTEGER, true)
  text(vehicle, 'description', path)
  text(vehicle, 'profile', path)
  text(vehicle, 'type', path)
  const profile = (vehicle['profile'] as string | undefined) ?? 'car'
  const matrixSize = matrixSizes?.get(profile)
  if (matrixSizes && matrixSize === undefined) fail(`${path}.profile`, `there is no matrix for profile "${profile}"`)
  const starts = place(vehicle, 'start', 'start_index', path, matrixSize, false)
  const ends = place(vehicle, 'end', 'end_index', path, matrixSize, false)
  if (!starts && !ends) fail(path, `needs a ${matrixSizes ? 'start_index or an end_index' : 'start or an end'}`)
  amounts(vehicle, 'capacity', path, dimensions)
  if (dimensions > 0 && !given(vehicle, 'capacity')) fail(`${path}.capacity`, `must hold ${dimensions} numbers`)
  wholeNumbers(vehicle, 'skills', path, Number.MAX_SAFE_INTEGER)
  if (given(vehicle, 'time_window')) timeWindow(vehicle['time_window'], `${path}.time_window`)
  if (given(vehicle, 'speed_factor')) {
    const factor = vehicle['speed_factor']
    // VROOM respects two digits; anything below a hundredth would round to 0.
    if (typeof factor !== 'number' || !(factor >= 0.01 && factor <= 5))
      fail(`${path}.speed_factor`, 'must be between 0.01 and 5')
    if (longest(profile) * (100 / Math.round(factor * 100)) > maxTravel)
      fail(`${path}.speed_factor`, `makes drives of more than ${maxTravel} s`)
  }
  if (given(vehicle, 'breaks')) {
    const breaks = list(vehicle, 'breaks', `${path}.breaks`)
    breaks.forEach((value, i) => validateBreak(value, `${path}.breaks[${i}]`, dimensions, vehicle['id'] as number))
    uniqueIds(breaks as VroomBreak[], `${path}.breaks`)
  }
  trueOrFalse(vehicle, 'last_in_first_out', path)
  trueOrFalse(vehicle, 'urgent_first', path)
  validateMixes(vehicle, path)
  if (given(vehicle, 'reload')) validateReload(vehicle, path, matrixSize, starts)
  wholeNumber(vehicle, 'max_tasks', path, Number.MAX_SAFE_INTEGER)
  wholeNumber(vehicle, 'max_travel_time', path, maxSeconds)
  wholeNumber(vehicle, 'max_distance', path, maxSeconds)
  wholeNumber(vehicle, 'max_shift', path, maxSeconds)
  wholeNumber(vehicle, 'max_districts', path, Number.MAX_SAFE_INTEGER)
  if (given(vehicle, 'overtime')) validateOvertime(list(vehicle, 'overtime', `${path}.overtime`), `${path}.overtime`)

  const tables = given(problem, 'matrix')
    ? ({ durations: [] } as VroomMatrices)
    : (problem['matrices'] as Record<string, VroomMatrices> | undefined)?.[profile]
  const costs = given(vehicle, 'costs') ? fieldsOf(vehicle['costs'], `${path}.costs`, engineFields.costs) : {}
  wholeNumber(costs, 'fixed', `${path}.costs`, 1e9)
  wholeNumber(costs, 'per_hour', `${path}.costs`, 1e6)
  wholeNumber(costs, 'per_task_hour', `${path}.costs`, 1e6)
  wholeNumber(costs, 'per_km', `${path}.costs`, 1e6)
  wholeNumber(costs, 'per_waiting_hour', `${path}.costs`, 1e6)
  wholeNumber(costs, 'per_stop', `${path}.costs`, 1e6)
  const perUnit = wholeNumbers(costs, 'per_unit', `${path}.costs`, 1e6)
  if (given(costs, 'per_unit') && perUnit.length !== dimensions)
    fail(`${path}.costs.per_unit`, `has ${perUnit.length} numbers, but vehicles[0].capacity has ${dimensions}`)
  refuse(ofCosts(value as VroomVehicle, path, problem))
  if (tables && !tables.distances) {
    if (Number(costs['per_km'] ?? 0) !== 0) fail(`${path}.costs.per_km`, `needs matrices.${profile}.distances`)
    if (given(vehicle, 'max_distance')) fail(`${path}.max_distance`, `needs matrices.${profile}.distances`)
    if ((vehicle as VroomVehicle).reload?.max_distance !== undefined) {
      fail(`${path}.reload.max_distance`, `needs matrices.${profile}.distances`)
    }
  }
}

/** Steps in order, each at least as dear as the one before: then the soonest finish is the cheapest. */
function validateOvertime(values: unknown[], path: string) {
  if (values.length === 0) fail(path, 'is empty: leave it out when overtime costs nothing')
  const steps = values.map((value, i) => fieldsOf(value, `${path}[${i}]`, engineFields.overtimeStep))
  steps.forEach((step, i) => {
    wholeNumber(step, 'from', `${path}[${i}]`, maxSeconds, true)
    wholeNumber(step, 'cost_per_hour', `${path}[${i}]`, 1e6, true)
    const before = steps[i - 1]
    if (!before) return
    if ((step['from'] as number) <= (before['from'] as number))
      fail(`${path}[${i}].from`, 'must be later than the step before')
    if ((step['cost_per_hour'] as number) < (before['cost_per_hour'] as number))
      fail(`${path}[${i}].cost_per_hour`, 'must not be lower than in the step before')
  })
}

function validateBreak(value: unknown, path: string, dimensions: number, vehicle: number) {
  const taken = fieldsOf(value, path, engineFields.break)
  wholeNumber(taken, 'id', path, Number.MAX_SAFE_INTEGER, true)
  text(taken, 'description', path)
  wholeNumber(taken, 'service', path, maxTravel)
  amounts(taken, 'max_load', path, dimensions)
  if (given(taken, 'time_windows')) windows(list(taken, 'time_windows', `${path}.time_windows`), `${path}.time_windows`)
  wholeNumber(taken, 'after_driving', path, maxSeconds)
  wholeNumber(taken, 'after_working', path, maxSeconds)
  refuse(ofBreak(taken as VroomBreak, path, vehicle))
}
