import {
  fail,
  type Fields,
  fieldsOf,
  given,
  isObject,
  list,
  MAX_SECONDS,
  show,
  text,
  timeWindow,
  uniqueIds,
  wholeNumber,
  wholeNumbers,
  windows,
} from './fields.ts'
import { DEFAULT_SPEED_KMH, travelSeconds } from './great-circle.ts'
import { validateLocks } from './validate-locks.ts'
import { validateGroupNames, validateGroupsOf, validatePlanRules } from './validate-plan.ts'
import { type Mode, validateSteps } from './validate-steps.ts'
import type { VroomBreak, VroomInput, VroomJob, VroomMatrices, VroomShipment, VroomVehicle } from './vroom.ts'

/** More places than this would need a table of travel times larger than a process should hold. */
export const MAX_JOBS = 12_000
export const MAX_VEHICLES = 5_000
const MAX_TRAVEL = 2 ** 31 - 1
const MAX_AMOUNT = 1e12
const MAX_PRIZE = 1e9
/** Half way round the earth. */
const FARTHEST_METRES = 20_016_000

/** Every field we act on. Anything else is refused by name, so that nothing is silently ignored. */
const known = {
  problem: [
    'jobs',
    'shipments',
    'vehicles',
    'matrices',
    'matrix',
    'speed_kmh',
    'traffic',
    'same_address_service',
    'groups',
    'previous',
    'balance',
  ],
  job: [
    'id',
    'description',
    'location',
    'location_index',
    'setup',
    'service',
    'delivery',
    'pickup',
    'amount',
    'skills',
    'priority',
    'prize',
    'groups',
    'time_windows',
    'soft_time_window',
    'setup_per_type',
    'service_per_type',
  ],
  shipment: ['pickup', 'delivery', 'amount', 'skills', 'priority', 'prize', 'groups'],
  shipmentStep: [
    'id',
    'description',
    'location',
    'location_index',
    'setup',
    'service',
    'time_windows',
    'soft_time_window',
    'setup_per_type',
    'service_per_type',
  ],
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
    'steps',
  ],
  break: ['id', 'description', 'time_windows', 'service', 'max_load', 'after_driving', 'after_working'],
  costs: ['fixed', 'per_hour', 'per_task_hour', 'per_km', 'per_waiting_hour'],
  softTimeWindow: ['window', 'cost_per_hour_early', 'cost_per_hour_late'],
  trafficStep: ['from', 'factor'],
  matrices: ['durations', 'distances', 'costs'],
}

/** Checks a parsed JSON value; throws a SolverInputError that names the first element at fault. */
export function validate(value: unknown, mode: Mode = 'solve'): asserts value is VroomInput {
  const problem = fieldsOf(value, '', known.problem)
  const matrixSizes = validateMatrices(problem)
  if (given(problem, 'speed_kmh')) {
    if (matrixSizes) fail('speed_kmh', 'has no meaning beside matrices')
    const speed = problem['speed_kmh']
    if (typeof speed !== 'number' || !(speed >= 0.1 && speed <= 1000))
      fail('speed_kmh', 'must be at least 0.1 and at most 1000')
  }
  if (given(problem, 'same_address_service') && !['sum', 'longest'].includes(problem['same_address_service'] as string))
    fail('same_address_service', 'must be "sum" or "longest"')
  if (given(problem, 'traffic')) validateTraffic(problem['traffic'])
  const vehicles = list(problem, 'vehicles', 'vehicles')
  if (vehicles.length === 0) fail('vehicles', 'there must be at least one')
  if (vehicles.length > MAX_VEHICLES) fail('vehicles', `${vehicles.length} are more than the ${MAX_VEHICLES} allowed`)
  const jobs = given(problem, 'shipments') && !given(problem, 'jobs') ? [] : list(problem, 'jobs', 'jobs')
  if (jobs.length > MAX_JOBS) fail('jobs', `${jobs.length} are more than the ${MAX_JOBS} allowed`)

  const first = vehicles[0]
  const capacity = isObject(first) ? first['capacity'] : undefined
  const dimensions = Array.isArray(capacity) ? capacity.length : 0
  const longest = longestDrives(problem)
  vehicles.forEach((vehicle, i) =>
    validateVehicle(vehicle, `vehicles[${i}]`, problem, matrixSizes, longest, dimensions),
  )
  const anyMatrix = matrixSizes ? [...matrixSizes.values()][0]! : undefined
  jobs.forEach((job, i) => validateJob(job, `jobs[${i}]`, anyMatrix, dimensions))
  uniqueIds(jobs as VroomJob[], 'jobs')
  if (given(problem, 'shipments')) {
    const shipments = list(problem, 'shipments', 'shipments')
    if (jobs.length + 2 * shipments.length > MAX_JOBS)
      fail('shipments', `${shipments.length} are more than fit beside the jobs: ${MAX_JOBS} stops are allowed`)
    shipments.forEach((shipment, i) => validateShipment(shipment, `shipments[${i}]`, anyMatrix, dimensions))
    for (const end of ['pickup', 'delivery'] as const) {
      const steps = (shipments as VroomShipment[]).map((shipment) => shipment[end])
      uniqueIds(steps, 'shipments', `.${end}`)
    }
  }
  uniqueIds(vehicles as VroomVehicle[], 'vehicles')
  const profiles = new Set((vehicles as VroomVehicle[]).map(({ profile = 'car' }) => profile))
  for (const profile of Object.keys((problem['traffic'] as object | undefined) ?? {}))
    if (!profiles.has(profile)) fail(`traffic.${profile}`, 'is the profile of no vehicle')
  validateSteps(value as VroomInput, mode)
  validateLocks(value as VroomInput)
  validatePlanRules(value as VroomInput)
}

