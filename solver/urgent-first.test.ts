import { expect, test } from 'vitest'
import {
  check,
  insert,
  insertionPlaces,
  offersFor,
  planMode,
  solve,
  timeRoutes,
  type VroomInput,
  type VroomJob,
  type VroomShipment,
  type VroomVehicle,
} from './index.ts'
import { applyFix, insertionCosts } from './testing/apply-fix.ts'
import { besideOptimum } from './testing/beside-optimum.ts'
import { Random } from './math/random.ts'
import { depot, line } from './testing/line.ts'
import { rounded } from './testing/outcome.ts'
import { mixTimes, mixTrips } from './testing/random-mix.ts'
import { randomProblem, randomShipments, randomTrips } from './testing/random-problem.ts'
import { breakSome, linkSome, lockSome, stackSome, urgeSome } from './testing/random-rules.ts'
import { namesOf, planOf } from './testing/plan-of.ts'

const matrices = line(10, 10)
/** It ends nine places down the road. */
const van: VroomVehicle = { id: 1, start_index: 0, end_index: 9, urgent_first: true }
const job = (id: number, urgency?: number): VroomJob => ({
  id,
  location_index: id,
  ...(urgency !== undefined && { urgency }),
})

test('more urgent jobs come first, and any other vehicle takes the shorter way', () => {
  const jobs = [job(2), job(4, 1), job(6, 7), job(8, 1)]
  const urgent = planOf({ vehicles: [van], jobs, matrices })
  expect(namesOf(urgent)).toEqual([['job 6', 'job 8', 'job 4', 'job 2']])
  const { urgent_first: _, ...free } = van
  const plain = planOf({ vehicles: [free], jobs, matrices })
  expect(namesOf(plain)).toEqual([['job 2', 'job 4', 'job 6', 'job 8']])
  // The check notices that the route is not in turn.
  expect(check({ vehicles: [van], jobs, matrices }, plain).errors.join()).toMatch(
    'job 4 comes after job 2, which is less urgent',
  )
})

test('both ends of an urgent shipment come before anything less urgent', () => {
  const shipment: VroomShipment = {
    pickup: { id: 1, location_index: 3 },
    delivery: { id: 1, location_index: 6 },
    urgency: 1,
  }
  const plan = planOf({ vehicles: [van], jobs: [job(1), job(5)], shipments: [shipment], matrices })
  expect(namesOf(plan)[0]!.slice(0, 2)).toEqual(['pickup 1', 'delivery 1'])
})

test('the whole route counts, not each of its trips', () => {
  const jobs = [
    { ...job(2, 1), delivery: [1] },
    { ...job(4), delivery: [1] },
    { ...job(6, 1), delivery: [1] },
  ]
  const plan = planOf({
    vehicles: [{ id: 1, ...depot, capacity: [1], reload: {}, urgent_first: true }],
    jobs,
    matrices,
  })
  const names = namesOf(plan)[0]!.filter((name) => name.startsWith('job'))
  expect(names.at(-1)).toBe('job 4')
})

/** There is time for job 3 on the way back only, where job 4 is behind and less urgent. */
const tooLate = (): VroomInput => ({
  vehicles: [{ ...van, end_index: 5, time_window: [0, 50] }],
  jobs: [
    { ...job(1, 1), priority: 1 },
    { ...job(2), priority: 1, time_windows: [[20, 20]] },
    { ...job(4, 1), time_windows: [[40, 40]] },
  ],
  matrices,
})

test('a job that would come out of turn says so, and what would help', () => {
  const problem = tooLate()
  const [left] = planOf(problem).unassigned
  expect(left).toMatchObject({
    id: 4,
    reason: {
      code: 'urgent_first',
      message:
        'The one vehicle that may take it has room and time for it, but a less urgent stop would come before a more urgent one (urgent_first).',
    },
    fix: {
      constraint: 'urgent_first',
      by: { amount: 1, unit: 'rules' },
      message: 'Vehicle 1 could take it if it might serve less urgent jobs first (urgent_first) (cost +0).',
    },
  })
  expect(planOf(applyFix(problem, left!, left!.fix!)).unassigned).toEqual([])
})

