import { expect, test } from 'vitest'
import {
  check,
  insert,
  offersFor,
  planMode,
  solve,
  type VroomInput,
  type VroomJob,
  type VroomOutput,
  type VroomVehicle,
} from './index.ts'
import { applyFix, insertionCosts } from './testing/apply-fix.ts'
import { besideOptimum } from './testing/beside-optimum.ts'
import { depot, line } from './testing/line.ts'
import { rounded } from './testing/outcome.ts'
import { mixTimes, mixTrips } from './testing/random-mix.ts'
import { randomShipments } from './testing/random-problem.ts'
import { breakSome, lockSome, rideSome } from './testing/random-rules.ts'
import { planOf } from './testing/plan-of.ts'

const matrices = line(10, 10)
const stepsOf = ({ routes }: VroomOutput) =>
  routes.map(({ steps }) =>
    steps.map(
      ({ type, id, arrival, waiting_time }) => `${type}${id === undefined ? '' : ` ${id}`} ${arrival + waiting_time}`,
    ),
  )

test('what may not ride for long is picked up last and brought first', () => {
  const shipments = [
    { pickup: { id: 1, location_index: 1 }, delivery: { id: 1, location_index: 5 }, max_ride: 40 },
    { pickup: { id: 2, location_index: 2, service: 30 }, delivery: { id: 2, location_index: 6 } },
  ]
  const problem: VroomInput = { vehicles: [{ id: 1, ...depot }], jobs: [], shipments, matrices }
  const plan = planOf(problem)
  expect(
    stepsOf(plan)[0]!
      .map((step) => step.replace(/ \d+$/, ''))
      .slice(1, -1),
  ).toEqual(['pickup 2', 'pickup 1', 'delivery 1', 'delivery 2'])
  expect(planOf({ ...problem, shipments: shipments.map(({ max_ride: _, ...each }) => each) }).summary.cost).toBe(120)
})

test('goods take no longer detour than they may', () => {
  const shipments = [
    { pickup: { id: 1, location_index: 1 }, delivery: { id: 1, location_index: 5 }, max_detour: 20 },
    { pickup: { id: 2, location_index: 2, service: 30 }, delivery: { id: 2, location_index: 6 } },
  ]
  const problem: VroomInput = { vehicles: [{ id: 1, ...depot }], jobs: [], shipments, matrices }
  const steps = stepsOf(planOf(problem))[0]!.map((step) => step.replace(/ \d+$/, ''))
  expect(steps.slice(1, -1)).toEqual(['pickup 2', 'pickup 1', 'delivery 1', 'delivery 2'])
  const [first, second] = shipments
  expect(planOf({ ...problem, shipments: [{ ...first!, max_detour: 30 }, second!] }).summary.cost).toBe(120)
})

test('the direct ride is that of each vehicle', () => {
  const shipment = {
    pickup: { id: 1, location_index: 1 },
    delivery: { id: 1, location_index: 5, time_windows: [[50, 50]] as [number, number][] },
  }
  const plan = (speed_factor: number, max_detour: number) =>
    planOf({
      vehicles: [{ id: 1, ...depot, speed_factor }],
      jobs: [{ id: 2, location_index: 3, service: 20, priority: 1, time_windows: [[0, 31]] }],
      shipments: [{ ...shipment, max_detour }],
      matrices,
    }).summary.unassigned
  expect([plan(2, 20), plan(2, 19)]).toEqual([0, 2])
})

test('a detour that is too long says so, and how much longer it would have to be', () => {
  const jobs: VroomJob[] = [{ id: 2, location_index: 3, service: 20, priority: 1, time_windows: [[0, 40]] }]
  const shipments = [
    {
      pickup: { id: 1, location_index: 1, time_windows: [[0, 10]] as [number, number][] },
      delivery: { id: 1, location_index: 5 },
      max_detour: 9,
    },
  ]
  const [left] = planOf({ vehicles: [{ id: 1, ...depot }], jobs, shipments, matrices }).unassigned
  expect(left).toMatchObject({
    reason: { code: 'max_ride', message: expect.stringContaining('on board for too long') },
    fix: { constraint: 'max_ride', by: { amount: 11 }, message: expect.stringContaining('(max_detour)') },
  })
})

