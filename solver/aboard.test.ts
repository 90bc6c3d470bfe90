import { expect, test } from 'vitest'
import { check, insert, planMode, solve, timeRoutes, type VroomInput, type VroomJob } from './index.ts'
import { besideOptimum } from './testing/beside-optimum.ts'
import { depot, line } from './testing/line.ts'
import { rounded } from './testing/outcome.ts'
import { mixRides, mixTimes, mixTrips } from './testing/random-mix.ts'
import { randomShipments, randomTrips } from './testing/random-problem.ts'
import { lockSome, separateSome, stackSome } from './testing/random-rules.ts'
import { namesOf, planOf } from './testing/plan-of.ts'

const matrices = line(10, 10)
const groups = { apart_on_board: [['food', 'paint']] }
const ride = (id: number, from: number, to: number, ...names: string[]) => ({
  pickup: { id, location_index: from },
  delivery: { id, location_index: to },
  groups: names,
})
/** It ends five places down the road. */
const van = { id: 1, start_index: 0, end_index: 5 }

test('what must not be on board together shares a vehicle, one after the other', () => {
  const shipments = [ride(1, 1, 3, 'food'), ride(2, 2, 4, 'paint')]
  const problem: VroomInput = { vehicles: [van], jobs: [], shipments, matrices, groups }
  const plan = planOf(problem)
  expect(namesOf(plan)).toEqual([['pickup 1', 'delivery 1', 'pickup 2', 'delivery 2']])
  const { groups: _, ...free } = problem
  expect(planOf(free).summary.cost).toBe(50)
  // The check notices that they meet.
  expect(check(problem, planOf(free)).errors.join()).toMatch('pickup 1 and pickup 2 are on board together at pickup 2')
  // Their groups may still share a vehicle that has a room for each.
  const mixes = ['food', 'paint']
  expect(planOf({ ...problem, vehicles: [{ ...van, mixes }] }).summary.cost).toBe(50)
})

test('goods from the depot are on board from the start, and returns until the end', () => {
  const brought: VroomJob[] = [
    { id: 1, location_index: 1, delivery: [1], groups: ['food'], priority: 1 },
    { id: 2, location_index: 2, delivery: [1], groups: ['paint'] },
  ]
  const vehicles: VroomInput['vehicles'] = [{ ...van, capacity: [9] }]
  const [left] = planOf({ vehicles, jobs: brought, matrices, groups }).unassigned
  expect(left).toMatchObject({ id: 2, reason: { code: 'apart_on_board' } })
  const [first, { delivery, ...second }] = brought as [VroomJob, VroomJob]
  const problem: VroomInput = { vehicles, jobs: [first, { ...second, pickup: delivery! }], matrices, groups }
  expect(namesOf(planOf(problem))).toEqual([['job 1', 'job 2']])
  expect(namesOf(planOf({ ...problem, jobs: [{ ...first, location_index: 3 }, problem.jobs[1]!] }))).toEqual([
    ['job 1', 'job 2'],
  ])
})

test('a vehicle that reloads brings them on different trips', () => {
  const jobs: VroomJob[] = ['food', 'paint', 'food'].map((name, i) => ({
    id: i + 1,
    location_index: i + 1,
    delivery: [1],
    groups: [name],
  }))
  const vehicles: VroomInput['vehicles'] = [{ id: 1, ...depot, capacity: [9], reload: {} }]
  const plan = planOf({ vehicles, jobs, matrices, groups })
  const route = namesOf(plan)[0]!
  expect(route.filter((name) => name === 'reload')).toHaveLength(1)
  expect(plan.summary).toMatchObject({ cost: 60 + 40, unassigned: 0 })
})

test('a shipment that would meet others on board says so', () => {
  const window = (at: number) => ({ time_windows: [[at, at]] as [number, number][] })
  const shipments = [{ ...ride(1, 1, 3, 'food'), priority: 1 }, { ...ride(2, 2, 4, 'paint') }]
  Object.assign(shipments[0]!.pickup, window(10))
  Object.assign(shipments[0]!.delivery, window(30))
  Object.assign(shipments[1]!.pickup, window(20))
  const [left] = planOf({ vehicles: [van], jobs: [], shipments, matrices, groups }).unassigned
  expect(left).toMatchObject({
    id: 2,
    reason: {
      code: 'apart_on_board',
      message:
        'Wherever there is room and time for it, goods would be on board that it must not be on board with (apart_on_board).',
      vehicle: 1,
    },
    fix: { constraint: 'time_window', by: { amount: 20 } },
  })
})