/** One more job or shipment for a problem that is known to be sound; the path of an error begins with `order`. */
export function validateOrder(order: VroomJob | VroomShipment, problem: VroomInput): void {
  const size = Object.values(problem.matrices ?? {})[0]?.durations!.length
  const dimensions = problem.vehicles[0]!.capacity?.length ?? 0
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
  if (jobs.length + 2 * shipments.length + 2 > MAX_JOBS) fail('order', `only ${MAX_JOBS} stops are allowed`)
  validateGroupsOf(order, problem)
}

/** Whether an order is a shipment: one whose pickup is a stop, not a list of amounts. */
export function isShipment(order: VroomJob | VroomShipment): order is VroomShipment {
  return isObject(order) && isObject(order['pickup'])
}

/** The steps of vehicles alone, for a problem that is sound in all else. */
export function validateLockedSteps(problem: VroomInput): void {
  validateSteps(problem, 'solve')
  validateLocks(problem)
}

function validateJob(value: unknown, path: string, matrixSize: number | undefined, dimensions: number) {
  const job = fieldsOf(value, path, known.job)
  validateWork(job, path, matrixSize)
  amounts(job, 'delivery', path, dimensions)
  amounts(job, 'pickup', path, dimensions)
  amounts(job, 'amount', path, dimensions)
  if (given(job, 'amount') && given(job, 'delivery'))
    fail(`${path}.amount`, 'is the older name of delivery: give one of them')
  validateWorth(job, path)
}

function validateShipment(value: unknown, path: string, matrixSize: number | undefined, dimensions: number) {
  const shipment = fieldsOf(value, path, known.shipment)
  for (const end of ['pickup', 'delivery']) {
    validateWork(fieldsOf(shipment[end], `${path}.${end}`, known.shipmentStep), `${path}.${end}`, matrixSize)
  }
  amounts(shipment, 'amount', path, dimensions)
  validateWorth(shipment, path)
}

/** Where, how long and when: what jobs and both ends of a shipment have in common. */
function validateWork(job: Fields, path: string, matrixSize: number | undefined) {
  wholeNumber(job, 'id', path, Number.MAX_SAFE_INTEGER, true)
  text(job, 'description', path)
  place(job, 'location', 'location_index', path, matrixSize, true)
  wholeNumber(job, 'setup', path, MAX_TRAVEL)
  wholeNumber(job, 'service', path, MAX_TRAVEL)
  for (const name of ['setup_per_type', 'service_per_type']) {
    if (!given(job, name)) continue
    const perType = job[name]
    if (!isObject(perType)) fail(`${path}.${name}`, 'must be an object with one number of seconds per vehicle type')
    for (const type of Object.keys(perType)) wholeNumber(perType, type, `${path}.${name}`, MAX_TRAVEL)
  }
  if (given(job, 'time_windows')) windows(list(job, 'time_windows', `${path}.time_windows`), `${path}.time_windows`)
  if (given(job, 'soft_time_window')) validateSoftTimeWindow(job['soft_time_window'], `${path}.soft_time_window`)
}