test.each([
  [{ max_ride: 50, max_detour: 10 }, '(max_ride and max_detour)'],
  [{ max_ride: 50, max_detour: 20 }, '(max_ride)'],
  [{ max_ride: 60, max_detour: 10 }, '(max_detour)'],
])('a fix of %o names what has to be longer', (limits, fields) => {
  const jobs: VroomJob[] = [{ id: 2, location_index: 3, service: 20, priority: 1, time_windows: [[0, 40]] }]
  const pickup = { id: 1, location_index: 1, time_windows: [[0, 10]] as [number, number][] }
  const shipments = [{ pickup, delivery: { id: 1, location_index: 5 }, ...limits }]
  const [left] = planOf({ vehicles: [{ id: 1, ...depot }], jobs, shipments, matrices }).unassigned
  expect(left!.fix).toMatchObject({ by: { amount: 10 }, message: expect.stringContaining(fields) })
})

test('a detour is counted from the direct ride without traffic, and all that is slower is one', () => {
  const shipments = [{ pickup: { id: 1, location_index: 1 }, delivery: { id: 1, location_index: 5 } }]
  const left = (max_detour: number) =>
    planOf({
      vehicles: [{ id: 1, ...depot }],
      jobs: [],
      shipments: [{ ...shipments[0]!, max_detour }],
      matrices,
      traffic: { car: [{ from: 0, factor: 0.5 }] },
    }).unassigned
  expect(left(40)).toEqual([])
  expect(left(39)[0]).toMatchObject({
    reason: { code: 'max_ride', message: expect.stringContaining('(max_detour)') },
    fix: { constraint: 'max_ride', by: { amount: 1 } },
  })
})

test('locked goods whose detour is too long stay, and say so', () => {
  const steps = [
    { type: 'pickup' as const, id: 2, lock: 'position' as const },
    { type: 'delivery' as const, id: 2, lock: 'vehicle' as const },
  ]
  const pickup = { id: 2, location_index: 1, service: 10, time_windows: [[0, 10]] as [number, number][] }
  const delivery = { id: 2, location_index: 2, time_windows: [[40, 40]] as [number, number][] }
  const violations = (max_detour: number) =>
    planOf({
      vehicles: [{ id: 1, ...depot, steps }],
      jobs: [],
      shipments: [{ pickup, delivery, max_detour }],
      matrices,
    }).routes[0].violations
  expect([violations(10), violations(4)]).toEqual([[], [{ cause: 'max_ride', duration: 6 }]])
})

test('a pickup waits until its delivery can begin in time', () => {
  const shipment = {
    pickup: { id: 1, location_index: 1, service: 5 },
    delivery: { id: 1, location_index: 2, time_windows: [[120, 200]] as [number, number][] },
    max_ride: 30,
  }
  const jobs: VroomJob[] = [{ id: 2, location_index: 1, time_windows: [[10, 10]] }]
  const problem: VroomInput = { vehicles: [{ id: 1, ...depot }], jobs, shipments: [shipment], matrices }
  expect(stepsOf(planOf(problem))).toEqual([['start 0', 'job 2 10', 'pickup 1 85', 'delivery 1 120', 'end 140']])
})

test.each([
  [45, ['start 5', 'job 1 15', 'job 2 50', 'end 70']],
  [44, ['start 0', 'job 1 10', 'end 20']],
])('a vehicle leaves late enough for what may be on board for %i s', (max_ride, steps) => {
  const jobs: VroomJob[] = [
    { id: 1, location_index: 1, time_windows: [[0, 15]], priority: 1 },
    { id: 2, location_index: 2, max_ride, time_windows: [[50, 60]] },
  ]
  expect(stepsOf(planOf({ vehicles: [{ id: 1, ...depot }], jobs, matrices }))).toEqual([steps])
})

test('goods of a later trip ride from the depot where they were loaded', () => {
  const vehicles: VroomVehicle[] = [{ id: 1, ...depot, capacity: [1], reload: { service: 5 } }]
  const jobs: VroomJob[] = [
    { id: 1, location_index: 1, delivery: [1], time_windows: [[0, 20]] },
    { id: 2, location_index: 2, delivery: [1], max_ride: 30, time_windows: [[100, 110]] },
  ]
  const plan = planOf({ vehicles, jobs, matrices })
  expect(stepsOf(plan)[0]!.slice(2)).toEqual(['reload 65', 'job 2 100', 'end 120'])
})

