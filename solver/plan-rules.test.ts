import { expect, test } from 'vitest'
import { check, insert, solve, type VroomInput, type VroomJob, type VroomOutput } from './index.ts'
import { besideOptimum } from './testing/beside-optimum.ts'
import { depot, line } from './testing/line.ts'
import { rounded } from './testing/outcome.ts'
import { randomProblem, randomShipments, randomTimes } from './testing/random-problem.ts'
import {
  balanceSome,
  breakSome,
  chooseSome,
  compactSome,
  districtSome,
  groupSome,
  linkSome,
  lockSome,
  rememberSome,
  rideSome,
} from './testing/random-rules.ts'
import { missed } from './testing/reading.ts'
import { planOf } from './testing/plan-of.ts'

/** With how many small problems are tried: rides make an exhaustive search slow. */
const kinds: [string, (problem: VroomInput, seed: number) => VroomInput, number?][] = [
  ['locks', lockSome],
  ['groups', groupSome],
  ['a previous plan', rememberSome],
  ['balance', balanceSome],
  ['longest rides', rideSome, 16],
  ['compact routes', (problem, seed) => compactSome(seed % 3 === 0 ? lockSome(problem, seed) : problem, seed)],
  ['districts', (problem, seed) => districtSome(seed % 3 === 0 ? lockSome(problem, seed) : problem, seed)],
  ['what comes before what', (problem, seed) => linkSome(seed % 3 === 0 ? lockSome(problem, seed) : problem, seed)],
  ['one of several jobs', (problem, seed) => chooseSome(seed % 4 === 0 ? lockSome(problem, seed) : problem, seed)],
  ['all of them', (problem, seed) => chooseSome(compactSome(districtSome(linkSome(balanceSome(rememberSome(groupSome(lockSome(problem, seed), seed), seed), seed), seed), seed), seed), seed)], // prettier-ignore
]

test.each(kinds)('solves small problems with %s to the exhaustive optimum', (_, change, count = 40) => {
  for (let seed = 0; seed < count; seed++) {
    const problem = change(seed % 2 === 0 ? randomProblem(seed, 6, 2) : randomShipments(seed, 6, 2), seed)
    const { errors, found, best } = besideOptimum(problem, { iterationLimit: 5000 })
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...rounded(found) }).toEqual({ seed, ...rounded(best) })
  }
})

