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
  uniqueIds,
  wholeNumber,
  wholeNumbers,
  windows,
} from './fields.ts'
import { amounts, place } from './validate-places.ts'
import { validateReload } from './validate-trips.ts'
import type { VroomBreak, VroomMatrices } from './vroom.ts'

/** Every field that has an effect. Any other is rejected by name, so that nothing is silently ignored. */
const known = {
  vehicle: [
    'id',
    'profile',
    'description',
    'start',
    'start_index',
    'end',
    'end_index',
    'capacity',
    'costs',
    'type',
    'skills',
    'time_window',
    'speed_factor',
    'max_tasks',
    'max_travel_time',
    'max_distance',
    'max_shift',
    'breaks',
    'reload',
    'steps',
  ],
  break: ['id', 'description', 'time_windows', 'service', 'max_load', 'after_driving', 'after_working'],
  costs: ['fixed', 'per_hour', 'per_task_hour', 'per_km', 'per_waiting_hour'],
}

/** Checks one vehicle; `longest` gives the seconds of the longest drive with a profile. */
export function validateVehicle(
  value: unknown,
  path: string,
  problem: Fields,
  matrixSizes: Map<string, number> | undefined,
  longest: (profile: string) => number,
  dimensions: number,
) {
  const vehicle = fieldsOf(value, path, known.vehicle)
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
    breaks.forEach((value, i) => validateBreak(value, `${path}.breaks[${i}]`, dimensions))
    uniqueIds(breaks as VroomBreak[], `${path}.breaks`)
  }
  if (given(vehicle, 'reload')) validateReload(vehicle, path, matrixSize, starts)
  wholeNumber(vehicle, 'max_tasks', path, Number.MAX_SAFE_INTEGER)
  wholeNumber(vehicle, 'max_travel_time', path, maxSeconds)
  wholeNumber(vehicle, 'max_distance', path, maxSeconds)
  wholeNumber(vehicle, 'max_shift', path, maxSeconds)

  const tables = given(problem, 'matrix')
    ? ({ durations: [] } as VroomMatrices)
    : (problem['matrices'] as Record<string, VroomMatrices> | undefined)?.[profile]
  const costs = given(vehicle, 'costs') ? fieldsOf(vehicle['costs'], `${path}.costs`, known.costs) : {}
  wholeNumber(costs, 'fixed', `${path}.costs`, 1e9)
  wholeNumber(costs, 'per_hour', `${path}.costs`, 1e6)
  wholeNumber(costs, 'per_task_hour', `${path}.costs`, 1e6)
  wholeNumber(costs, 'per_km', `${path}.costs`, 1e6)
  wholeNumber(costs, 'per_waiting_hour', `${path}.costs`, 1e6)
  if (tables?.costs && given(costs, 'per_hour') && costs['per_hour'] !== 3600)
    fail(`${path}.costs.per_hour`, `cannot be combined with the costs matrix of profile "${profile}"`)
  if (tables?.costs && Number(costs['per_km'] ?? 0) !== 0)
    fail(`${path}.costs.per_km`, `cannot be combined with the costs matrix of profile "${profile}"`)
  if (tables && !tables.distances) {
    if (Number(costs['per_km'] ?? 0) !== 0) fail(`${path}.costs.per_km`, `needs matrices.${profile}.distances`)
    if (given(vehicle, 'max_distance')) fail(`${path}.max_distance`, `needs matrices.${profile}.distances`)
  }
}

function validateBreak(value: unknown, path: string, dimensions: number) {
  const taken = fieldsOf(value, path, known.break)
  wholeNumber(taken, 'id', path, Number.MAX_SAFE_INTEGER, true)
  text(taken, 'description', path)
  wholeNumber(taken, 'service', path, maxTravel)
  amounts(taken, 'max_load', path, dimensions)
  if (given(taken, 'time_windows')) windows(list(taken, 'time_windows', `${path}.time_windows`), `${path}.time_windows`)
  wholeNumber(taken, 'after_driving', path, maxSeconds)
  wholeNumber(taken, 'after_working', path, maxSeconds)
  const relative = ['after_driving', 'after_working'].find((name) => given(taken, name))
  if (!relative) return
  for (const name of ['time_windows', 'max_load'])
    if (given(taken, name)) fail(`${path}.${name}`, `cannot be combined with ${relative}`)
}