test('what rides too long in any case is left out and says why', () => {
  const jobs: VroomJob[] = [{ id: 1, location_index: 5, max_ride: 49 }]
  const [left] = planOf({ vehicles: [{ id: 1, ...depot }], jobs, matrices }).unassigned
  expect(left!.reason.code).toBe('max_ride')
  expect(left!.fix).toMatchObject({ constraint: 'max_ride', by: { amount: 1, unit: 'seconds' } })
})

test('a shipment that would keep others on board for too long says so', () => {
  const jobs: VroomJob[] = [{ id: 1, location_index: 5, max_ride: 55, priority: 1 }]
  const shipments = [
    {
      pickup: { id: 2, location_index: 2, service: 20, time_windows: [[0, 70]] as [number, number][] },
      delivery: { id: 2, location_index: 3 },
    },
  ]
  const vehicles: VroomVehicle[] = [{ id: 1, ...depot, time_window: [0, 125] }]
  const [left] = planOf({ vehicles, jobs, shipments, matrices }).unassigned
  expect([left!.id, left!.reason.code]).toEqual([2, 'max_ride'])
})

test('a job that would keep others on board for too long says so', () => {
  const jobs: VroomJob[] = [
    { id: 1, location_index: 5, max_ride: 55, priority: 1 },
    { id: 2, location_index: 2, service: 20, time_windows: [[0, 70]] },
  ]
  const vehicles: VroomVehicle[] = [{ id: 1, ...depot, time_window: [0, 125] }]
  const [left] = planOf({ vehicles, jobs, matrices }).unassigned
  expect([left!.id, left!.reason.code]).toEqual([2, 'max_ride'])
})

test('fixes are right about longest rides: enough, and no more than that', () => {
  let fixes = 0
  for (let seed = 0; seed < 16; seed++) {
    const problem = rideSome(randomShipments(seed, 9, 2), seed)
    const plan = solve(problem, { iterationLimit: 200 })
    for (const left of plan.unassigned) {
      if (left.fix?.constraint !== 'max_ride') continue
      fixes++
      const after = insertionCosts(applyFix(problem, left, left.fix), plan, left, false)
      const less = insertionCosts(applyFix(problem, left, left.fix, left.fix.by.amount - 1), plan, left, false)
      expect([after.size > 0, less.size], `seed ${seed}, ${JSON.stringify(left.fix)}`).toEqual([true, 0])
    }
  }
  expect(fixes).toBeGreaterThan(1)
})

test('locked goods that are on board for too long stay, and say so', () => {
  const steps = [
    { type: 'pickup' as const, id: 1, lock: 'done' as const, arrival: 10, departure: 20 },
    { type: 'delivery' as const, id: 1, lock: 'loaded' as const },
  ]
  const shipments = [{ pickup: { id: 1, location_index: 1 }, delivery: { id: 1, location_index: 5 }, max_ride: 30 }]
  const jobs: VroomJob[] = [{ id: 2, location_index: 3, service: 5 }]
  const plan = planOf({ vehicles: [{ id: 1, ...depot, steps }], jobs, shipments, matrices })
  expect(plan.routes[0].violations).toEqual([{ cause: 'max_ride', duration: 10 }])
  expect(plan.routes[0].steps[2]).toMatchObject({ type: 'delivery', arrival: 60 })
})

test('a later order does not keep goods on board for too long', () => {
  const shipments = [{ pickup: { id: 1, location_index: 1 }, delivery: { id: 1, location_index: 5 }, max_ride: 40 }]
  const problem: VroomInput = { vehicles: [{ id: 1, ...depot }], jobs: [], shipments, matrices }
  const result = insert(problem, planOf(problem), { id: 3, location_index: 3, service: 1 })
  expect(check(result.prepared.input, result.plan).errors).toEqual([])
  expect(result.positions).not.toEqual([1])
})

test('a later shipment keeps its longest detour, and one that cannot says what would have to change', () => {
  const jobs: VroomJob[] = [{ id: 2, location_index: 3, service: 20, time_windows: [[30, 30]] }]
  const problem: VroomInput = { vehicles: [{ id: 1, ...depot }], jobs, matrices }
  const plan = planOf(problem)
  const order = (max_detour: number, to: number) => ({
    pickup: { id: 1, location_index: 1, time_windows: [[0, 10]] as [number, number][] },
    delivery: { id: 1, location_index: to },
    max_detour,
  })
  const places = (max_detour: number, to = 5) => insert(problem, plan, order(max_detour, to)).positions
  expect([places(20), places(19), places(0, 2)]).toEqual([[0, 2], [], [0, 1]])
  expect(offersFor(problem, plan, order(19, 5))).toMatchObject([{ fits: false, change: 'max_ride' }])
})