/** Who may do it and how much it matters. */
function validateWorth(job: Fields, path: string) {
  validateGroupNames(job, path)
  wholeNumbers(job, 'skills', path, Number.MAX_SAFE_INTEGER)
  wholeNumber(job, 'priority', path, 100)
  wholeNumber(job, 'prize', path, MAX_PRIZE)
  if (given(job, 'prize') && Number(job['priority'] ?? 0) > 0)
    fail(`${path}.priority`, 'has no meaning beside a prize: what has one may be left out')
}

function validateVehicle(
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
    // VROOM respects two digits; below a hundredth nothing would be left.
    if (typeof factor !== 'number' || !(factor >= 0.01 && factor <= 5))
      fail(`${path}.speed_factor`, 'must be between 0.01 and 5')
    if (longest(profile) * (100 / Math.round(factor * 100)) > MAX_TRAVEL)
      fail(`${path}.speed_factor`, `makes drives of more than ${MAX_TRAVEL} s`)
  }
  if (given(vehicle, 'breaks')) {
    const breaks = list(vehicle, 'breaks', `${path}.breaks`)
    breaks.forEach((value, i) => validateBreak(value, `${path}.breaks[${i}]`, dimensions))
    uniqueIds(breaks as VroomBreak[], `${path}.breaks`)
  }
  wholeNumber(vehicle, 'max_tasks', path, Number.MAX_SAFE_INTEGER)
  wholeNumber(vehicle, 'max_travel_time', path, MAX_SECONDS)
  wholeNumber(vehicle, 'max_distance', path, MAX_SECONDS)
  wholeNumber(vehicle, 'max_shift', path, MAX_SECONDS)

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
  wholeNumber(taken, 'service', path, MAX_TRAVEL)
  amounts(taken, 'max_load', path, dimensions)
  if (given(taken, 'time_windows')) windows(list(taken, 'time_windows', `${path}.time_windows`), `${path}.time_windows`)
  wholeNumber(taken, 'after_driving', path, MAX_SECONDS)
  wholeNumber(taken, 'after_working', path, MAX_SECONDS)
  const relative = ['after_driving', 'after_working'].find((name) => given(taken, name))
  if (!relative) return
  for (const name of ['time_windows', 'max_load'])
    if (given(taken, name)) fail(`${path}.${name}`, `cannot be combined with ${relative}`)
}

function validateSoftTimeWindow(value: unknown, path: string) {
  const soft = fieldsOf(value, path, known.softTimeWindow)
  if (!given(soft, 'window')) fail(`${path}.window`, 'is missing')
  timeWindow(soft['window'], `${path}.window`)
  wholeNumber(soft, 'cost_per_hour_early', path, 1e6)
  wholeNumber(soft, 'cost_per_hour_late', path, 1e6)
  if (!soft['cost_per_hour_early'] && !soft['cost_per_hour_late'])
    fail(path, 'has no effect: cost_per_hour_early or cost_per_hour_late must be above 0')
}

/** Speeds over the day: the first from midnight on, then in order, each with two digits at most that count. */
function validateTraffic(value: unknown) {
  if (!isObject(value)) fail('traffic', 'must be an object with one entry per profile')
  for (const [profile, steps] of Object.entries(value)) {
    const path = `traffic.${profile}`
    if (!Array.isArray(steps) || steps.length === 0) fail(path, 'must be a list of speeds over the day')
    let before = -1
    steps.forEach((each: unknown, i) => {
      const step = fieldsOf(each, `${path}[${i}]`, known.trafficStep)
      wholeNumber(step, 'from', `${path}[${i}]`, 86_399, true)
      const from = step['from'] as number
      if (i === 0 && from !== 0) fail(`${path}[0].from`, 'must be 0: the day begins at midnight')
      if (from <= before) fail(`${path}[${i}].from`, `${from} is not after ${before}`)
      before = from
      const factor = step['factor']
      if (typeof factor !== 'number' || !(factor >= 0.01 && factor <= 5))
        fail(`${path}[${i}].factor`, 'must be between 0.01 and 5')
    })
  }
}

/** Seconds of the longest drive there can be with a profile, before the speed factor; looked up once. */
function longestDrives(problem: Fields): (profile: string) => number {
  const known = new Map<string, number>()
  return (profile) => {
    let seconds = known.get(profile)
    if (seconds === undefined) {
      const { matrix, matrices, speed_kmh = DEFAULT_SPEED_KMH } = problem as unknown as VroomInput
      const rows = matrix ?? matrices?.[profile]?.durations
      seconds = rows
        ? rows.reduce((most, row) => row.reduce((a, b) => (a > b ? a : b), most), 0)
        : travelSeconds(FARTHEST_METRES, speed_kmh)
      known.set(profile, seconds)
    }
    return seconds
  }
}