test.each(kinds)('plans with %s are valid, repeatable, and can be continued', (_, change) => {
  for (let seed = 0; seed < 15; seed++) {
    const problem = change(randomShipments(seed, 40, 8), seed)
    const plan = solve(problem, { iterationLimit: 400, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
    expect(solve(problem, { iterationLimit: 400, seed })).toEqual(plan)
  }
})

test('locks that leave no room for a break report it', () => {
  let missing = 0
  for (let seed = 0; seed < 40; seed++) {
    const problem = breakSome(lockSome(randomShipments(seed, 30, 6), seed))
    const plan = solve(problem, { iterationLimit: 200, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
    if (plan.summary.violations.some(({ cause }) => cause === 'missing_break')) missing++
  }
  expect(missing).toBeGreaterThan(0)
})

test('locks and rules on the plan work together with everything about time', () => {
  for (let seed = 0; seed < 60; seed++) {
    const base = lockSome(randomTimes(seed, 10, 3, seed % 2 === 0), seed)
    const problem = seed % 3 === 0 ? balanceSome(rememberSome(groupSome(base, seed), seed), seed) : base
    const plan = solve(problem, { iterationLimit: 60, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
  }
})

const matrices = line(12)
const onLine = (count: number, more: (id: number) => Partial<VroomJob> = () => ({})) =>
  Array.from({ length: count }, (_, i): VroomJob => ({ id: i + 1, location_index: i + 1, ...more(i + 1) }))
const orderOf = (plan: VroomOutput) =>
  Object.fromEntries(
    plan.routes.map(({ vehicle, steps }) => [vehicle, steps.flatMap(({ id }) => id ?? []).sort((a, b) => a - b)]),
  )

test('groups kept apart take two vehicles; with one vehicle, the smaller group is left out and says why', () => {
  const groups = (id: number) => ({ groups: [id === 2 ? 'paint' : 'milk'], priority: id === 2 ? 9 : 3 })
  const problem: VroomInput = {
    vehicles: [
      { id: 1, ...depot },
      { id: 2, ...depot },
    ],
    jobs: onLine(3, groups),
    matrices,
    groups: { apart: [['milk', 'paint']] },
  }
  expect(Object.values(orderOf(planOf(problem)))).toEqual(expect.arrayContaining([[1, 3], [2]]))
  const plan = planOf({ ...problem, vehicles: [{ id: 1, ...depot }] })
  expect(missed(plan)).toEqual([1, 3])
  expect(plan.unassigned[0].reason.code).toBe('group')
})

test('a group that goes together shares a vehicle even if two are closer, or is left out together', () => {
  const vehicles = [
    { id: 1, ...depot, capacity: [2] },
    { id: 2, start_index: 11, end_index: 11, capacity: [2] },
  ]
  const jobs = [1, 10].map((location_index, i) => ({ id: i + 1, location_index, delivery: [1], groups: ['kit'] }))
  const problem: VroomInput = { vehicles, jobs, matrices }
  expect(orderOf(planOf(problem))).toEqual({ 1: [1], 2: [2] })
  problem.groups = { together: ['kit'] }
  expect(planOf(problem).summary).toMatchObject({ routes: 1, cost: 20 })
  for (const vehicle of vehicles) vehicle.capacity = [1]
  const plan = planOf(problem)
  expect(missed(plan)).toEqual([1, 2])
  expect(plan.unassigned[0].reason.code).toBe('group')
})

test('groups that share a job act as one', () => {
  const jobs = onLine(3, (id) => ({ groups: [['a'], ['a', 'b'], ['b']][id - 1] }))
  const vehicles = [1, 2].map((id) => ({ id, ...depot, max_tasks: 2 }))
  expect(missed(planOf({ vehicles, jobs, matrices, groups: { together: ['a', 'b'] } }))).toEqual([1, 2, 3])
})

test('a vehicle serves so many districts at most, and jobs without a district anywhere', () => {
  const district = (id: number) => (id === 6 ? {} : { district: id % 2 === 0 ? 'even' : 'odd' })
  const vehicles = [1, 2].map((id) => ({ id, ...depot, max_districts: 1 }))
  const problem: VroomInput = { vehicles, jobs: onLine(6, district), matrices }
  expect(Object.values(orderOf(planOf(problem)))).toEqual(
    expect.arrayContaining([
      [1, 3, 5, 6],
      [2, 4],
    ]),
  )
  const alone = planOf({ ...problem, vehicles: [vehicles[0]] })
  expect([missed(alone), alone.unassigned[0].reason.code]).toEqual([[2, 4], 'max_districts'])
  expect(missed(planOf({ ...problem, vehicles: [{ ...vehicles[0], max_districts: 0 }] }))).toEqual([1, 2, 3, 4, 5])
})

test('trips of one vehicle share its districts, and a shipment counts once', () => {
  const jobs = onLine(4, (id) => ({ district: id < 3 ? 'near' : 'far', delivery: [1] }))
  const reloading = { id: 1, ...depot, capacity: [1], reload: {}, max_districts: 1 }
  expect(missed(planOf({ vehicles: [reloading], jobs, matrices }))).toEqual([3, 4])
  const shipments = [{ pickup: { id: 9, location_index: 1 }, delivery: { id: 9, location_index: 4 }, district: 'far' }]
  const vehicle = { id: 1, ...depot, capacity: [9], max_districts: 1 }
  const plan = planOf({ vehicles: [vehicle], jobs: jobs.slice(2), shipments, matrices })
  expect(plan.summary.unassigned).toBe(0)
})

test('locked steps of too many districts stay, and no other district comes along', () => {
  const jobs = onLine(4, (id) => ({ district: ['a', 'b', 'b', 'c'][id - 1] }))
  const steps = [1, 2].map((id) => ({ type: 'job' as const, id, lock: 'vehicle' as const }))
  const plan = planOf({ vehicles: [{ id: 1, ...depot, max_districts: 1, steps }], jobs, matrices })
  expect(missed(plan)).toEqual([4])
  expect(plan.summary.violations).toEqual([{ cause: 'max_districts' }])
  expect(plan.unassigned[0]).toMatchObject({ reason: { code: 'max_districts' }, fix: { by: { amount: 2 } } })
})

test('an order of a new district is not inserted where that is one too many', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, ...depot, max_districts: 1 }],
    jobs: onLine(2, () => ({ district: 'a' })),
    matrices,
  }
  const plan = planOf(problem)
  const put = (district: string) => insert(problem, plan, { id: 9, location_index: 3, district })
  expect(put('a').vehicle).toBe(1)
  expect(put('b')).toMatchObject({ plan: { unassigned: [{ id: 9, reason: { code: 'max_districts' } }] } })
})

/** Jobs at both ends of a line between two vehicles; the previous plan had them swapped. */
const before = (limits: object): VroomInput => ({
  vehicles: [
    { id: 1, ...depot },
    { id: 2, start_index: 11, end_index: 11 },
  ],
  jobs: [1, 2, 9, 10].map((location_index, i) => ({ id: i + 1, location_index })),
  matrices,
  previous: {
    routes: [
      [3, 4],
      [1, 2],
    ].map((ids, v) => ({ vehicle: v + 1, steps: ids.map((id) => ({ type: 'job', id })) })),
    ...limits,
  },
})

test('the number of jobs that change vehicle is limited', () => {
  expect(planOf(before({})).summary).toMatchObject({ moved: 4, cost: 8 })
  expect(planOf(before({ max_moved: 0 })).summary).toMatchObject({ moved: 0, cost: 40 })
  expect(planOf(before({ max_moved: 2 })).summary).toMatchObject({ moved: 2, cost: 20 })
})

test('a job changes vehicle if that saves more than it costs', () => {
  expect(planOf(before({ cost_per_moved: 5 })).summary).toMatchObject({ moved: 4, cost: 8 + 20 })
  expect(planOf(before({ cost_per_moved: 7 })).summary).toMatchObject({ moved: 2, cost: 20 + 14 })
  expect(planOf(before({ cost_per_moved: 11 })).summary).toMatchObject({ moved: 0, cost: 40 })
})

test('a job that may not change vehicle and does not fit is left out and says why', () => {
  const problem = before({ max_moved: 0 })
  problem.vehicles[0].max_tasks = 0
  const plan = planOf(problem)
  expect(missed(plan)).toEqual([3, 4])
  expect(plan.unassigned[0].reason.code).toBe('max_moved')
})

test('promised times hold to the second', () => {
  const steps = [{ type: 'job' as const, id: 1, promised: 50 }]
  const previous = { routes: [{ vehicle: 1, steps }], promise_tolerance: 10 }
  const plan = planOf({ vehicles: [{ id: 1, ...depot, time_window: [0, 99] }], jobs: onLine(1), matrices, previous })
  const { arrival, waiting_time } = plan.routes[0].steps[1]
  expect(arrival + waiting_time).toBeGreaterThanOrEqual(40)
  expect(arrival + waiting_time).toBeLessThanOrEqual(60)
})

test('balance evens out jobs, loads and time unless that costs too much', () => {
  const vehicles = [
    { id: 1, ...depot, capacity: [99] },
    { id: 2, ...depot, capacity: [99] },
  ]
  const jobs = onLine(4, (id) => ({ delivery: [id === 4 ? 6 : 2], service: id === 1 ? 1800 : 600 }))
  const balanced = (of: 'tasks' | 'load' | 'time', strength: number) =>
    Object.values(orderOf(planOf({ vehicles, jobs, matrices, balance: { of, strength } }))).sort(
      (a, b) => a.length - b.length,
    )
  expect(balanced('tasks', 0)).toEqual([[1, 2, 3, 4]])
  expect(balanced('tasks', 0.1)).toEqual([[1, 2, 3, 4]])
  expect(balanced('tasks', 10).map((ids) => ids.length)).toEqual([2, 2])
  expect(balanced('load', 10)).toEqual([[4], [1, 2, 3]])
  expect(balanced('time', 1000)).toEqual([[1], [2, 3, 4]])
})

test('compact routes keep to themselves where that costs less than it is worth', () => {
  // Two clusters on both sides of the depot; one vehicle on its own drives a little less.
  const jobs = [1, 2, 8, 9].map((location_index, i) => ({ id: i + 1, location_index }))
  const vehicles = [1, 2].map((id) => ({ id, start_index: 5, end_index: 5, costs: { fixed: 2 } }))
  const problem: VroomInput = { vehicles, jobs, matrices }
  expect(planOf(problem).summary).toMatchObject({ routes: 1, cost: 2 + 16 })
  const compact = planOf({ ...problem, compactness: { cost_per_hour: 3600 } })
  expect(Object.values(orderOf(compact))).toEqual(expect.arrayContaining([[1, 2], [3, 4]])) // prettier-ignore
  // In each route, one job is a second from the middle, the other one.
  expect(compact.summary).toMatchObject({ routes: 2, cost: 4 + 16 + 2, compactness_cost: 2 })
  expect(compact.routes.map(({ compactness_cost }) => compactness_cost)).toEqual([1, 1])
})

test('strength is the price of the squared measure, in whole units of cost', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, ...depot }],
    jobs: onLine(3),
    matrices,
    balance: { of: 'tasks', strength: 2 },
  }
  expect(planOf(problem).summary.cost).toBe(6 + 2 * 9)
})

