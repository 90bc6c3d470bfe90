import { parseArgs } from 'node:util'
import {
  check,
  insert,
  insertionPlaces,
  prepare,
  solve,
  timeRoutes,
  type VroomInput,
  type VroomJob,
  type VroomOutput,
} from '#solver/index.ts'
import { Random } from '../math/random.ts'

const { values: flags } = parseArgs({
  options: {
    stops: { type: 'string', default: '1000' },
    inserts: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    cpu: { type: 'boolean', default: false },
  },
})
const stops = Number(flags.stops)
const inserts = Number(flags.inserts)
const random = new Random(Number(flags.seed))
/** With --cpu, the time is that of this thread, independent of other work on the machine. */
const now = flags.cpu ? cpuMilliseconds : () => performance.now()
const day = [8 * 3600, 18 * 3600] as [number, number]

console.log(`${stops} stops in running routes with locks and windows, ${inserts} orders one after the other\n`)
console.log('| Travel times | Kept ready | Median ms | 99 of 100 below ms | Placed |\n|---|---|---|---|---|')
for (const kind of ['matrix', 'coordinates'] as const) {
  const { problem, orders } = make(kind)
  const first = solve(problem, { iterationLimit: 2 * stops })
  const running = { ...problem, vehicles: problem.vehicles.map((vehicle) => lock(vehicle, first)) }
  const plan = solve(running, { iterationLimit: 0 })
  verify(running, plan)
  for (const isKept of [true, false]) run(kind, running, plan, isKept ? orders : orders.slice(0, 20), isKept)
}

console.log(
  '\n| Travel times | Three places, kept ready | Three places, bare problem | One route by hand |\n|---|---|---|---|',
)
for (const kind of ['matrix', 'coordinates'] as const) {
  const { problem, orders } = make(kind)
  const first = solve(problem, { iterationLimit: 2 * stops })
  const running = { ...problem, vehicles: problem.vehicles.map((vehicle) => lock(vehicle, first)) }
  const plan = solve(running, { iterationLimit: 0 })
  const prepared = prepare(running)
  const some = orders.slice(0, 20)
  const steps = plan.routes.map(({ vehicle, steps: all }) => ({
    vehicle,
    steps: all.map(({ type, id }) => ({ type, ...(id !== undefined && { id }) })),
  }))
  const figures = [
    median(some.map((order) => () => insertionPlaces(prepared, plan, order))),
    median(some.map((order) => () => insertionPlaces(running, plan, order))),
    median(some.map((_, i) => () => timeRoutes(running, [steps[i % steps.length]!]))),
  ]
  console.log(`| ${kind} | ${figures.map((ms) => `${ms.toFixed(1)} ms`).join(' | ')} |`)
}

/** The median of the milliseconds that calls take. */
function median(calls: (() => unknown)[]): number {
  const milliseconds = calls.map((call) => {
    const startedAt = now()
    call()
    return now() - startedAt
  })
  return milliseconds.sort((a, b) => a - b)[Math.floor(calls.length / 2)]!
}

function run(kind: string, problem: VroomInput, plan: VroomOutput, orders: VroomJob[], isKept: boolean) {
  const milliseconds: number[] = []
  let prepared = prepare(problem)
  let running = plan
  let placed = 0
  for (const order of orders) {
    const startedAt = now()
    const result = insert(isKept ? prepared : prepared.input, running, order)
    milliseconds.push(now() - startedAt)
    prepared = result.prepared
    running = result.plan
    if (!result.reason) placed++
  }
  verify(prepared.input, running)
  milliseconds.sort((a, b) => a - b)
  const share = (part: number) => milliseconds[Math.min(orders.length - 1, Math.floor(part * orders.length))].toFixed(1)
  console.log(`| ${kind} | ${isKept ? 'yes' : 'no'} | ${share(0.5)} | ${share(0.99)} | ${placed} of ${orders.length} |`)
}

/** A city of 30 km with one depot, windows of an hour or two, and a matrix that is slower uphill. */
function make(kind: 'matrix' | 'coordinates'): { problem: VroomInput; orders: VroomJob[] } {
  const places = Array.from(
    { length: stops + inserts + 1 },
    () => [random.below(30_000), random.below(30_000)] as const,
  )
  const seconds = ([x, y]: readonly [number, number], [toX, toY]: readonly [number, number]) =>
    Math.round((Math.abs(toX - x) + Math.abs(toY - y) * (toY > y ? 1.2 : 1)) / 9)
  const at = (i: number) =>
    kind === 'matrix'
      ? { location_index: i }
      : { location: [places[i][0] / 111_000, places[i][1] / 111_000] as [number, number] }
  const all = places.slice(1).map((_, i): VroomJob => {
    const from = day[0] + random.below(8 * 3600)
    const windows = { time_windows: [[from, from + 7200]] as [number, number][] }
    return { id: i + 1, ...at(i + 1), service: 180, delivery: [1], ...(i % 2 === 0 && windows) }
  })
  const depot = kind === 'matrix' ? { start_index: 0, end_index: 0 } : { start: at(0).location!, end: at(0).location! }
  const vehicles = Array.from({ length: Math.ceil(stops / 20) }, (_, i) => ({
    id: i + 1,
    ...depot,
    capacity: [30],
    time_window: day,
  }))
  const durations = places.map((from) => places.map((to) => seconds(from, to)))
  const matrices = kind === 'matrix' ? { matrices: { car: { durations } } } : {}
  return { problem: { jobs: all.slice(0, stops), vehicles, ...matrices }, orders: all.slice(stops) }
}

/** A third of each route is done, the next stop is fixed, and the rest is on board. */
function lock(vehicle: VroomInput['vehicles'][number], plan: VroomOutput): VroomInput['vehicles'][number] {
  const jobs =
    plan.routes.find((route) => route.vehicle === vehicle.id)?.steps.filter(({ type }) => type === 'job') ?? []
  const done = Math.floor(jobs.length / 3)
  const steps = jobs.map(({ id, arrival }, i) => {
    const lock = i < done ? ('done' as const) : i === done ? ('position' as const) : ('loaded' as const)
    return { type: 'job' as const, id: id!, lock, ...(i < done && { arrival }) }
  })
  return { ...vehicle, steps }
}

function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function verify(problem: VroomInput, plan: VroomOutput) {
  const { errors } = check(problem, plan)
  if (errors.length > 0) throw new Error(`The plan is not sound: ${errors[0]}`)
}
