import { expect, test } from 'vitest'
import {
  check,
  insert,
  planMode,
  prepare,
  solve,
  timeRoutes,
  type VroomInput,
  type VroomJob,
  type VroomSpeedZone,
} from './index.ts'
import { percentsOn, ringOf } from './model/zone-line.ts'
import { besideOptimum } from './testing/beside-optimum.ts'
import { rounded } from './testing/outcome.ts'
import { mixTimes, mixTrips } from './testing/random-mix.ts'
import { randomShipments, randomTimes, randomTrips } from './testing/random-problem.ts'
import { breakSome, lockSome, zoneSome } from './testing/random-rules.ts'
import type { Coordinates } from './json/vroom.ts'

const square = (x: number, y: number, size = 1): Coordinates[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
]
const always = (factor: number) => [{ from: 0, factor }]

test.each<[string, Coordinates[][], Coordinates, Coordinates, number[]]>([
  ['across a zone', [square(1, 0)], [0, 0.5], [4, 0.5], [25]],
  ['into a zone', [square(1, 0)], [0, 0.5], [1.5, 0.5], [33]],
  ['within a zone', [square(1, 0)], [1.2, 0.2], [1.8, 0.9], [100]],
  ['beside a zone', [square(1, 0)], [0, 2], [4, 2], [0]],
  ['past a corner', [square(1, 0)], [0, 1.5], [1.5, -0.5], [8]],
  ['twice through a zone with a notch', [[[0, 0], [4, 0], [4, 2], [2, 0.5], [0, 2]]], [0, 1], [4, 1], [67]], // prettier-ignore
  ['through two zones', [square(0, 0), square(1, 0, 2)], [0, 0.5], [4, 0.5], [25, 50]],
  ['through zones that overlap: the first counts', [square(1, 0, 2), square(0, 0, 4)], [0, 0.5], [4, 0.5], [50, 50]],
  ['across the antimeridian', [square(179.5, 0)], [179, 0.5], [-179, 0.5], [50]],
  ['across it, with a zone from beyond', [square(-180, 0)], [179, 0.5], [-179, 0.5], [50]],
  ['from a place to itself', [square(0, 0)], [0.5, 0.5], [0.5, 0.5], [100]],
])('%s', (_, areas, from, to, expected) => {
  const rings = areas.map(ringOf)
  const none = areas.map(() => 0)
  expect(percentsOn(rings, from, to) ?? none).toEqual(expected)
  expect(percentsOn(rings, to, from) ?? none).toEqual(expected)
})

/** Three places in a row, ten minutes apart, the second and the third in a zone. */
const inTown = (speeds: VroomSpeedZone['speeds']): VroomInput => ({
  vehicles: [{ id: 1, start: [0, 0], start_index: 0 }],
  jobs: [1, 2].map((id): VroomJob => ({ id, location: [id, 0], location_index: id })),
  matrices: { car: { durations: [[0, 600, 1200], [600, 0, 600], [1200, 600, 0]] } }, // prettier-ignore
  speed_zones: { car: [{ area: square(0.5, -1, 2), speeds }] },
})
const arrivalsOf = (problem: VroomInput) => {
  const plan = solve(problem, { iterationLimit: 100 })
  expect(check(problem, plan).errors).toEqual([])
  return plan.routes[0]!.steps.map(({ arrival }) => arrival)
}

test('a drive is slower by its share of the way through a slow zone', () => {
  // Half of the first drive is at half the speed, and all of the second.
  expect(arrivalsOf(inTown(always(0.5)))).toEqual([0, 900, 2100])
  expect(arrivalsOf(inTown(always(2)))).toEqual([0, 450, 750])
  expect(arrivalsOf({ ...inTown(always(0.5)), traffic: { car: always(0.5) } })).toEqual([0, 1800, 4200])
})