test.each<[string, (plan: VroomOutput, problem: VroomInput) => void, RegExp]>([
  [
    'mixed groups',
    (_, { jobs }) => jobs.forEach((job, j) => (job.groups = [j === 0 ? 'a' : 'b'])),
    /shares it with another/,
  ],
  [
    'a group on two vehicles',
    (_, { jobs }) => [jobs[0], jobs[3]].forEach((job) => (job.groups = ['c'])),
    /is on the vehicles/,
  ],
  [
    'a group planned in part',
    (plan, { jobs }) => {
      jobs.push({ id: 5, location_index: 3, groups: ['c'] })
      jobs[0].groups = ['c']
      plan.unassigned.push({ type: 'job', id: 5, reason: { code: 'group', message: '' } })
      plan.summary.unassigned++
    },
    /planned in part/,
  ],
  [
    'a district too many',
    (_, { jobs, vehicles }) => {
      jobs.forEach((job, j) => (job.district = `${j}`))
      vehicles[0].max_districts = 1
    },
    /serves 2 districts, over its 1/,
  ],
  ['too many moved', (_, { previous }) => void (previous!.max_moved = 1), /2 jobs are moved, over 1/],
  ['a wrong number of moved jobs', (plan) => void (plan.summary.moved = 1), /moved is 1/],
  [
    'a broken promise',
    (_, { previous }) => {
      previous!.promise_tolerance = 1
      previous!.routes[0].steps[0].promised = 900
    },
    /900 was promised/,
  ],
  ['a price of moved jobs left out', (_, { previous }) => void (previous!.cost_per_moved = 5), /cost is/],
  ['a price of compactness left out', (_, problem) => void (problem.compactness = { cost_per_hour: 3600 }), /cost is/],
  ['a share of compactness made up', (plan) => void (plan.routes[0].compactness_cost = 9), /compactness_cost is 9/],
  [
    'a price of uneven routes left out',
    (_, problem) => void (problem.balance = { of: 'tasks', strength: 3 }),
    /cost is/,
  ],
])('%s is found in a plan', (_, change, expected) => {
  const problem = { ...before({ max_moved: 2 }), groups: { apart: [['a', 'b']], together: ['c'] } }
  for (const job of problem.jobs) job.groups = []
  problem.jobs[0].groups = ['c', 'a']
  problem.jobs[3].groups = ['b']
  const plan = structuredClone(planOf(problem))
  const changed = structuredClone(problem)
  change(plan, changed)
  expect(check(changed, plan).errors.join('\n')).toMatch(expected)
})

test('a route that changes to a vehicle with a locked head fits with its load', () => {
  for (const seed of [100, 181, ...Array.from({ length: 20 }, (_, i) => i)]) {
    const problem = randomTimes(seed, 10, 3, seed % 2 === 0)
    problem.jobs.splice(-2)
    const locked = lockSome(problem, seed)
    expect(check(locked, solve(locked, { iterationLimit: 100, seed })).errors, `seed ${seed}`).toEqual([])
  }
})

test('inserting orders keeps plans with everything about time valid', () => {
  for (let seed = 0; seed < 20; seed++) {
    const problem = randomTimes(seed, 10, 3, seed % 2 === 0)
    const [order] = problem.jobs.splice(-1)
    const locked = lockSome(problem, seed)
    const plan = solve(locked, { iterationLimit: 60, seed })
    const { prepared, plan: next } = insert(locked, plan, order!, { repair: seed % 4 < 2 })
    expect(check(prepared.input, next).errors, `seed ${seed}`).toEqual([])
  }
})
