import { expect, test } from 'vitest'
import { check, insert, planMode, solve, type VroomInput, type VroomOutput, type VroomVehicle } from './index.ts'
import { applyFix, insertionCosts } from './testing/apply-fix.ts'
import { besideOptimum } from './testing/beside-optimum.ts'
import { depot, line } from './testing/line.ts'
import { rounded } from './testing/outcome.ts'
import { mixTimes, mixTrips } from './testing/random-mix.ts'
import { randomProblem, randomTimes } from './testing/random-problem.ts'

const small: [string, number, (seed: number) => VroomInput, boolean][] = [
  ['trips and releases', 20, (seed) => mixTrips(seed, 5, 2), false],
  ['everything about time', 8, (seed) => mixTimes(seed, 4, 2, false), true],
]

test.each(small)('with rules on the plan, %s are planned to the optimum', (_, count, make, byTheSecond) => {
  for (let seed = 0; seed < count; seed++) {
    const problem = make(seed)
    const { errors, found, best } = besideOptimum(problem, { iterationLimit: 2000, seed }, byTheSecond)
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...rounded(found) }).toEqual({ seed, ...rounded(best) })
  }
})

const large: [string, (seed: number) => VroomInput][] = [
  ['trips and releases', (seed) => mixTrips(seed, 25, 5)],
  ['everything about time', (seed) => mixTimes(seed, 12, 3, true)],
]

