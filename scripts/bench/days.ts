import { parseArgs } from 'node:util'
import type { PlannerDelivery, PlannerDriver } from '#domain/problem/types.ts'
import { toProblem } from '#domain/to-problem.ts'
import { Random } from '#solver/math/random.ts'
import { check, solve, type VroomInput } from '#solver/index.ts'

const { values: flags } = parseArgs({
  options: {
    stops: { type: 'string', default: '1,5,20,40,120,400' },
    days: { type: 'string', default: '5' },
    time: { type: 'string', default: '10' },
  },
})
const seconds = Number(flags.time)
/** Drivers who can do all of it, and too few. */
const stopsPerDriver = { 'enough drivers': 22, 'too few drivers': 60 }

console.log(
  `How a day's search ends by itself, compared with the full ${seconds} s, in processor time of one thread.\n`,
)
console.log('| Day | Deliveries | Seconds | longest | Left out | in the full time | Longer routes | most |')
console.log('|---|---|---|---|---|---|---|---|')
// The first run only warms up the runtime.
run(makeDay(40, 22, 1), true)
for (const [kind, perDriver] of Object.entries(stopsPerDriver)) {
  for (const stops of flags.stops.split(',').map(Number)) measure(kind, stops, perDriver)
}

function measure(kind: string, stops: number, perDriver: number): void {
  const pairs = Array.from({ length: Number(flags.days) }, (_, i) => {
    const day = makeDay(stops, perDriver, i + 1)
    return { settled: run(day, true), full: run(day, false) }
  })
  const times = pairs.map(({ settled }) => settled.seconds)
  const gaps = pairs
    .filter(({ settled, full }) => settled.left === full.left)
    .map(({ settled, full }) => 100 * (settled.cost / full.cost - 1))
  const left = (of: 'settled' | 'full') => pairs.reduce((sum, pair) => sum + pair[of].left, 0)
  const cells = [kind, stops, mean(times).toFixed(2), Math.max(...times).toFixed(2), left('settled'), left('full')]
  console.log(`| ${cells.join(' | ')} | ${mean(gaps).toFixed(2)} % | ${Math.max(0, ...gaps).toFixed(2)} % |`)
}

function run(problem: VroomInput, untilSettled: boolean) {
  const startedAt = processorTime()
  const plan = solve(problem, { timeLimitSeconds: seconds, now: processorTime, seed: 1, untilSettled })
  const took = (processorTime() - startedAt) / 1000
  const { errors } = check(problem, plan)
  if (errors.length > 0) throw new Error(`The plan is not sound: ${errors[0]}`)
  return { seconds: took, cost: plan.summary.cost, left: plan.summary.unassigned }
}

/** A city's day, reproducible by seed: a window on one delivery in three, three sizes of vehicles, some cold goods. */
function makeDay(stops: number, perDriver: number, seed: number): VroomInput {
  const random = new Random(seed * 1000 + stops)
  const near = (center: number, across: number) => center + (random.fraction() - 0.5) * across
  const quarters = Array.from({ length: 5 }, () => ({ lat: near(-6.17, 0.12), lng: near(106.84, 0.12) }))
  const deliveries = Array.from({ length: stops }, (_, i): PlannerDelivery => {
    const quarter = quarters[random.below(quarters.length)]!
    const across = random.below(3) > 0 ? 0.03 : 0.15
    const from = 9 + random.below(6)
    const hasWindow = random.below(3) === 0
    return {
      id: `${i}`,
      location: { lat: near(quarter.lat, across), lng: near(quarter.lng, across) },
      window_start: hasWindow ? clock(from) : null,
      window_end: hasWindow ? clock(from + 2 + random.below(2)) : null,
      service_minutes: 3 + random.below(8),
      weight_kg: 1 + random.below(15),
      volume_l: 2 + random.below(40),
      priority: random.below(8) === 0 ? 1 : 2,
      skills: random.below(12) === 0 ? ['cold'] : [],
      wanted_driver_id: null,
      wanted_driver_name: null,
    }
  })
  const drivers = Array.from({ length: Math.ceil(stops / perDriver) }, (_, i): PlannerDriver => {
    const [capacity_kg, capacity_l] = [[350, 1200], [800, 3000], [200, 700]][i % 3] as [number, number] // prettier-ignore
    return {
      id: `${i}`,
      name: `Driver ${i + 1}`,
      shift_start: '08:30',
      shift_end: '17:30',
      skills: [],
      depot: { location: { lat: -6.155, lng: 106.845 }, opens: '06:00', closes: '22:00' },
      vehicle: { code: `KA-${i + 1}`, capacity_kg, capacity_l, skills: i % 3 === 0 ? ['cold'] : [] },
      busy_until: null,
    }
  })
  return toProblem('2026-03-16', { time_zone: 'Asia/Jakarta', speed_kmh: 40 }, drivers, deliveries).problem
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

function mean(values: number[]): number {
  return values.length > 0 ? values.reduce((a, b) => a + b, 0) / values.length : 0
}

function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