test('a shipment that would come out of turn says so', () => {
  const problem = tooLate()
  const [late] = problem.jobs.splice(2)
  const stop = { location_index: 4, time_windows: late!.time_windows! }
  const shipments = [{ pickup: { id: 9, ...stop }, delivery: { id: 9, ...stop }, urgency: 1 }]
  const [left] = planOf({ ...problem, shipments }).unassigned
  expect(left).toMatchObject({ reason: { code: 'urgent_first', vehicle: 1 }, fix: { constraint: 'urgent_first' } })
})

test('what is done or next at the head of a route is in nobody’s way', () => {
  const steps = [
    { type: 'job' as const, id: 1, lock: 'done' as const },
    { type: 'job' as const, id: 2, lock: 'position' as const },
  ]
  const jobs = [job(1), job(2), job(3), job(5, 1)]
  const plan = planOf({ vehicles: [{ ...van, steps }], jobs, matrices })
  expect(namesOf(plan)).toEqual([['job 1', 'job 2', 'job 5', 'job 3']])
  expect(plan.summary.violations).toEqual([])
})

test('locked stops keep the order in which they were given, and say what is out of turn', () => {
  const steps = [
    { type: 'job' as const, id: 1, lock: 'position' as const },
    { type: 'job' as const, id: 2, lock: 'position' as const },
  ]
  const plan = planOf({ vehicles: [{ ...van, steps }], jobs: [job(1), job(2, 1), job(3, 1)], matrices })
  expect(namesOf(plan)).toEqual([['job 1', 'job 2', 'job 3']])
  expect(plan.routes[0]!.steps.map(({ violations }) => violations.length)).toEqual([0, 0, 1, 0, 0])
  expect(plan.routes[0]!.violations).toEqual([{ cause: 'urgent_first' }])
})

test.each([false, true])(
  'stops that a dispatcher puts in another order are timed and say so, reloading: %s',
  (reloads) => {
    const vehicle = { ...van, capacity: [1], ...(reloads && { reload: {} }) }
    const jobs = [job(1), job(2, 1), job(3)].map((each) => ({ ...each, delivery: [reloads ? 1 : 0] }))
    const steps = jobs.map(({ id }) => ({ type: 'job' as const, id }))
    const time = (done: number) =>
      timeRoutes({ vehicles: [vehicle], jobs, matrices }, [
        { vehicle: 1, steps: steps.map((step, i) => (i < done ? { ...step, lock: 'done' as const } : step)) },
      ])[0]!.violations
    expect(time(0)).toEqual([{ cause: 'urgent_first' }])
    expect(time(1)).toEqual([])
  },
)

test('a later order goes where its turn is', () => {
  const problem: VroomInput = { vehicles: [{ ...van, end_index: 0 }], jobs: [job(1), job(7)], matrices }
  const plan = planOf(problem)
  const result = insert(problem, plan, job(4, 1))
  expect(check(result.prepared.input, result.plan).errors).toEqual([])
  expect(namesOf(result.plan)[0]![0]).toBe('job 4')
  const tight: VroomInput = {
    ...problem,
    vehicles: [{ ...van, time_window: [0, 9 * 7200] }],
    matrices: line(10, 7200),
  }
  expect(offersFor(tight, planOf(tight), job(4, 1))).toMatchObject([{ fits: false, change: 'urgent_first' }])
})

test('a vehicle that reloads takes an urgent order behind what is done', () => {
  const reloading = { id: 1, ...depot, capacity: [2], reload: {}, urgent_first: true }
  const jobs = [job(1), job(2), job(3)].map((each) => ({ ...each, delivery: [1] }))
  const problem: VroomInput = { vehicles: [reloading], jobs, matrices }
  const plan = planOf(problem)
  const names = namesOf(plan)[0]!.filter((name) => name.startsWith('job'))
  const steps = names.map((name, i) => ({
    type: 'job' as const,
    id: Number(name.slice(4)),
    ...(i === 0 && { lock: 'done' as const }),
  }))
  const { places } = insertionPlaces({ ...problem, vehicles: [{ ...reloading, steps }] }, plan, {
    ...job(5, 1),
    delivery: [1],
  })
  expect(places[0]!.positions).toEqual([1])
})

