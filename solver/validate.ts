import { SolverInputError } from './input-error.ts'
import type { VroomBreak, VroomInput, VroomJob, VroomMatrices, VroomShipment, VroomVehicle } from './vroom.ts'

/** More places than this would need a table of travel times larger than a process should hold. */
export const MAX_JOBS = 12_000
export const MAX_VEHICLES = 5_000
const MAX_TRAVEL = 2 ** 31 - 1
const MAX_AMOUNT = 1e12
const MAX_SECONDS = 1e11
const MAX_PRIZE = 1e9

type Fields = Record<string, unknown>

/** Every field we act on. Anything else is refused by name, so that nothing is silently ignored. */
const known = {
  problem: ['jobs', 'shipments', 'vehicles', 'matrices', 'speed_kmh', 'traffic', 'same_address_service'],
  job: [
    'id',
    'description',
    'location',
    'location_index',
    'setup',
    'service',
    'delivery',
    'pickup',
    'skills',
    'priority',
    'prize',
    'time_windows',
    'release',
    'soft_time_window',
    'setup_per_type',
    'service_per_type',
  ],
  shipment: ['pickup', 'delivery', 'amount', 'skills', 'priority', 'prize'],
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
    'reload',
    'steps',
  ],
  reload: ['depots', 'service', 'max_trips'],
  depot: ['location', 'location_index'],
  break: ['id', 'description', 'time_windows', 'service', 'max_load', 'after_driving', 'after_working'],
  step: ['type', 'id'],
  costs: ['fixed', 'per_hour', 'per_task_hour', 'per_km', 'per_waiting_hour'],
  softTimeWindow: ['window', 'cost_per_hour_early', 'cost_per_hour_late'],
  trafficStep: ['from', 'factor'],
  matrices: ['durations', 'distances', 'costs'],
}

/** VROOM's own fields that this version cannot honour yet: told apart from misspelt ones. */
const notYet = new Set(['matrix', 'amount', 'service_at', 'service_after', 'service_before'])

