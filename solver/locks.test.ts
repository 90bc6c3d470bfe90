import { expect, test } from 'vitest'
import { check, type VroomInput, type VroomOutput, type VroomVehicle } from './index.ts'
import { depot, line } from './testing/line.ts'
import { planOf } from './testing/plan-of.ts'

const road = (length: number) => line(length, 1, 1)
const at = (...indices: number[]) => indices.map((location_index, i) => ({ id: i + 1, location_index }))
const step = (id: number, lock?: 'done' | 'position' | 'loaded' | 'vehicle', times = {}) => ({
  type: 'job' as const,
  id,
  ...(lock && { lock }),
  ...times,
})
const orderOf = (plan: VroomOutput) =>
  Object.fromEntries(
    plan.routes.map(({ vehicle, steps }) => [
      vehicle,
      steps.filter(({ type }) => type !== 'start' && type !== 'end').map(({ id }) => id),
    ]),
  )
const timesOf = (plan: VroomOutput) => plan.routes[0].steps.map(({ arrival }) => arrival)

test('done steps come first at their actual cost; the rest continues from where and when they ended', () => {
  const steps = [step(4, 'done', { arrival: 10, departure: 15 })]
  const problem = { vehicles: [{ id: 1, ...depot, steps }], jobs: at(1, 2, 3, 4), matrices: road(5) }
  const plan = planOf(problem)
  expect(orderOf(plan)).toEqual({ 1: [4, 3, 2, 1] })
  expect(timesOf(plan)).toEqual([6, 10, 16, 17, 18, 19])
  expect(plan.routes[0].steps[1]).toMatchObject({ service: 5, waiting_time: 0, violations: [] })
})

test('after done steps, nothing begins before the shift, which may start now', () => {
  const vehicle = {
    id: 1,
    ...depot,
    time_window: [100, 200] as [number, number],
    steps: [step(2, 'done', { departure: 5 })],
  }
  expect(timesOf(planOf({ vehicles: [vehicle], jobs: at(1, 2), matrices: road(3) }))).toEqual([3, 5, 101, 102])
})

test('missing times are derived from earlier ones and never exceed the next one', () => {
  const jobs = at(1, 2, 3).map((job) => ({ ...job, service: 10 }))
  const steps = [step(1, 'done'), step(2, 'done', { arrival: 8 }), step(3, 'done')]
  const plan = planOf({ vehicles: [{ id: 1, ...depot, steps }], jobs, matrices: road(4) })
  expect(plan.routes[0].steps.map(({ arrival, service }) => [arrival, service])).toEqual([
    [0, 0],
    [1, 7],
    [8, 10],
    [19, 10],
    [32, 0],
  ])
})

test('a done step is history: its window and skills no longer matter', () => {
  const jobs = [
    { id: 1, location_index: 1, time_windows: [[0, 3]] as [number, number][], skills: [9] },
    { id: 2, location_index: 2 },
  ]
  const steps = [step(1, 'done', { arrival: 500 })]
  const plan = planOf({ vehicles: [{ id: 1, ...depot, steps }], jobs, matrices: road(3) })
  expect(plan.summary.violations).toEqual([])
  expect(plan.unassigned).toEqual([])
})

test('a fixed position stays, even if another order is shorter, and nothing comes before it', () => {
  const problem = {
    vehicles: [{ id: 1, ...depot, steps: [step(3, 'position'), step(1, 'position')] }],
    jobs: at(1, 2, 3),
    matrices: road(4),
  }
  const plan = planOf(problem)
  expect(orderOf(plan)).toEqual({ 1: [3, 1, 2] })
  expect(plan.summary.cost).toBe(3 + 2 + 1 + 2)
})

test('loaded and bound jobs stay on their vehicle in any order, even if another vehicle is closer', () => {
  const vehicles = [
    { id: 1, ...depot, steps: [step(4, 'loaded'), step(3, 'vehicle')] },
    { id: 2, start_index: 4, end_index: 4 },
  ]
  const plan = planOf({ vehicles, jobs: at(1, 2, 3, 4), matrices: road(5) })
  const order = orderOf(plan)
  expect(order[1]).toEqual(expect.arrayContaining([3, 4]))
  expect(plan.summary.cost).toBe(8)
})

