import { expect, test } from 'vitest'
import {
  check,
  insert,
  insertAt,
  insertionPlaces,
  prepare,
  solve,
  timeRoutes,
  type VroomInput,
  type VroomJob,
  type VroomOutput,
  type VroomRoute,
  type VroomVehicle,
} from '../index.ts'
import { depot, line } from '../testing/line.ts'
import { randomProblem, randomShipments } from '../testing/random-problem.ts'
import { groupSome, lockSome } from '../testing/random-rules.ts'

const quick = { iterationLimit: 1000 }
const matrices = line(10)
const two: VroomVehicle[] = [
  { id: 1, ...depot },
  { id: 2, start_index: 9, end_index: 9 },
]
const jobs = [1, 2, 8].map((id) => ({ id, location_index: id }))

test('each place is the cheapest on its route, the cheapest route first, with the route as it would be', () => {
  const problem: VroomInput = { vehicles: [...two, { id: 3, ...depot, costs: { fixed: 50 } }], jobs, matrices }
  const plan = solve(problem, quick)
  const { places, reason } = insertionPlaces(problem, plan, { id: 4, location_index: 4, service: 3 })
  expect(reason).toBeUndefined()
  expect(places.map(({ vehicle, addedCost }) => [vehicle, addedCost])).toEqual([
    [1, 4],
    [2, 8],
    [3, 58],
  ])
  expect(places[0]!.route.cost).toBe(8)
  expect(insertionPlaces(problem, plan, { id: 4, location_index: 4 }, 1).places).toHaveLength(1)
})

test('a place says who would be reached later, and putting the order there does just that', () => {
  const problem: VroomInput = { vehicles: two, jobs, matrices }
  const plan = solve(problem, quick)
  const order = { id: 4, location_index: 1, service: 7 }
  const prepared = prepare(problem)
  const [place] = insertionPlaces(prepared, plan, order).places
  const done = insertAt(prepared, plan, order, place!)
  expect(place!.shifts.every(({ vehicle, seconds }) => vehicle === 1 && seconds === 7)).toBe(true)
  expect({ ...place, route: undefined }).toEqual({
    vehicle: done.vehicle,
    positions: done.positions,
    addedCost: done.addedCost,
    shifts: done.shifts,
    route: undefined,
  })
  expect(done.plan.routes.find(({ vehicle }) => vehicle === 1)).toEqual(place!.route)
  expect(check(done.prepared.input, done.plan).errors).toEqual([])
})

test('an order that fits nowhere has no places and says why', () => {
  const problem: VroomInput = { vehicles: two, jobs, matrices }
  const plan = solve(problem, quick)
  const result = insertionPlaces(problem, plan, { id: 4, location_index: 4, skills: [7] })
  expect([result.places, result.reason!.code]).toEqual([[], 'skills'])
})

test.each<[string, { vehicle: number; positions: number[] }, Partial<VroomJob>]>([
  ['place.vehicle: there is no vehicle 9', { vehicle: 9, positions: [0] }, {}],
  ['place.positions: 5 is not a place on the route of vehicle 1', { vehicle: 1, positions: [5] }, {}],
  ['place.positions: must be 1 numbers', { vehicle: 1, positions: [0, 1] }, {}],
  ['place: the order does not fit there on the route of vehicle 1', { vehicle: 1, positions: [0] }, { skills: [3] }],
  ['place: the order does not fit there', { vehicle: 1, positions: [2] }, { time_windows: [[0, 1]] }],
])('%s', (message, place, more) => {
  const problem: VroomInput = { vehicles: two, jobs: [1, 2].map((id) => ({ id, location_index: id })), matrices }
  const plan = solve(problem, quick)
  expect(() => insertAt(problem, plan, { id: 4, location_index: 1, ...more }, place)).toThrow(message)
})

test('the first place is where the order is inserted, and every place leaves the plan valid', () => {
  let several = 0
  for (let seed = 0; seed < 20; seed++) {
    const base = seed % 2 === 0 ? randomProblem(seed, 20, 4) : randomShipments(seed, 20, 4)
    const [order] = base.jobs.splice(-1)
    const [shipment] = base.shipments?.splice(-1) ?? []
    const problem = groupSome(lockSome(base, seed), seed)
    const plan = solve(problem, { iterationLimit: 200, seed })
    for (const added of [order!, ...(shipment ? [shipment] : [])]) {
      const { places, prepared } = insertionPlaces(problem, plan, added)
      const wanted = { ...added, prize: undefined, priority: 1 }
      const one = insert(problem, plan, wanted)
      expect(places[0]?.addedCost, `seed ${seed}`).toBe(one.reason ? undefined : one.addedCost)
      if (places.length > 1) several++
      for (const place of places) {
        const { plan: next } = insertAt(problem, plan, added, place)
        expect(check(prepared.input, next).errors, `seed ${seed}`).toEqual([])
      }
    }
  }
  expect(several).toBeGreaterThan(10)
})

test('the stops of a planned route, given in order, are timed as planned', () => {
  for (let seed = 0; seed < 20; seed++) {
    const problem = lockSome(seed % 2 === 0 ? randomProblem(seed, 20, 4) : randomShipments(seed, 20, 4), seed)
    const plan = solve(problem, { iterationLimit: 100, seed })
    const given = plan.routes.map(({ vehicle, steps }) => {
      const locked = new Map(
        problem.vehicles.find(({ id }) => id === vehicle)!.steps?.map((step) => [`${step.type} ${step.id}`, step]),
      )
      return { vehicle, steps: steps.map(({ type, id }) => ({ type, id: id!, ...locked.get(`${type} ${id}`) })) }
    })
    expect(timeRoutes(problem, given), `seed ${seed}`).toEqual(plan.routes)
  }
})