/** Checks a parsed JSON value; throws a SolverInputError that names the first element at fault. */
export function validate(value: unknown): asserts value is VroomInput {
  const problem = fieldsOf(value, '', known.problem)
  const matrixSizes = validateMatrices(problem)
  if (given(problem, 'speed_kmh')) {
    if (matrixSizes) fail('speed_kmh', 'has no meaning beside matrices')
    const speed = problem['speed_kmh']
    if (typeof speed !== 'number' || !(speed > 0 && speed <= 1000))
      fail('speed_kmh', 'must be above 0 and at most 1000')
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
  vehicles.forEach((vehicle, i) => validateVehicle(vehicle, `vehicles[${i}]`, problem, matrixSizes, dimensions))
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
  validateSteps(value as VroomInput)
  validateTripsAlone(value as VroomInput)
}

function validateJob(value: unknown, path: string, matrixSize: number | undefined, dimensions: number) {
  const job = fieldsOf(value, path, known.job)
  validateWork(job, path, matrixSize)
  amounts(job, 'delivery', path, dimensions)
  amounts(job, 'pickup', path, dimensions)
  wholeNumber(job, 'release', path, MAX_SECONDS)
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
  }
  if (given(vehicle, 'breaks')) {
    const breaks = list(vehicle, 'breaks', `${path}.breaks`)
    breaks.forEach((value, i) => validateBreak(value, `${path}.breaks[${i}]`, dimensions))
    uniqueIds(breaks as VroomBreak[], `${path}.breaks`)
  }
  if (given(vehicle, 'reload')) validateReload(vehicle, path, matrixSize, starts)
  wholeNumber(vehicle, 'max_tasks', path, Number.MAX_SAFE_INTEGER)
  wholeNumber(vehicle, 'max_travel_time', path, MAX_SECONDS)
  wholeNumber(vehicle, 'max_distance', path, MAX_SECONDS)
  wholeNumber(vehicle, 'max_shift', path, MAX_SECONDS)

  const tables = (problem['matrices'] as Record<string, VroomMatrices> | undefined)?.[profile]
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

function validateReload(vehicle: Fields, path: string, matrixSize: number | undefined, starts: boolean) {
  const reload = fieldsOf(vehicle['reload'], `${path}.reload`, known.reload)
  wholeNumber(reload, 'service', `${path}.reload`, MAX_TRAVEL)
  wholeNumber(reload, 'max_trips', `${path}.reload`, Number.MAX_SAFE_INTEGER)
  if (reload['max_trips'] === 0) fail(`${path}.reload.max_trips`, 'must be at least 1')
  if (given(reload, 'depots')) {
    const depots = list(reload, 'depots', `${path}.reload.depots`)
    if (depots.length === 0) fail(`${path}.reload.depots`, 'is empty: leave it out where the start is the depot')
    depots.forEach((depot, i) => {
      const at = `${path}.reload.depots[${i}]`
      place(fieldsOf(depot, at, known.depot), 'location', 'location_index', at, matrixSize, true)
    })
  } else if (!starts) fail(`${path}.reload.depots`, 'is missing, and the vehicle has no start')
}

/** Trips are split by capacity, windows, releases and the limits on driving alone. */
function validateTripsAlone({ jobs = [], shipments = [], vehicles, traffic, same_address_service }: VroomInput) {
  const several = vehicles.findIndex(({ reload }) => reload)
  if (several < 0) return
  const beside = `cannot be combined with vehicles[${several}].reload`
  vehicles.forEach(({ reload, breaks, max_shift, costs, profile = 'car' }, v) => {
    if (!reload) return
    if (breaks && breaks.length > 0) fail(`vehicles[${v}].breaks`, 'cannot be combined with reload')
    if (max_shift !== undefined) fail(`vehicles[${v}].max_shift`, 'cannot be combined with reload')
    if (costs?.per_waiting_hour) fail(`vehicles[${v}].costs.per_waiting_hour`, 'cannot be combined with reload')
    if (traffic?.[profile]) fail(`traffic.${profile}`, `cannot be combined with vehicles[${v}].reload`)
  })
  if (same_address_service === 'longest') fail('same_address_service', beside)
  const soft = (step: Pick<VroomJob, 'soft_time_window'>, path: string) => {
    if (step.soft_time_window) fail(`${path}.soft_time_window`, beside)
  }
  jobs.forEach((job, i) => soft(job, `jobs[${i}]`))
  shipments.forEach(({ pickup, delivery }, i) => {
    soft(pickup, `shipments[${i}].pickup`)
    soft(delivery, `shipments[${i}].delivery`)
  })
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

/** The routes that vehicles come with: each step names something to do, and nothing is done twice. */
function validateSteps({ jobs = [], shipments = [], vehicles }: VroomInput) {
  const places = new Map<string, string>()
  for (const { id } of jobs) places.set(`job ${id}`, '')
  for (const { pickup, delivery } of shipments) places.set(`pickup ${pickup.id}`, '').set(`delivery ${delivery.id}`, '')
  vehicles.forEach((vehicle, v) => {
    if (vehicle.steps === undefined) return
    list(vehicle as unknown as Fields, 'steps', `vehicles[${v}].steps`).forEach((value, i) => {
      const path = `vehicles[${v}].steps[${i}]`
      const { type, id } = fieldsOf(value, path, known.step)
      // Breaks and visits to a depot are taken where they fit best, not where they were.
      if (type === 'break' || type === 'reload') fail(`${path}.type`, `"${type}" is not supported by this version`)
      if (type === 'start' || type === 'end') return
      const name = `${String(type)} ${String(id)}`
      const before = places.get(name)
      if (before === undefined) fail(path, `there is no ${name}`)
      if (before !== '') fail(path, `${name} is already in ${before}`)
      places.set(name, path)
    })
  })
}

/** The size of each profile's matrices, or nothing when the problem has none. */
function validateMatrices(problem: Fields): Map<string, number> | undefined {
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

function windows(values: unknown[], path: string) {
  if (values.length === 0) fail(path, 'is empty: leave it out when any time will do')
  let previousEnd = -1
  values.forEach((value, i) => {
    const [from, to] = timeWindow(value, `${path}[${i}]`)
    if (from <= previousEnd) fail(`${path}[${i}]`, 'windows must be in order and apart from each other')
    previousEnd = to
  })
}

function timeWindow(value: unknown, path: string): [number, number] {
  if (!Array.isArray(value) || value.length !== 2) fail(path, 'must be [first second, last second]')
  for (const moment of value as unknown[]) {
    if (!(Number.isInteger(moment) && (moment as number) >= 0 && (moment as number) <= MAX_SECONDS))
      fail(path, `${show(moment)} is not a whole number of seconds between 0 and ${MAX_SECONDS}`)
  }
  const [from, to] = value as [number, number]
  if (from > to) fail(path, `ends at ${to}, before it starts at ${from}`)
  return [from, to]
}

function amounts(of: Fields, name: string, path: string, dimensions: number) {
  if (!given(of, name)) return
  const values = wholeNumbers(of, name, path, MAX_AMOUNT)
  if (values.length !== dimensions)
    fail(`${path}.${name}`, `has ${values.length} numbers, but vehicles[0].capacity has ${dimensions}`)
}

function wholeNumbers(of: Fields, name: string, path: string, max: number): unknown[] {
  if (!given(of, name)) return []
  const values = list(of, name, `${path}.${name}`)
  values.forEach((value, i) => {
    if (!(Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max))
      fail(`${path}.${name}[${i}]`, `${show(value)} is not a whole number between 0 and ${max}`)
  })
  return values
}

function wholeNumber(of: Fields, name: string, path: string, max: number, required = false) {
  if (!given(of, name)) {
    if (required) fail(`${path}.${name}`, 'is missing')
    return
  }
  const value = of[name]
  if (!(Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max))
    fail(`${path}.${name}`, `${show(value)} is not a whole number between 0 and ${max}`)
}

function text(of: Fields, name: string, path: string) {
  if (given(of, name) && typeof of[name] !== 'string') fail(`${path}.${name}`, 'must be a string')
}

function uniqueIds(of: { id: number }[], path: string, end = '') {
  const seen = new Map<number, number>()
  of.forEach(({ id }, i) => {
    const before = seen.get(id)
    if (before !== undefined) fail(`${path}[${i}]${end}.id`, `${id} is already used by ${path}[${before}]${end}`)
    seen.set(id, i)
  })
}

function list(of: Fields, name: string, path: string): unknown[] {
  const value = of[name]
  if (value === undefined) fail(path, 'is missing')
  if (!Array.isArray(value)) fail(path, 'must be a list')
  return value
}

function fieldsOf(value: unknown, path: string, allowed: string[]): Fields {
  if (!isObject(value)) fail(path, path === '' ? 'The problem must be a JSON object' : 'must be an object')
  for (const name of Object.keys(value)) {
    if (allowed.includes(name) || value[name] === undefined) continue
    const at = path === '' ? name : `${path}.${name}`
    fail(at, notYet.has(name) ? 'is not supported by this version' : 'is not a field we know')
  }
  return value
}

function given(of: Fields, name: string): boolean {
  return of[name] !== undefined
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function show(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value))
}

function fail(path: string, message: string): never {
  throw new SolverInputError(path, message)
}