test.each(large)('with rules on the plan, plans with %s are valid and repeatable', (_, make) => {
  for (let seed = 0; seed < 20; seed++) {
    const problem = make(seed)
    const plan = solve(problem, { iterationLimit: 60, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
    if (seed % 4 === 0) expect(solve(problem, { iterationLimit: 60, seed })).toEqual(plan)
  }
})

test.each(large)('with rules on the plan, %s leave a plan valid after adding an order', (_, make) => {
  let taken = 0
  for (let seed = 0; seed < 20; seed++) {
    const problem = make(seed)
    const plan = solve(problem, { iterationLimit: 60, seed })
    const { location_index, location } = problem.jobs[0]
    const place = { location_index: location_index!, ...(location && { location }) }
    const order = { id: 1000, ...place, release: seed % 2 === 0 ? 25 : 0 }
    const result = insert(problem, plan, order, { repair: seed % 3 === 0 })
    expect(check(result.prepared.input, result.plan).errors, `seed ${seed}`).toEqual([])
    expect(Math.abs(result.plan.summary.cost - plan.summary.cost - result.addedCost)).toBeLessThanOrEqual(1)
    if (result.vehicle !== undefined) taken++
  }
  expect(taken).toBeGreaterThan(0)
})

/** Limited shifts and nothing else that depends on time: what is checked in constant time. */
function plainShifts(seed: number): VroomInput {
  const { jobs, shipments = [], vehicles, matrices } = randomTimes(seed, 7, 1, false)
  const all = [...jobs, ...shipments.flatMap(({ pickup, delivery }) => [pickup, delivery])]
  return {
    jobs: all.map(({ id, location_index, service = 0, time_windows }) => ({
      id,
      location_index: location_index!,
      service,
      ...(time_windows && { time_windows: [time_windows[0]] }),
    })),
    vehicles: vehicles.map(({ breaks: _, costs: __, ...vehicle }) => ({ ...vehicle, max_shift: 20 + (seed % 30) })),
    matrices: matrices!,
  }
}

function withReleases(problem: VroomInput, seed: number, latest: number): VroomInput {
  const jobs = problem.jobs.map((job) => ((seed + job.id) % 2 ? { ...job, release: (31 * seed + 57 * job.id) % latest } : job)) // prettier-ignore
  return { ...problem, jobs }
}

test.each<[string, (seed: number) => VroomInput, boolean, string[]]>([
  ['longest shifts', plainShifts, true, ['max_shift', 'vehicles']],
  ['longest shifts and releases', (seed) => withReleases(plainShifts(seed), seed, 40), true, ['max_shift']],
  ['releases', (seed) => withReleases(randomProblem(seed, 9, 2), seed, 400), false, ['skills', 'max_tasks']],
])('fixes are right about %s: enough, and no more than that', (_, make, byTheSecond, expected) => {
  const seen = new Set<string>()
  for (let seed = 0; seed < 20; seed++) {
    const problem = make(seed)
    const plan = solve(problem, { iterationLimit: 200 })
    for (const left of plan.unassigned) {
      const { fix } = left
      if (!fix || fix.constraint === 'prize') continue
      seen.add(fix.constraint)
      const after = insertionCosts(applyFix(problem, left, fix), plan, left, byTheSecond)
      const less = insertionCosts(applyFix(problem, left, fix, fix.by.amount - 1), plan, left, byTheSecond)
      expect([after.size > 0, less.size], `seed ${seed}, ${left.type} ${left.id}, ${JSON.stringify(fix)}`).toEqual([true, 0]) // prettier-ignore
    }
  }
  expect([...seen]).toEqual(expect.arrayContaining(expected))
})

const matrices = line(10)
const ordersOf = (plan: VroomOutput) =>
  plan.routes.map(({ steps }) => steps.flatMap(({ type, id }) => (type === 'start' || type === 'end' ? [] : [id ?? type]))) // prettier-ignore

test('a vehicle that has left brings only what was at the depot by then; another one brings the rest', () => {
  const steps = [{ type: 'job' as const, id: 1, lock: 'done' as const, arrival: 10 }]
  const jobs = [
    { id: 1, location_index: 1, release: 99 },
    { id: 2, location_index: 1, release: 9 },
    { id: 3, location_index: 3, release: 20 },
  ]
  const far = { id: 2, start_index: 9, end_index: 9 }
  const problem: VroomInput = { vehicles: [{ id: 1, ...depot, steps }, far], jobs, matrices }
  const plan = solve(problem, { iterationLimit: 300 })
  expect(check(problem, plan).errors).toEqual([])
  expect(ordersOf(plan)).toEqual([[1, 2], [3]])

  const alone = { ...problem, vehicles: [problem.vehicles[0]] }
  const left = solve(alone, { iterationLimit: 300 })
  expect(left.unassigned.map(({ id, reason }) => [id, reason.code])).toEqual([[3, 'release']])
  // The check notices job 3 on it anyway.
  const loaded = solve({ ...alone, jobs: jobs.map(({ release: _, ...job }) => job) }, { iterationLimit: 300 })
  expect(check(alone, loaded).errors.join()).toMatch('with what is at the depot from 20 on')
})

test('loaded goods wait for nothing; goods bound to a vehicle wait, even if that makes them late', () => {
  const problem = (lock: 'loaded' | 'vehicle'): VroomInput => ({
    vehicles: [{ id: 1, ...depot, steps: [{ type: 'job', id: 1, lock }] }],
    jobs: [{ id: 1, location_index: 4, release: 50, time_windows: [[0, 30]] }],
    matrices,
  })
  const [loaded, bound] = (['loaded', 'vehicle'] as const).map((lock) => {
    const plan = solve(problem(lock), { iterationLimit: 100 })
    expect(check(problem(lock), plan).errors).toEqual([])
    return plan
  })
  expect(loaded!.routes[0].steps[1]).toMatchObject({ arrival: 4, violations: [] })
  expect(bound!.routes[0].steps[1]).toMatchObject({ arrival: 54, violations: [{ cause: 'delay', duration: 24 }] })
})

test('balanced hours include drives to depots', () => {
  const vehicles: VroomVehicle[] = [{ id: 1, ...depot, capacity: [1], reload: { service: 7 } }]
  const jobs = [1, 2].map((id) => ({ id, location_index: id, delivery: [1], service: 600 }))
  const problem: VroomInput = { vehicles, jobs, matrices, balance: { of: 'time', strength: 360_000 } }
  const plan = solve(problem, { iterationLimit: 100 })
  expect(check(problem, plan).errors).toEqual([])
  expect(plan.summary.cost).toBe(6 + Math.round(360_000 * (1206 / 3600) ** 2))
})

test('groups that go together share a vehicle on any trip; groups kept apart do not', () => {
  const vehicles: VroomVehicle[] = [1, 2].map((id) => ({
    id,
    ...depot,
    capacity: [1],
    reload: {},
    costs: { fixed: 9 },
  }))
  const job = (id: number, groups: string[]) => ({ id, location_index: id, delivery: [1], groups })
  const jobs = [job(1, ['home', 'milk']), job(2, ['paint']), job(3, ['home'])]
  const groups = { together: ['home'], apart: [['milk', 'paint']] }
  const problem: VroomInput = { vehicles, jobs, matrices, groups }
  const plan = solve(problem, { iterationLimit: 300 })
  expect(check(problem, plan).errors).toEqual([])
  expect(ordersOf(plan).map((order) => order.filter((id) => id !== 'reload').sort())).toEqual(
    expect.arrayContaining([[1, 3], [2]]),
  )
})

test('a job that fits no trip says so, without suggesting a single change', () => {
  const vehicles: VroomVehicle[] = [{ id: 1, ...depot, capacity: [1], reload: { max_trips: 1 } }]
  const jobs = [1, 2].map((id) => ({ id, location_index: id, delivery: [1] }))
  const [left] = solve({ vehicles, jobs, matrices }, { iterationLimit: 100 }).unassigned
  expect(left!.reason).toMatchObject({ code: 'trips' })
  expect(left!.fix).toBeUndefined()
  const optional = jobs.map((job) => ({ ...job, prize: 1000 }))
  expect(solve({ vehicles, jobs: optional, matrices }, { iterationLimit: 100 }).unassigned[0].reason.code).toBe('trips')
})

test.each<[string, Partial<VroomVehicle>, object, string]>([
  ['a lock', { steps: [{ type: 'job', id: 1, lock: 'vehicle' }] }, {}, 'vehicles[0].steps[0].lock'],
  ['a step of breaks', { steps: [{ type: 'break', id: 1 }] }, {}, 'vehicles[0].steps[0]'],
])('%s next to reload is rejected by name', (_, vehicle, job, path) => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, ...depot, reload: {}, ...vehicle }],
    jobs: [{ id: 1, location_index: 1, ...job }],
    matrices,
  }
  expect(() => solve(problem, { iterationLimit: 1 })).toThrow(path)
})