/** The size of each profile's matrices, or nothing when the problem has none. */
function validateMatrices(problem: Fields): Map<string, number> | undefined {
  if (given(problem, 'matrix')) {
    if (given(problem, 'matrices')) fail('matrix', 'is the older way to give matrices.car.durations: give one of them')
    return new Map([['car', validateMatrix(problem['matrix'], 'matrix')]])
  }
  if (!given(problem, 'matrices')) return undefined
  if (!isObject(problem['matrices'])) fail('matrices', 'must be an object with one entry per profile')
  const sizes = new Map<string, number>()
  for (const [profile, value] of Object.entries(problem['matrices'])) {
    const path = `matrices.${profile}`
    const tables = fieldsOf(value, path, known.matrices)
    if (!given(tables, 'durations')) fail(`${path}.durations`, 'is missing')
    for (const name of known.matrices) {
      if (!given(tables, name)) continue
      const size = validateMatrix(tables[name], `${path}.${name}`)
      if (sizes.has(profile) && sizes.get(profile) !== size)
        fail(`${path}.${name}`, `is ${size} wide, but durations is ${sizes.get(profile)} wide`)
      sizes.set(profile, size)
    }
  }
  if (sizes.size === 0) fail('matrices', 'there must be at least one profile')
  const [[firstProfile, firstSize]] = [...sizes] as [[string, number]]
  for (const [profile, size] of sizes) {
    if (size !== firstSize)
      fail(`matrices.${profile}`, `is ${size} wide, but matrices.${firstProfile} is ${firstSize} wide`)
  }
  return sizes
}

function validateMatrix(value: unknown, path: string): number {
  if (!Array.isArray(value) || value.length === 0) fail(path, 'must be a list of rows')
  const size = value.length
  for (let row = 0; row < size; row++) {
    const line: unknown = value[row]
    if (!Array.isArray(line)) fail(`${path}[${row}]`, 'must be a list of numbers')
    if (line.length !== size) fail(`${path}[${row}]`, `has ${line.length} entries, but the matrix has ${size} rows`)
    for (let column = 0; column < size; column++) {
      const entry = line[column] as number
      // Whole numbers of 31 bits, and nothing else: a matrix has millions of entries.
      if ((entry | 0) !== entry || entry < 0)
        fail(`${path}[${row}][${column}]`, `${show(entry)} is not a whole number between 0 and ${MAX_TRAVEL}`)
    }
  }
  return size
}

function place(
  of: Fields,
  name: string,
  indexName: string,
  path: string,
  matrixSize: number | undefined,
  required: boolean,
): boolean {
  if (given(of, name)) coordinates(of[name], `${path}.${name}`)
  if (matrixSize === undefined) {
    if (given(of, indexName)) fail(`${path}.${indexName}`, 'needs matrices')
    if (required && !given(of, name)) fail(`${path}.${name}`, 'is missing, and there are no matrices')
    return given(of, name)
  }
  if (!given(of, indexName)) {
    if (required) fail(`${path}.${indexName}`, 'is missing')
    if (given(of, name)) fail(`${path}.${indexName}`, `is missing: with matrices, ${name} alone is not enough`)
    return false
  }
  wholeNumber(of, indexName, path, Number.MAX_SAFE_INTEGER)
  if ((of[indexName] as number) >= matrixSize)
    fail(`${path}.${indexName}`, `${show(of[indexName])} is outside the matrix of ${matrixSize} rows`)
  return true
}

function coordinates(value: unknown, path: string) {
  if (!Array.isArray(value) || value.length !== 2) fail(path, 'must be [longitude, latitude]')
  const [longitude, latitude] = value as unknown[]
  if (!(typeof longitude === 'number' && longitude >= -180 && longitude <= 180))
    fail(path, `longitude ${show(longitude)} is not between -180 and 180`)
  if (!(typeof latitude === 'number' && latitude >= -90 && latitude <= 90))
    fail(path, `latitude ${show(latitude)} is not between -90 and 90`)
}

function amounts(of: Fields, name: string, path: string, dimensions: number) {
  if (!given(of, name)) return
  const values = wholeNumbers(of, name, path, MAX_AMOUNT)
  if (values.length !== dimensions)
    fail(`${path}.${name}`, `has ${values.length} numbers, but vehicles[0].capacity has ${dimensions}`)
}