test('a late locked step stays and says how late, without making others late', () => {
  const jobs = [
    { id: 1, location_index: 9, time_windows: [[0, 4]] as [number, number][] },
    { id: 2, location_index: 1, service: 100 },
  ]
  const vehicles: VroomVehicle[] = [{ id: 1, ...depot, time_window: [0, 10], steps: [step(1, 'vehicle')] }]
  const plan = planOf({ vehicles, jobs, matrices: road(10) })
  expect(plan.routes[0].steps.map(({ violations }) => violations)).toEqual([
    [],
    [{ cause: 'delay', duration: 5 }],
    [{ cause: 'delay', duration: 8 }],
  ])
  expect(plan.summary.violations).toEqual([{ cause: 'delay', duration: 13 }])
  expect(plan.unassigned.map(({ id }) => id)).toEqual([2])
})

test('locked steps that break limits stay, with their violations', () => {
  const jobs = at(1, 2, 3).map((job) => ({ ...job, delivery: [2] }))
  const limits = { capacity: [3], max_tasks: 1, max_travel_time: 5, max_distance: 5 }
  const steps = [step(1, 'vehicle'), step(2, 'vehicle'), step(3, 'loaded')]
  const plan = planOf({ vehicles: [{ id: 1, ...depot, ...limits, steps }], jobs, matrices: road(4) })
  expect(orderOf(plan)[1]).toHaveLength(3)
  expect(plan.summary.violations.map(({ cause }) => cause).sort()).toEqual([
    'load',
    'max_distance',
    'max_tasks',
    'max_travel_time',
  ])
})

test('the vehicle that carries a shipment delivers it, and its load counts until then', () => {
  const shipment = { pickup: { id: 1, location_index: 1 }, delivery: { id: 1, location_index: 4 }, amount: [2] }
  const jobs = [{ id: 5, location_index: 3, pickup: [2] }]
  const steps = [{ type: 'pickup' as const, id: 1, lock: 'done' as const, departure: 7 }]
  const vehicles = [
    { id: 1, ...depot, capacity: [3], steps },
    { id: 2, start_index: 4, end_index: 4, capacity: [1] },
  ]
  const plan = planOf({ vehicles, jobs, shipments: [shipment], matrices: road(5) })
  expect(plan.routes[0].steps.map(({ type, load }) => [type, load[0]])).toEqual([
    ['start', 0],
    ['pickup', 2],
    ['delivery', 0],
    ['job', 2],
    ['end', 2],
  ])
})

test('a locked job is served before more urgent ones, whatever its prize', () => {
  const jobs = [
    { id: 1, location_index: 3, delivery: [1], prize: 1 },
    { id: 2, location_index: 1, delivery: [1], priority: 100 },
  ]
  const plan = planOf({
    vehicles: [{ id: 1, ...depot, capacity: [1], steps: [step(1, 'vehicle')] }],
    jobs,
    matrices: road(4),
  })
  expect(orderOf(plan)).toEqual({ 1: [1] })
})

type Change = (plan: VroomOutput, problem: VroomInput) => void
const route = (plan: VroomOutput, id: number) => plan.routes.find(({ vehicle }) => vehicle === id)!

test.each<[string, Change, RegExp]>([
  [
    'a step that lost its place',
    (plan) => void route(plan, 1).steps.splice(1, 0, ...route(plan, 1).steps.splice(2, 1)),
    /lost its place/,
  ],
  [
    'a step on another vehicle',
    (_, { vehicles }) => void (vehicles[1].steps = [step(5, 'vehicle')]),
    /locked to it, but not/,
  ],
  ['another time of what is done', (plan) => void (route(plan, 1).steps[1].arrival += 1), /was reached at 10/],
  ['another departure', (plan) => void (route(plan, 1).steps[1].service += 1), /was left at 15/],
  [
    'a violation that is none',
    (plan) => void route(plan, 1).steps[3].violations.push({ cause: 'delay', duration: 1 }),
    /violations at/,
  ],
  [
    'lateness that is not told',
    (_, { jobs }) => void (jobs[2].time_windows = [[0, 1]]),
    /violations at job 3|in no window/,
  ],
])('%s is found in a plan', (_, change, expected) => {
  const steps = [step(4, 'done', { arrival: 10, departure: 15 }), step(2, 'position'), step(3, 'vehicle')]
  const problem: VroomInput = {
    vehicles: [
      { id: 1, ...depot, steps },
      { id: 2, ...depot },
    ],
    jobs: at(1, 2, 3, 4, 1),
    matrices: road(5),
  }
  const plan = structuredClone(planOf(problem))
  const changed = structuredClone(problem)
  change(plan, changed)
  expect(check(changed, plan).errors.join('\n')).toMatch(expected)
})