test('a route with visits to depots can be given again, but only to a vehicle that may make them', () => {
  const vehicles: VroomVehicle[] = [{ id: 1, ...depot, capacity: [1], reload: {} }]
  const jobs = [1, 2].map((id) => ({ id, location_index: id, delivery: [1] }))
  const plan = solve({ vehicles, jobs, matrices }, { iterationLimit: 100 })
  const steps = plan.routes[0].steps.map(({ type, id }) => ({ type, ...(id !== undefined && { id }) }))
  const again: VroomInput = { vehicles: [{ ...vehicles[0], steps }], jobs, matrices }
  expect(solve(again, { iterationLimit: 1 }).summary.cost).toBe(plan.summary.cost)
  delete again.vehicles[0].reload
  expect(() => solve(again, { iterationLimit: 1 })).toThrow('vehicles[0].steps[2].type')
})

test.each<[string, (problem: VroomInput) => void, string]>([
  ['several trips', ({ vehicles }) => (vehicles[0].reload = {}), 'vehicles[0].reload'],
  ['a release', ({ jobs }) => (jobs[0].release = 5), 'jobs[0].release'],
  ['a price of waiting', ({ vehicles }) => (vehicles[0].costs = { per_waiting_hour: 5 }), 'vehicles[0].costs.per_waiting_hour'], // prettier-ignore
  ['a longest shift', ({ vehicles }) => (vehicles[0].max_shift = 5), 'vehicles[0].max_shift'],
  ['speeds by the hour', (problem) => (problem.traffic = { car: [{ from: 0, factor: 2 }] }), 'traffic'],
  ['shared service', (problem) => (problem.same_address_service = 'longest'), 'same_address_service'],
])('plan mode refuses %s by name', (_, change, path) => {
  const steps = [{ type: 'job' as const, id: 1 }]
  const problem: VroomInput = { vehicles: [{ id: 1, ...depot, steps }], jobs: [{ id: 1, location_index: 1 }], matrices }
  change(problem)
  expect(() => planMode(problem)).toThrow(path)
})

test('an order with a soft window is rejected next to reload', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, ...depot, reload: {} }],
    jobs: [{ id: 1, location_index: 1 }],
    matrices,
  }
  const plan = solve(problem, { iterationLimit: 10 })
  const order = {
    id: 2,
    location_index: 2,
    soft_time_window: { window: [1, 2] as [number, number], cost_per_hour_late: 1 },
  }
  expect(() => insert(problem, plan, order)).toThrow('order.soft_time_window')
})