test('by the hour, a zone is slow only then, and whoever leaves later never arrives sooner', () => {
  const early = inTown([
    { from: 0, factor: 0.5 },
    { from: 900, factor: 1 },
  ])
  // Nothing is due, so it leaves once the zone is no longer slow.
  expect(arrivalsOf(early)).toEqual([900, 1500, 2100])
  const busy = inTown([
    { from: 0, factor: 1 },
    { from: 600, factor: 0.5 },
  ])
  busy.vehicles[0]!.time_window = [0, 2000]
  expect(arrivalsOf(busy)).toEqual([0, 600, 1800])
})

test('along great circles, zones need no matrix, and an order that comes later goes through them', () => {
  const area = square(106.8, -6.25, 0.1)
  const problem: VroomInput = {
    vehicles: [{ id: 1, start: [106.7, -6.2], end: [106.7, -6.2] }],
    jobs: [{ id: 1, location: [106.95, -6.2] }],
    speed_zones: { car: [{ area, speeds: always(0.4) }] },
  }
  const { speed_zones: _, ...plain } = problem
  const slow = solve(problem, { iterationLimit: 50 })
  expect(check(problem, slow).errors).toEqual([])
  const factor = slow.summary.duration / solve(plain, { iterationLimit: 50 }).summary.duration
  expect(factor).toBeCloseTo(0.6 + 0.4 / 0.4, 3)
  for (const speeds of [always(0.4), [...always(0.4), { from: 30_000, factor: 0.9 }]]) {
    const zones = { ...problem, speed_zones: { car: [{ area, speeds }] } }
    const prepared = prepare(zones)
    const first = insert(prepared, solve(zones, { iterationLimit: 50 }), { id: 2, location: [106.86, -6.21] })
    expect(check(first.prepared.input, first.plan).errors).toEqual([])
    const second = insert(first.prepared, first.plan, { id: 3, location: [106.99, -6.1] })
    expect(check(second.prepared.input, second.plan).errors).toEqual([])
    const [route] = second.plan.routes
    const steps = route!.steps.flatMap(({ type, id }) => (type === 'job' ? [{ type, id: id! }] : []))
    expect(timeRoutes(second.prepared.input, [{ vehicle: 1, steps }])[0]!.duration).toBe(route!.duration)
  }
})

test('another profile is not slowed down', () => {
  const problem = inTown(always(0.5))
  const durations = problem.matrices!.car!.durations!
  const bicycle: VroomInput = {
    ...problem,
    vehicles: [...problem.vehicles, { id: 2, profile: 'bicycle', start: [0, 0], start_index: 0 }],
    matrices: { car: { durations }, bicycle: { durations } },
  }
  const plan = solve(bicycle, { iterationLimit: 100 })
  expect(check(bicycle, plan).errors).toEqual([])
  expect(plan.routes.map(({ vehicle, duration }) => [vehicle, duration])).toEqual([[2, 1200]])
})