test('an order of stops that breaks a window is timed all the same, and says what it breaks', () => {
  const late: VroomJob[] = jobs.map((job) => ({ ...job, time_windows: [[0, 12]], service: 10 }))
  const problem: VroomInput = {
    vehicles: [{ ...two[0]!, max_tasks: 2, time_window: [0, 30] }, two[1]!],
    jobs: late,
    matrices,
    groups: { together: ['gone'] },
  }
  problem.jobs.push({ id: 5, location_index: 5, groups: ['gone'] })
  const steps = [
    { type: 'start' as const },
    { type: 'job' as const, id: 1, lock: 'done' as const, arrival: 4 },
    ...[8, 2].map((id) => ({ type: 'job' as const, id })),
  ]
  const [route] = timeRoutes(problem, [
    { vehicle: 1, steps },
    { vehicle: 2, steps: [] },
  ])
  expect(route!.steps.map(({ type, arrival, violations }) => [type, arrival, violations])).toEqual([
    ['start', 3, []],
    ['job', 4, []],
    ['job', 21, [{ cause: 'delay', duration: 9 }]],
    ['job', 37, [{ cause: 'delay', duration: 25 }]],
    ['end', 49, [{ cause: 'delay', duration: 19 }]],
  ])
  expect(route!.violations.map(({ cause }) => cause)).toEqual(['delay', 'max_tasks'])
  expect(() => timeRoutes(problem, [{ vehicle: 7, steps }])).toThrow('routes[0].vehicle: there is no vehicle 7')
})

const trips = (vehicle: Partial<VroomVehicle>, more: Partial<VroomJob> = {}): VroomInput => ({
  vehicles: [{ id: 1, ...depot, capacity: [1], reload: { service: 1 }, ...vehicle }],
  jobs: [1, 2].map((id) => ({ id, location_index: id, delivery: [1], ...more })),
  matrices,
})
const back = [2, 1].map((id) => ({ type: 'job' as const, id }))
const stopsOf = ({ steps }: VroomRoute) =>
  steps.map(({ type, arrival, waiting_time, violations }) => [type, arrival + waiting_time, ...violations])

test('a route of several trips is timed with its visits to the depot', () => {
  const problem = trips({ time_window: [0, 20] })
  const [route] = timeRoutes(problem, [{ vehicle: 1, steps: back }])
  expect(stopsOf(route!)).toEqual([
    ['start', 0],
    ['job', 2],
    ['reload', 4],
    ['job', 6],
    ['end', 7],
  ])
  expect(route).toEqual(solve({ ...problem, vehicles: [{ ...problem.vehicles[0], steps: back }] }, { iterationLimit: 0 }).routes[0]) // prettier-ignore
})

test('several trips that are too late say by how much, and too small a vehicle says so', () => {
  const late = trips({ time_window: [0, 5], max_tasks: 1, max_travel_time: 5 }, { time_windows: [[0, 4]] })
  const [route] = timeRoutes(late, [{ vehicle: 1, steps: back }])
  expect(stopsOf(route!)).toEqual([
    ['start', 0],
    ['job', 2],
    ['reload', 4],
    ['job', 6, { cause: 'delay', duration: 2 }],
    ['end', 7, { cause: 'delay', duration: 2 }],
  ])
  expect(route!.violations.map(({ cause }) => cause)).toEqual(['delay', 'max_tasks', 'max_travel_time'])
  const [full] = timeRoutes(trips({ capacity: [0] }), [{ vehicle: 1, steps: back }])
  expect(full!.violations).toEqual([{ cause: 'load' }])
})

test('on several trips, what is done stays when it was, and the rest follows it', () => {
  const steps = [{ type: 'job' as const, id: 2, lock: 'done' as const, arrival: 30, departure: 35 }, back[1]!]
  const [route] = timeRoutes(trips({ time_window: [10, 99] }, { time_windows: [[0, 40]], skills: [1] }), [{ vehicle: 1, steps }]) // prettier-ignore
  expect(stopsOf(route!)).toEqual([
    ['start', 28],
    ['job', 30],
    ['reload', 37],
    ['job', 39, { cause: 'skills' }],
    ['end', 40],
  ])
})

test('an order goes behind what is done on a vehicle that reloads, unless that route is late', () => {
  const done = { type: 'job' as const, id: 2, lock: 'done' as const, arrival: 30, departure: 35 }
  const problem = trips({ steps: [done] })
  const plan = { unassigned: [], routes: [{ vehicle: 1, steps: back.map((step) => ({ ...step, arrival: 30 })) }] }
  const asked = (order: VroomJob) => insertionPlaces(problem, plan as unknown as VroomOutput, order).places
  expect(asked({ id: 3, location_index: 2, delivery: [1] }).map(({ positions }) => positions)).toEqual([[1]])
  const { pickup, delivery } = { pickup: { id: 8, location_index: 1 }, delivery: { id: 8, location_index: 2 } }
  const [place] = insertionPlaces(problem, plan as unknown as VroomOutput, { pickup, delivery }).places
  expect(place!.positions[0]).toBeGreaterThan(0)
  problem.jobs[0]!.time_windows = [[0, 5]]
  expect(asked({ id: 3, location_index: 2, delivery: [1] })).toEqual([])
})