test('it is true or false, an urgency is a number up to 100, and plan mode rejects both', () => {
  const problem = (vehicle: object, order: object): VroomInput => ({
    vehicles: [{ id: 1, ...depot, ...vehicle }],
    jobs: [{ id: 1, location_index: 1, ...order }],
    matrices,
  })
  const solved =
    (...of: [object, object]) =>
    () =>
      solve(problem(...of), { iterationLimit: 1 })
  expect(solved({ urgent_first: 1 }, {})).toThrow('vehicles[0].urgent_first: 1 is not true or false')
  expect(solved({}, { urgency: 101 })).toThrow('jobs[0].urgency: 101 is not a whole number between 0 and 100')
  expect(solved({}, { urgency: 'high' })).toThrow('jobs[0].urgency')
  const steps = [{ type: 'job' as const, id: 1 }]
  expect(() => planMode(problem({ urgent_first: true, steps }, {}))).toThrow('vehicles[0].urgent_first')
  expect(() => planMode(problem({ steps }, { urgency: 1 }))).toThrow('jobs[0].urgency')
})

const small: [string, (seed: number) => VroomInput, number?][] = [
  ['jobs and shipments', (seed) => randomShipments(seed, 6, 2)],
  ['locks', (seed) => lockSome(randomShipments(seed, 6, 2), seed)],
  ['several trips', (seed) => randomTrips(seed, 5, 2), 12],
  ['goods that lie in front of others', (seed) => stackSome(randomShipments(seed, 6, 2), seed)],
  ['links', (seed) => linkSome(randomProblem(seed, 5, 2), seed)],
]

test.each(small)('with %s, small problems are planned to the optimum, urgent jobs first', (_, make, seeds = 16) => {
  let changed = 0
  for (let seed = 0; seed < seeds; seed++) {
    const problem = urgeSome(make(seed), seed)
    const { errors, found, best } = besideOptimum(problem, { iterationLimit: 2000, seed })
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...rounded(found) }).toEqual({ seed, ...rounded(best) })
    const free = problem.vehicles.map(({ urgent_first: __, ...vehicle }) => vehicle)
    const plan = solve({ ...problem, vehicles: free }, { iterationLimit: 200, seed })
    if (check(problem, plan).errors.length > 0) changed++
  }
  expect(changed).toBeGreaterThan(2)
})

/** Jobs of hours along a road, with a shift that is too short for most other changes. */
function hoursOf(seed: number): VroomInput {
  const random = new Random(seed)
  const jobs = Array.from({ length: 7 }, (_, i) => ({
    ...job(i + 1, random.below(3)),
    location_index: 1 + random.below(8),
  }))
  const vehicle: VroomVehicle = { ...van, capacity: [], time_window: [0, 13 * 7200] }
  return { vehicles: [vehicle], jobs, matrices: line(10, 7200, 1) }
}

test('fixes are right about turns: enough, and no more than that', () => {
  let fixes = 0
  for (let seed = 0; seed < 40; seed++) {
    const problem = hoursOf(seed)
    const plan = solve(problem, { iterationLimit: 200 })
    for (const left of plan.unassigned) {
      if (left.fix?.constraint !== 'urgent_first') continue
      fixes++
      const after = insertionCosts(applyFix(problem, left, left.fix), plan, left, false)
      const less = insertionCosts(applyFix(problem, left, left.fix, 0), plan, left, false)
      expect([after.size > 0, less.size], `seed ${seed}, ${JSON.stringify(left.fix)}`).toEqual([true, 0])
    }
  }
  expect(fixes).toBeGreaterThan(1)
})

const mixed: [string, (seed: number) => VroomInput][] = [
  ['everything about time', (seed) => mixTimes(seed, 12, 3, true)],
  ['several trips', (seed) => mixTrips(seed, 20, 4)],
  ['breaks and locks', (seed) => breakSome(lockSome(randomShipments(seed, 20, 4), seed))],
]

test.each(mixed)('beside %s, nothing less urgent comes first', (_, make) => {
  for (let seed = 0; seed < 12; seed++) {
    const problem = urgeSome(make(seed), seed)
    const plan = solve(problem, { iterationLimit: 60, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
  }
})