test.each<[string, (problem: VroomInput) => void, string]>([
  [
    'only picks up',
    ({ jobs }) => Object.assign(jobs[0]!, { pickup: [1], max_ride: 5 }),
    'jobs[0].max_ride: has no meaning',
  ],
  [
    'a detour of a shipment beside several trips',
    (problem) => {
      problem.shipments = [
        { pickup: { id: 1, location_index: 1 }, delivery: { id: 1, location_index: 2 }, max_detour: 5 },
      ]
      problem.vehicles[0].reload = {}
    },
    'shipments[0].max_detour: cannot be combined with vehicles[0].reload',
  ],
  [
    'a shipment beside several trips',
    (problem) => {
      problem.shipments = [
        { pickup: { id: 1, location_index: 1 }, delivery: { id: 1, location_index: 2 }, max_ride: 5 },
      ]
      problem.vehicles[0].reload = {}
    },
    'shipments[0].max_ride: cannot be combined with vehicles[0].reload',
  ],
])('a limit for what %s is rejected', (_, change, message) => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, ...depot, capacity: [1] }],
    jobs: [{ id: 1, location_index: 1 }],
    matrices,
  }
  change(problem)
  expect(() => solve(problem, { iterationLimit: 1 })).toThrow(message)
})

test('plan mode rejects longest rides and what comes before what by name', () => {
  const jobs: VroomJob[] = [
    { id: 1, location_index: 1 },
    { id: 2, location_index: 2 },
  ]
  const vehicles: VroomVehicle[] = [{ id: 1, ...depot, steps: [{ type: 'job', id: 1 }] }]
  const [job] = jobs
  expect(() => planMode({ vehicles, jobs: [{ ...job!, max_ride: 5 }, jobs[1]!], matrices })).toThrow('jobs[0].max_ride')
  expect(() =>
    planMode({ vehicles, jobs: [{ ...job!, after: [{ type: 'job', id: 2 }] }, jobs[1]!], matrices }),
  ).toThrow('jobs[0].after')
})

test('with several trips, small problems are planned to the optimum', () => {
  for (let seed = 0; seed < 6; seed++) {
    const problem = rideSome(mixTrips(seed, 5, 2), seed)
    for (const vehicle of problem.vehicles) delete vehicle.steps
    const { errors, found, best } = besideOptimum(problem, { iterationLimit: 2000, seed })
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...rounded(found) }).toEqual({ seed, ...rounded(best) })
  }
})

test('shipments with longest rides, on vehicles of two speeds, are planned to the optimum', () => {
  for (let seed = 0; seed < 30; seed++) {
    const problem = rideSome(randomShipments(seed, 6, 2), seed)
    problem.vehicles[0].speed_factor = 1.5
    const { errors, found, best } = besideOptimum(problem, { iterationLimit: 2000, seed })
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...rounded(found) }).toEqual({ seed, ...rounded(best) })
  }
})

const mixed: [string, (seed: number) => VroomInput][] = [
  ['everything about time', (seed) => mixTimes(seed, 12, 3, true)],
  ['several trips', (seed) => mixTrips(seed, 20, 4)],
  ['breaks', (seed) => breakSome(randomShipments(seed, 20, 4))],
  ['breaks and locks', (seed) => breakSome(lockSome(randomShipments(seed, 20, 4), seed))],
]

test.each(mixed)('beside %s, longest rides are kept', (_, make) => {
  let served = 0
  for (let seed = 0; seed < 12; seed++) {
    const problem = rideSome(make(seed), seed)
    const plan = solve(problem, { iterationLimit: 60, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
    const limited = new Set(problem.jobs.filter(({ max_ride }) => max_ride !== undefined).map(({ id }) => id))
    served += plan.routes
      .flatMap(({ steps }) => steps)
      .filter(({ type, id }) => type === 'job' && limited.has(id!)).length
  }
  expect(served).toBeGreaterThan(10)
})
