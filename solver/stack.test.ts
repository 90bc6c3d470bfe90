import { expect, test } from 'vitest'
import {
  check,
  insert,
  insertAt,
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
import { mixRides, mixTimes } from './testing/random-mix.ts'
import { randomShipments } from './testing/random-problem.ts'
import { lockSome, stackSome } from './testing/random-rules.ts'
import { namesOf, planOf } from './testing/plan-of.ts'

const matrices = line(10, 10)
/** It ends five places down the road. */
const trailer: VroomVehicle = { id: 1, start_index: 0, end_index: 5, last_in_first_out: true }
const shipment = (id: number, from: number, to: number): VroomShipment => ({
  pickup: { id, location_index: from },
  delivery: { id, location_index: to },
})

test('what was picked up last is handed over first, and any other vehicle takes the shorter way', () => {
  const shipments = [shipment(1, 1, 3), shipment(2, 2, 4)]
  const stacked = planOf({ vehicles: [trailer], jobs: [], shipments, matrices })
  expect(stacked.summary.cost).toBe(70)
  const { last_in_first_out: _, ...van } = trailer
  const plain: VroomInput = { vehicles: [van], jobs: [], shipments, matrices }
  expect(planOf(plain).summary.cost).toBe(50)
  expect(namesOf(planOf(plain))).toEqual([['pickup 1', 'pickup 2', 'delivery 1', 'delivery 2']])
  // The check notices that the trailer cannot do that.
  expect(check({ ...plain, vehicles: [trailer] }, planOf(plain)).errors.join()).toMatch(
    'delivery 1 hands over what lies behind the goods of pickup 2',
  )
})

test.each<[string, VroomJob[], VroomShipment[], string[]]>([
  [
    'goods from the depot lie behind what was picked up on the way',
    [{ id: 1, location_index: 2, delivery: [1] }],
    [shipment(2, 1, 5)],
    ['job 1', 'pickup 2', 'delivery 2'],
  ],
  [
    'goods from the depot are loaded in the order that suits',
    [1, 2, 3].map((id) => ({ id, location_index: id, delivery: [1], time_windows: [[id * 10, id * 10]] })),
    [],
    ['job 1', 'job 2', 'job 3'],
  ],
  [
    'nothing is handed over behind a return',
    [
      { id: 1, location_index: 1, pickup: [1] },
      { id: 2, location_index: 3, delivery: [1] },
    ],
    [],
    ['job 2', 'job 1'],
  ],
  [
    'an exchange hands over before it takes along',
    [
      { id: 1, location_index: 3, delivery: [1], pickup: [1] },
      { id: 2, location_index: 1, delivery: [1] },
    ],
    [],
    ['job 2', 'job 1'],
  ],
])('%s', (_, jobs, shipments, expected) => {
  const problem: VroomInput = { vehicles: [{ ...trailer, capacity: [9] }], jobs, shipments, matrices }
  const plan = planOf(problem)
  expect(namesOf(plan)).toEqual([expected])
})

test('a shipment that cannot be stacked says so, and what would help', () => {
  const shipments = [
    { ...shipment(1, 1, 3), priority: 1 },
    { ...shipment(2, 2, 4), priority: 0 },
  ]
  shipments[0]!.pickup.time_windows = [[10, 10]]
  shipments[0]!.delivery.time_windows = [[30, 30]]
  shipments[1]!.pickup.time_windows = [[20, 20]]
  const problem: VroomInput = { vehicles: [{ ...trailer, time_window: [0, 50] }], jobs: [], shipments, matrices }
  const [left] = planOf(problem).unassigned
  expect(left).toMatchObject({
    id: 2,
    reason: { code: 'last_in_first_out', vehicle: 1 },
    fix: {
      constraint: 'last_in_first_out',
      by: { amount: 1, unit: 'rules' },
      message: 'Vehicle 1 could take it if it might hand over goods in any order (last_in_first_out) (cost +0).',
    },
  })
  expect(planOf(applyFix(problem, left!, left!.fix!)).unassigned).toEqual([])
})

test('a job behind goods that are on board says so', () => {
  const ride = shipment(1, 1, 3)
  ride.pickup.time_windows = [[10, 10]]
  ride.delivery.time_windows = [[30, 30]]
  const jobs: VroomJob[] = [{ id: 2, location_index: 2, time_windows: [[20, 20]] }]
  const [left] = planOf({ vehicles: [trailer], jobs, shipments: [{ ...ride, priority: 1 }], matrices }).unassigned
  expect(left).toMatchObject({
    type: 'job',
    reason: {
      code: 'last_in_first_out',
      message:
        'The one vehicle that may take it has room and time for it, but other goods would lie in front of it, or it in front of others (last_in_first_out).',
    },
  })
})

test('a return that is on board already closes the vehicle to what lies behind it', () => {
  const steps = [{ type: 'job' as const, id: 1, lock: 'done' as const }]
  const jobs: VroomJob[] = [
    { id: 1, location_index: 1, pickup: [1] },
    { id: 2, location_index: 2, delivery: [1] },
  ]
  const [left] = planOf({ vehicles: [{ ...trailer, capacity: [5], steps }], jobs, matrices }).unassigned
  expect(left!.reason).toEqual({
    code: 'last_in_first_out',
    message: 'On vehicle 1, other goods would lie in front of it, or it in front of others (last_in_first_out).',
    vehicle: 1,
  })
})

test('locked stops keep the order in which they were given, and say what is behind other goods', () => {
  const shipments = [shipment(1, 1, 3), shipment(2, 2, 4)]
  const steps = [
    { type: 'pickup' as const, id: 1, lock: 'done' as const },
    { type: 'pickup' as const, id: 2, lock: 'position' as const },
    { type: 'delivery' as const, id: 1, lock: 'position' as const },
  ]
  const problem: VroomInput = {
    vehicles: [{ ...trailer, steps }],
    jobs: [{ id: 3, location_index: 5, service: 1 }],
    shipments,
    matrices,
  }
  const plan = planOf(problem)
  expect(namesOf(plan)).toEqual([['pickup 1', 'pickup 2', 'delivery 1', 'delivery 2', 'job 3']])
  expect(plan.routes[0].steps.map(({ violations }) => violations.length)).toEqual([0, 0, 0, 1, 0, 0, 0])
  expect(plan.routes[0].violations).toEqual([{ cause: 'last_in_first_out' }])
})

test('stops that a dispatcher puts in another order are timed, and say what is behind other goods', () => {
  const shipments = [shipment(1, 1, 3), shipment(2, 2, 4)]
  const problem: VroomInput = { vehicles: [trailer], jobs: [], shipments, matrices }
  const steps = (['pickup 1', 'pickup 2', 'delivery 1', 'delivery 2'] as const).map((name) => {
    const [type, id] = name.split(' ') as ['pickup' | 'delivery', string]
    return { type, id: Number(id) }
  })
  const [route] = timeRoutes(problem, [{ vehicle: 1, steps }])
  expect(route!.violations).toEqual([{ cause: 'last_in_first_out' }])
})

test('a later order goes where it can be stacked', () => {
  const problem: VroomInput = { vehicles: [trailer], jobs: [], shipments: [shipment(1, 1, 3)], matrices }
  const plan = planOf(problem)
  const result = insert(problem, plan, shipment(2, 2, 4))
  expect(check(result.prepared.input, result.plan).errors).toEqual([])
  expect(result.addedCost).toBe(20)
  expect(() => insertAt(problem, plan, shipment(2, 2, 4), { vehicle: 1, positions: [1, 3] })).toThrow('does not fit')
  const hours = line(10, 7200)
  const tight = { ...problem, vehicles: [{ ...trailer, time_window: [0, 5 * 7200] }], matrices: hours } as VroomInput
  expect(offersFor(tight, planOf(tight), shipment(2, 2, 4))).toMatchObject([
    { fits: false, change: 'last_in_first_out' },
  ])
})

test('it is true or false, and neither for a vehicle that reloads nor in plan mode', () => {
  const problem = (vehicle: Partial<VroomVehicle>): VroomInput => ({
    vehicles: [{ id: 1, ...depot, capacity: [1], ...vehicle }],
    jobs: [{ id: 1, location_index: 1 }],
    matrices,
  })
  const wrong = problem({ last_in_first_out: 'yes' as unknown as boolean })
  expect(() => solve(wrong, { iterationLimit: 1 })).toThrow('vehicles[0].last_in_first_out: "yes" is not true or false')
  expect(() => solve(problem({ last_in_first_out: true, reload: {} }), { iterationLimit: 1 })).toThrow(
    'vehicles[0].last_in_first_out: cannot be combined with reload',
  )
  const steps = [{ type: 'job' as const, id: 1 }]
  expect(() => planMode(problem({ last_in_first_out: true, steps }))).toThrow('vehicles[0].last_in_first_out')
})

test('small problems are planned to the optimum last in, first out', () => {
  let changed = 0
  for (let seed = 0; seed < 20; seed++) {
    const problem = stackSome(randomShipments(seed, 6, 2), seed)
    const { errors, found, best } = besideOptimum(problem, { iterationLimit: 2000, seed })
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...rounded(found) }).toEqual({ seed, ...rounded(best) })
    const free = problem.vehicles.map(({ last_in_first_out: _, ...vehicle }) => vehicle)
    const plan = solve({ ...problem, vehicles: free }, { iterationLimit: 2000, seed })
    if (check(problem, plan).errors.length > 0) changed++
  }
  expect(changed).toBeGreaterThan(2)
})