test('locked stops keep their order, and say what is on board together', () => {
  const steps = [
    { type: 'pickup' as const, id: 1, lock: 'done' as const },
    { type: 'pickup' as const, id: 2, lock: 'position' as const },
  ]
  const shipments = [ride(1, 1, 3, 'food'), ride(2, 2, 4, 'paint'), ride(3, 3, 4, 'paint')]
  const plan = planOf({ vehicles: [{ ...van, steps }], jobs: [], shipments, matrices, groups })
  expect(namesOf(plan)[0]!.slice(0, 3)).toEqual(['pickup 1', 'pickup 2', 'delivery 1'])
  expect(plan.routes[0].steps[2].violations).toEqual([{ cause: 'apart_on_board' }])
  expect(plan.routes[0].violations).toEqual([{ cause: 'apart_on_board' }])
})

test('stops that a dispatcher puts in another order are timed, and say what is on board together', () => {
  const shipments = [ride(1, 1, 3, 'food'), ride(2, 2, 4, 'paint')]
  const steps = (['pickup', 'delivery'] as const).flatMap((type) => [1, 2].map((id) => ({ type, id })))
  const time = (vehicle: VroomInput['vehicles'][0]) =>
    timeRoutes({ vehicles: [vehicle], jobs: [], shipments, matrices, groups }, [{ vehicle: 1, steps }])[0]!.violations
  expect(time(van)).toEqual([{ cause: 'apart_on_board' }])
  expect(time({ ...van, capacity: [], reload: {} })).toEqual([{ cause: 'apart_on_board' }])
})

test('a later order does not meet what it must not', () => {
  const problem: VroomInput = { vehicles: [van], jobs: [{ id: 9, location_index: 5, groups: ['paint'] }], shipments: [ride(1, 1, 3, 'food')], matrices, groups } // prettier-ignore
  const without = { ...problem, jobs: [{ ...problem.jobs[0]!, pickup: [] }] }
  const result = insert(without, planOf(without), ride(2, 2, 4, 'paint'))
  expect(check(result.prepared.input, result.plan).errors).toEqual([])
  expect(result.addedCost).toBe(20)
})

test('lists are of groups that something is in, and nothing is in two of them', () => {
  const problem: VroomInput = { vehicles: [van], jobs: [{ id: 1, location_index: 1, groups: ['food'] }], matrices }
  const solved = (change: Partial<VroomInput>) => () => solve({ ...problem, ...change }, { iterationLimit: 1 })
  expect(solved({ groups: { apart_on_board: [['food']] } })).toThrow('groups.apart_on_board[0]: must be a list of two')
  expect(solved({ groups })).toThrow('groups.apart_on_board[0][1]: no job or shipment is in group "paint"')
  const jobs = [{ ...problem.jobs[0]!, groups: ['food', 'paint'] }]
  expect(solved({ groups, jobs })).toThrow('jobs[0].groups: "food" and "paint" must not be on board together')
  const steps = [{ type: 'job' as const, id: 1 }]
  expect(() => planMode({ ...problem, vehicles: [{ ...van, steps }], groups })).toThrow('groups')
})

test.each<[string, (seed: number) => VroomInput]>([
  ['shipments', (seed) => randomShipments(seed, 6, 2)],
  ['locks', (seed) => lockSome(randomShipments(seed, 6, 2), seed)],
  ['several trips', (seed) => randomTrips(seed, 5, 2)],
  ['one door', (seed) => stackSome(randomShipments(seed, 6, 2), seed)],
])('with %s, small problems are planned to the optimum, and nothing meets on board', (_, make) => {
  let changed = 0
  for (let seed = 0; seed < 16; seed++) {
    const problem = separateSome(make(seed), seed)
    const { errors, found, best } = besideOptimum(problem, { iterationLimit: 2000, seed })
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...rounded(found) }).toEqual({ seed, ...rounded(best) })
    const { apart_on_board: __, ...rest } = problem.groups!
    const plan = solve({ ...problem, groups: rest }, { iterationLimit: 2000, seed })
    if (check(problem, plan).errors.length > 0) changed++
  }
  expect(changed).toBeGreaterThan(1)
})

const mixed: [string, (seed: number) => VroomInput][] = [
  ['everything about time', (seed) => mixTimes(seed, 12, 3, true)],
  ['several trips', (seed) => mixTrips(seed, 20, 4)],
  ['breaks, locks and longest rides', (seed) => mixRides(seed, 20, 4)],
]

test.each(mixed)('beside %s, nothing meets on board', (_, make) => {
  for (let seed = 0; seed < 12; seed++) {
    const problem = separateSome(make(seed), seed)
    const plan = solve(problem, { iterationLimit: 60, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
  }
})
