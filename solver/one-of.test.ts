import { expect, test } from 'vitest'
import {
  check,
  insert,
  insertAt,
  insertionPlaces,
  insertOneOf,
  openBoard,
  rank,
  solve,
  type VroomInput,
  type VroomJob,
} from './index.ts'
import { besideOptimum } from './testing/beside-optimum.ts'
import { depot, line } from './testing/line.ts'
import { rounded } from './testing/outcome.ts'
import { mixTimes, mixTrips } from './testing/random-mix.ts'
import { chooseSome, stackSome } from './testing/random-rules.ts'
import { missed, orderOf } from './testing/reading.ts'
import { refusedPath } from './testing/refused-path.ts'
import { planOf } from './testing/plan-of.ts'

const small: [string, number, (seed: number) => VroomInput, boolean][] = [
  ['trips and releases', 8, (seed) => chooseSome(mixTrips(seed, 5, 2), seed), false],
  ['last in, first out', 8, (seed) => stackSome(chooseSome(mixTrips(seed, 5, 2), seed), seed), false],
  ['everything about time', 4, (seed) => chooseSome(mixTimes(seed, 4, 2, false), seed), true],
]

test.each(small)('with %s, one of several jobs is planned to the optimum', (_, count, make, byTheSecond) => {
  for (let seed = 0; seed < count; seed++) {
    const problem = make(seed)
    const { errors, found, best } = besideOptimum(problem, { iterationLimit: 1500, seed }, byTheSecond)
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...rounded(found) }).toEqual({ seed, ...rounded(best) })
  }
})

const matrices = line(12)
const locker = { id: 1, location_index: 9, groups: ['parcel'] }
const office = { id: 2, location_index: 5, groups: ['parcel'] }
const home = { id: 3, location_index: 2, groups: ['parcel'] }
const other = { id: 4, location_index: 6 }
const oneOf = (jobs: VroomJob[], more: Partial<VroomInput> = {}): VroomInput => ({
  vehicles: [{ id: 1, ...depot }],
  jobs,
  matrices,
  groups: { one_of: ['parcel'] },
  ...more,
})

test('the job on the way is served, and the others of its group are neither served nor unassigned', () => {
  const plan = planOf(oneOf([locker, office, other]))
  expect(orderOf(plan).flat().toSorted()).toEqual([2, 4])
  expect(plan.summary).toMatchObject({ unassigned: 0, cost: 12 })
})

test('with closed windows on the way, another job of the group is served', () => {
  const closed = { ...office, time_windows: [[0, 1]] as [number, number][] }
  expect(
    orderOf(planOf(oneOf([locker, closed, other])))
      .flat()
      .toSorted(),
  ).toEqual([1, 4])
})

test('each of many groups is served where a route passes, among hundreds of jobs', () => {
  const names = Array.from({ length: 60 }, (_, i) => `parcel ${i}`)
  // Of three places each, only the first is within reach of the routes; the others cost at least as much as two of them.
  const jobs = names.flatMap((name, i) =>
    [i % 10, 40 + (i % 7), 40 + (i % 11)].map((location_index, k) => ({
      id: 3 * i + k,
      location_index,
      delivery: [1],
      groups: [name],
    })),
  )
  const vehicles = [1, 2, 3].map((id) => ({ id, ...depot, capacity: [20], costs: { fixed: 100 } }))
  const problem = oneOf(jobs, { vehicles, matrices: line(60), groups: { one_of: names } })
  const plan = planOf(problem)
  expect(
    orderOf(plan)
      .flat()
      .every((id) => id! % 3 === 0),
  ).toBe(true)
  expect(plan.summary).toMatchObject({ routes: 3, unassigned: 0 })
  expect(plan.summary.cost).toBeLessThan(300 + 3 * 18)
  expect(solve(problem, { iterationLimit: 1000 })).toEqual(plan)
})

test('vehicles that cost much are saved although the other jobs of each group never have a route', () => {
  const jobs = Array.from({ length: 12 }, (_, i) => [
    { id: 2 * i, location_index: 1 + (i % 9), delivery: [1], groups: [`parcel ${i}`] },
    { id: 2 * i + 1, location_index: 11, delivery: [1], groups: [`parcel ${i}`] },
  ]).flat()
  const vehicles = Array.from({ length: 12 }, (_, v) => ({ id: v, ...depot, capacity: [4], costs: { fixed: 50_000 } }))
  const groups = { one_of: Array.from({ length: 12 }, (_, i) => `parcel ${i}`) }
  expect(planOf(oneOf(jobs, { vehicles, groups })).summary).toMatchObject({ routes: 3, unassigned: 0 })
})

test('a group that is left out says why of each job, and counts and costs once', () => {
  const closed = { ...locker, prize: 4, time_windows: [[0, 1]] as [number, number][] }
  const heavy = { ...office, prize: 4, delivery: [3] }
  const far = { ...home, location_index: 10, prize: 4 }
  const problem = oneOf([closed, heavy, far], { vehicles: [{ id: 1, ...depot, capacity: [2] }] })
  const plan = planOf(problem)
  expect(plan.unassigned.map(({ id, reason, fix }) => [id, reason.code, fix?.constraint])).toEqual([
    [1, 'time_window', 'time_window'],
    [2, 'capacity', 'capacity'],
    [3, 'not_worth', 'prize'],
  ])
  expect(plan.summary).toMatchObject({ unassigned: 3, missed_prizes: 4, cost: 0 })
  expect(rank(problem, plan)).toEqual([0, 0, 4])

  const needed = oneOf(
    [closed, heavy].map(({ prize: _, ...job }) => ({ ...job, priority: 7 })),
    {
      vehicles: problem.vehicles,
    },
  )
  expect(rank(needed, planOf(needed))).toEqual([7, 1, 0])
})

