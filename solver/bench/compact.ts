import { parseArgs } from 'node:util'
import { check, solve, type VroomInput, type VroomOutput } from '#solver/index.ts'
import { makeCity } from './city.ts'

const { values: flags } = parseArgs({
  options: {
    stops: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '10' },
    cities: { type: 'string', default: '3' },
    /** What a vehicle costs, besides driving. */
    fixed: { type: 'string', default: '0' },
  },
})

type Point = readonly [number, number]

/** What an hour of driving costs by default. */
const hour = 3600
const signed = new Intl.NumberFormat('en-US', { signDisplay: 'always', maximumFractionDigits: 1 })
const shares = [0, 0.05, 0.1, 0.25, 0.5, 1]

console.log(`${flags.stops} stops in each of ${flags.cities} cities, ${flags.seconds} s of processor time each\n`)
console.log('| Price of an hour from the middle | Driving | From the middle | In another hull | Crossings | Routes |')
console.log('|---|---|---|---|---|---|')
let plain: number | undefined
for (const share of shares) {
  const all = Array.from({ length: Number(flags.cities) }, (_, i) => measure(i + 1, share))
  const sum = (of: (each: (typeof all)[number]) => number) => all.reduce((total, each) => total + of(each), 0)
  const driving = sum(({ duration }) => duration)
  plain ??= driving
  const more = share === 0 ? `${(driving / 3600).toFixed(1)} h` : `${signed.format((100 * driving) / plain - 100)} %`
  const minutes = sum(({ fromMiddle }) => fromMiddle) / sum(({ stops }) => stops) / 60
  const inside = (100 * sum((each) => each.inside)) / sum(({ stops }) => stops)
  console.log(
    `| ${Math.round(100 * share)} % | ${more} | ${minutes.toFixed(1)} min | ${inside.toFixed(0)} % | ${sum(({ crossings }) => crossings)} | ${sum(({ routes }) => routes)} |`,
  )
}

function measure(seed: number, share: number) {
  const { problem: made } = makeCity(Number(flags.stops), seed)
  const costs = { fixed: Number(flags.fixed) }
  const city = { ...made, vehicles: made.vehicles.map((vehicle) => ({ ...vehicle, costs })) }
  const problem: VroomInput = { ...city, ...(share > 0 && { compactness: { cost_per_hour: hour * share } }) }
  const plan = solve(problem, { timeLimitSeconds: Number(flags.seconds), now: cpuMilliseconds, seed })
  const { errors } = check(problem, plan)
  if (errors.length > 0) throw new Error(`The plan is not sound: ${errors[0]}`)
  // The same plan with a price says how far its stops are from the middle.
  const told = timeFromMiddle(city, plan)
  const { duration, routes } = plan.summary
  return { duration, routes, fromMiddle: told, ...shapeOf(plan) }
}

/** Seconds from the middle of each route to its stops, at an hour's price of 3,600 for not searching at all. */
function timeFromMiddle(city: VroomInput, { routes }: VroomOutput): number {
  const initial = routes.map(({ vehicle, steps }) => ({
    vehicle,
    jobs: steps.flatMap(({ type, id }) => (type === 'job' ? id! : [])),
  }))
  const kept = solve({ ...city, compactness: { cost_per_hour: hour } }, { initial, iterationLimit: 1 })
  return kept.summary.compactness_cost!
}

/** How many stops lie inside the convex hull of another route, and how many drives between stops cross one of another route. */
function shapeOf({ routes }: VroomOutput) {
  const stops = routes.map(({ steps }) => steps.flatMap(({ type, location }) => (type === 'job' ? [location!] : [])))
  const hulls = stops.map(hullOf)
  const others = (r: number) => hulls.filter((_, other) => other !== r)
  const inside = stops.flatMap((points, r) =>
    points.filter((point) => others(r).some((hull) => isInside(hull, point))),
  ).length
  const legs = stops.map((points) => points.slice(1).map((to, i) => [points[i]!, to] as const))
  let crossings = 0
  legs.forEach((own, r) => {
    for (const other of legs.slice(r + 1))
      for (const [a, b] of own) for (const [c, d] of other) if (doCross(a, b, c, d)) crossings++
  })
  return { stops: stops.flat().length, inside, crossings }
}

/** Positive if the way turns left at the middle point. */
function turn([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/** Counterclockwise (Andrew, 1979). */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (ordered: readonly Point[]) => {
    const chain: Point[] = []
    for (const point of ordered) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

function isInside(hull: readonly Point[], point: Point): boolean {
  return hull.length > 2 && hull.every((corner, i) => turn(corner, hull[(i + 1) % hull.length]!, point) > 0)
}

function doCross(a: Point, b: Point, c: Point, d: Point): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
}

/** The time of this thread, independent of other work on the machine. */
function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