test('beside locks, small problems are planned to the optimum last in, first out', () => {
  for (let seed = 0; seed < 20; seed++) {
    const problem = stackSome(lockSome(randomShipments(seed, 6, 2), seed), seed)
    const { errors, found, best } = besideOptimum(problem, { iterationLimit: 2000, seed })
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...rounded(found) }).toEqual({ seed, ...rounded(best) })
  }
})

/** Rides of hours along a road, with a shift that is too short for most other changes. */
function hoursOf(seed: number): VroomInput {
  const random = new Random(seed)
  const place = () => 1 + random.below(8)
  const shipments = Array.from({ length: 4 }, (_, i) => ({ ...shipment(i + 1, place(), place()), amount: [1] }))
  const vehicle = { ...trailer, end_index: 9, capacity: [9], time_window: [0, 13 * 7200] as [number, number] }
  return { vehicles: [vehicle], jobs: [], shipments, matrices: line(10, 7200, 1) }
}

test('fixes are right about what lies in front: enough, and no more than that', () => {
  let fixes = 0
  for (let seed = 0; seed < 40; seed++) {
    const problem = hoursOf(seed)
    const plan = solve(problem, { iterationLimit: 200 })
    for (const left of plan.unassigned) {
      if (left.fix?.constraint !== 'last_in_first_out') continue
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
  ['breaks, locks and longest rides', (seed) => mixRides(seed, 20, 4)],
]

test.each(mixed)('beside %s, nothing is handed over behind other goods', (_, make) => {
  for (let seed = 0; seed < 12; seed++) {
    const problem = stackSome(make(seed), seed)
    const plan = solve(problem, { iterationLimit: 60, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
  }
})