test.each(['done', 'position', 'loaded', 'vehicle'] as const)(
  'a job with the lock %s decides for its group',
  (lock) => {
    const vehicles: VroomInput['vehicles'] = [
      { id: 1, ...depot, steps: [{ type: 'job', id: 1, lock }] },
      { id: 2, ...depot },
    ]
    const problem = oneOf([locker, home, other], { vehicles })
    const plan = planOf(problem)
    expect(orderOf(plan).flat().toSorted()).toEqual([1, 4])
    expect(plan.unassigned).toEqual([])
  },
)

test('progress counts what is left out, not what is planned elsewhere', () => {
  const told: number[] = []
  solve(oneOf([locker, office, home, other]), { iterationLimit: 50, onProgress: (news) => told.push(news.unassigned) })
  expect(new Set(told)).toEqual(new Set([0]))
})

test('the check notices what is planned twice, unassigned in spite of another job, or missing', () => {
  const problem = oneOf([office, home])
  const both = solve({ ...problem, groups: {} }, { iterationLimit: 50 })
  expect(check(problem, both).errors.join()).toMatch('job 2 and job 3 of group parcel are planned, but one is enough')
  const plan = planOf(problem)
  const left = { id: 2, type: 'job' as const, location_index: 5, reason: { code: 'group' as const, message: '' } }
  const summary = { ...plan.summary, unassigned: 1 }
  expect(check(problem, { ...plan, summary, unassigned: [left] }).errors.join()).toMatch(
    'job 2 is unassigned, but another one of its group is planned',
  )
  expect(check(problem, { ...plan, routes: [] }).errors.join()).toMatch('job 2 is missing,job 3 is missing')
})

test.each<[string, Partial<VroomInput>, Partial<VroomJob>?]>([
  ['accepted', {}],
  ['groups.one_of', { groups: { one_of: 'parcel' as never } }],
  ['groups.one_of[1]', { groups: { one_of: ['parcel', 'parcel'] } }],
  ['groups.one_of[1]', { groups: { one_of: ['parcel', 'letter'] } }],
  ['jobs[0].groups', { groups: { one_of: ['parcel', 'kit'] } }, { groups: ['parcel', 'kit'] }],
  ['jobs[0].groups', { groups: { one_of: ['parcel'], together: ['kit'] } }, { groups: ['parcel', 'kit'] }],
  ['jobs[0].after', {}, { after: [{ type: 'job', id: 4 }] }],
  ['jobs[1].prize', {}, { prize: 5 }],
  ['jobs[1].priority', {}, { priority: 5 }],
  [
    'vehicles[0].steps[1].lock',
    { vehicles: [{ id: 1, ...depot, steps: [1, 2].map((id) => ({ type: 'job', id, lock: 'vehicle' })) }] },
  ],
])('refuses at %s what one of several jobs cannot be', (path, more, first) => {
  expect(refusedPath(oneOf([{ ...locker, ...first }, office, other], more))).toBe(path)
})

test('what has to come after one of several jobs is refused', () => {
  const later = { ...other, after: [{ type: 'job' as const, id: 2 }] }
  expect(refusedPath(oneOf([locker, office, later]))).toBe('jobs[1].groups')
})

test('an order is inserted at the cheapest of its places', () => {
  const problem = oneOf([other, office])
  const plan = solve({ ...problem, jobs: [other], groups: {} }, { iterationLimit: 50 })
  const given = { ...problem, jobs: [other] }
  const found = insertOneOf(given, plan, [locker, office, home])
  expect(found).toMatchObject({ chosen: 1, vehicle: 1, addedCost: 0 })
  expect(check(found.prepared.input, found.plan).errors).toEqual([])

  const noWay = { skills: [1] }
  const none = insertOneOf(given, plan, [
    { ...locker, ...noWay },
    { ...home, ...noWay },
  ])
  expect(none).toMatchObject({
    chosen: 0,
    positions: [],
    reason: { code: 'skills' },
    reasons: [{ code: 'skills' }, { code: 'skills' }],
  })
})

test('an order has no place beside another one of its group', () => {
  const problem = oneOf([office, other])
  const plan = planOf(problem)
  for (const repair of [false, true])
    expect(insert(problem, plan, home, { repair })).toMatchObject({ positions: [], reason: { code: 'one_of' } })
  expect(insertionPlaces(problem, plan, home)).toMatchObject({ places: [], reason: { code: 'one_of' } })
  expect(() => insertAt(problem, plan, home, { vehicle: 1, positions: [0] })).toThrow('does not fit there')
  expect(() => insert(problem, plan, { ...home, priority: 9 })).toThrow('order.priority')
  expect(() => insert(oneOf([office, other, home]), planOf({ ...problem, jobs: [office, other, home], groups: {} }), locker)).toThrow('another of its group') // prettier-ignore
})

test('a board fills in the cheapest job of a group, and lists no other', () => {
  const { leftOut, routes } = openBoard(oneOf([locker, { ...home, skills: [1] }, office, other]), [])
  expect(leftOut).toEqual([])
  expect(routes.flatMap(({ steps }) => steps.map(({ id }) => id))).toEqual(expect.arrayContaining([2, 4]))
  expect(missed(planOf(oneOf([{ ...home, skills: [1] }])))).toEqual([3])
})