test.each<[string, (problem: VroomInput) => unknown, string]>([
  ['no list', (p) => Object.assign(p, { speed_zones: { car: {} } }), 'speed_zones.car: must be a list of zones'],
  ['no zones by profile', (p) => Object.assign(p, { speed_zones: [] }), 'speed_zones: must be an object'],
  ['an empty list', (p) => (p.speed_zones = { car: [] }), 'speed_zones.car: must be a list of zones'],
  [
    'two corners',
    (p) => p.speed_zones!['car']![0]!.area.splice(2),
    'speed_zones.car[0].area: must be a list of at least',
  ],
  [
    'a corner off the globe',
    (p) => (p.speed_zones!['car']![0]!.area[1] = [0, 91]),
    'speed_zones.car[0].area[1]: latitude',
  ],
  ['no speeds', (p) => (p.speed_zones!['car']![0]!.speeds = []), 'speed_zones.car[0].speeds: must be a list of speeds'],
  [
    'a standstill',
    (p) => (p.speed_zones!['car']![0]!.speeds = always(0)),
    'speeds[0].factor: must be between 0.1 and 5',
  ],
  ['another field', (p) => Object.assign(p.speed_zones!['car']![0]!, { name: 'x' }), 'speed_zones.car[0].name'],
  [
    'the profile of no vehicle',
    (p) => (p.speed_zones = { bus: p.speed_zones!['car']! }),
    'is the profile of no vehicle',
  ],
  ['a place without coordinates', (p) => delete p.jobs[1]!.location, 'jobs[1].location: is missing: speed_zones need'],
  [
    'a depot without coordinates',
    (p) => delete p.vehicles[0]!.start,
    'vehicles[0].start: is missing: speed_zones need',
  ],
  ['one index at two places', (p) => (p.jobs[1]!.location_index = 1), 'jobs[1].location: is not where matrix index 1'],
  [
    'hours on a vehicle that reloads',
    (p) => {
      p.vehicles[0]!.reload = {}
      p.speed_zones!['car']![0]!.speeds.push({ from: 9, factor: 1 })
    },
    'speed_zones.car[0].speeds: cannot be combined with vehicles[0].reload',
  ],
  [
    'drives of too many seconds',
    (p) => {
      p.matrices!['car']!.durations![0]![1] = 2 ** 31 - 1
    },
    'speed_zones.car: makes drives of more than',
  ],
])('%s is refused', (_, change, message) => {
  const problem = inTown(always(0.5))
  change(problem)
  expect(() => solve(problem, { iterationLimit: 1 })).toThrow(message)
})

test('a later order needs to be somewhere, and plan mode has no zones', () => {
  const problem = inTown(always(0.5))
  const plan = solve(problem, { iterationLimit: 20 })
  expect(() => insert(problem, plan, { id: 9, location_index: 1 })).toThrow('order.location: is missing')
  const steps = [{ type: 'job' as const, id: 1 }]
  expect(() => planMode({ ...problem, vehicles: [{ ...problem.vehicles[0]!, steps }] })).toThrow('speed_zones')
})

const small: [string, number, (seed: number) => VroomInput, boolean][] = [
  ['jobs and shipments', 12, (seed) => zoneSome(randomShipments(seed, 6, 2), seed, false), false],
  ['locks', 12, (seed) => zoneSome(lockSome(randomShipments(seed, 6, 2), seed), seed, false), false],
  ['several trips', 8, (seed) => zoneSome(randomTrips(seed, 5, 2), seed, false), false],
  ['speeds by the hour', 8, (seed) => zoneSome(randomTimes(seed, 4, 2, true), seed, true), true],
]

test.each(small)('with %s, small problems are planned to the optimum through zones', (_, seeds, make, byTheSecond) => {
  let changed = 0
  for (let seed = 0; seed < seeds; seed++) {
    const problem = make(seed)
    const { errors, found, best } = besideOptimum(problem, { iterationLimit: 2000, seed }, byTheSecond)
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...rounded(found) }).toEqual({ seed, ...rounded(best) })
    const { speed_zones: __, ...plain } = problem
    if (check(problem, solve(plain, { iterationLimit: 100, seed })).errors.length > 0) changed++
  }
  expect(changed).toBeGreaterThan(3)
})

const mixed: [string, (seed: number) => VroomInput][] = [
  ['everything about time', (seed) => zoneSome(mixTimes(seed, 12, 3, true), seed, true)],
  ['several trips', (seed) => zoneSome(mixTrips(seed, 20, 4), seed, false)],
  ['breaks and locks', (seed) => zoneSome(breakSome(lockSome(randomShipments(seed, 20, 4), seed)), seed, true)],
]

test.each(mixed)('beside %s, drives through zones take as long as they should', (_, make) => {
  for (let seed = 0; seed < 12; seed++) {
    const problem = make(seed)
    const plan = solve(problem, { iterationLimit: 60, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
    expect(solve(problem, { iterationLimit: 60, seed })).toEqual(plan)
  }
})
