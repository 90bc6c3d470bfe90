import { expect, test } from 'vitest'
import {
  check,
  checkPlanMode,
  insert,
  planMode,
  prepare,
  solve,
  type VroomInput,
  type VroomJob,
  type VroomVehicle,
} from './index.ts'
import { besideOptimum } from './testing/beside-optimum.ts'
import { line } from './testing/line.ts'
import { rounded } from './testing/outcome.ts'
import { plainProblem } from './testing/plain-problem.ts'
import { randomProblem, randomShipments, randomTimes, randomTrips } from './testing/random-problem.ts'
import { balanceSome, lockSome, paySome } from './testing/random-rules.ts'
import { missed } from './testing/reading.ts'
import { refusedPath } from './testing/refused-path.ts'
import { planOf } from './testing/plan-of.ts'

const kinds: [string, (seed: number) => VroomInput, boolean?][] = [
  ['everything usual', (seed) => randomProblem(seed, 6, 2)],
  ['shipments', (seed) => randomShipments(seed, 6, 2)],
  ['locks and balance', (seed) => balanceSome(lockSome(randomShipments(seed, 6, 2), seed), seed)],
  ['several trips', (seed) => randomTrips(seed, 5, 2)],
  ['everything about time', (seed) => randomTimes(seed, 4, 2, false), true],
]

test.each(kinds)('with pay by stop and by unit, small problems with %s end at the optimum', (_, make, byTheSecond) => {
  for (let seed = 0; seed < 12; seed++) {
    const problem = paySome(make(seed), seed)
    const { errors, found, best } = besideOptimum(problem, { iterationLimit: 4000 }, byTheSecond)
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...rounded(found) }).toEqual({ seed, ...rounded(best) })
  }
})

test('larger plans with pay are valid and repeatable, also where local search works', () => {
  for (let seed = 0; seed < 4; seed++) {
    const problem = paySome(plainProblem(seed, 40, { hasMatrix: seed % 2 === 0 }), seed)
    const plan = solve(problem, { iterationLimit: 3000, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
    expect(solve(problem, { iterationLimit: 3000, seed })).toEqual(plan)
  }
})

const at = (id: number, more: Partial<VroomJob> = {}): VroomJob => ({ id, location_index: id, delivery: [1], ...more })
const from = (id: number, costs: VroomVehicle['costs']): VroomVehicle => ({
  id,
  start_index: 0,
  capacity: [100],
  ...(costs && { costs }),
})
test('jobs one after another at one address are one stop, and every unit is paid', () => {
  const jobs = [at(1, { location_index: 5 }), at(2, { location_index: 5, pickup: [3] }), at(3, { location_index: 9 })]
  const vehicles = [from(1, { per_stop: 100, per_unit: [7] })]
  const { summary, routes } = planOf({ jobs, vehicles, matrices: line(10) })
  expect([summary.stop_cost, summary.unit_cost, summary.cost]).toEqual([200, 42, 9 + 242])
  expect([routes[0].stop_cost, routes[0].unit_cost]).toEqual([200, 42])
  // Where nobody is paid like that, nothing is said of it.
  expect(planOf({ jobs, vehicles: [from(1, {})], matrices: line(10) }).summary).not.toHaveProperty('stop_cost')
})

test('pay decides who drives what', () => {
  // Ten parcels at 1, one at 2 to 6: the first driver is paid by parcel, the second by stop.
  const jobs = [at(1, { delivery: [10] }), at(2), at(3), at(4), at(5), at(6)]
  const vehicles = [from(1, { per_unit: [20] }), from(2, { per_stop: 100 })]
  const stopsOf = (id: number) =>
    planOf({ jobs, vehicles, matrices: line(10) })
      .routes.find(({ vehicle }) => vehicle === id)!
      .steps.flatMap((step) => (step.type === 'job' ? step.id! : []))
  expect(stopsOf(2)).toEqual([1])
  expect(stopsOf(1)).toEqual([2, 3, 4, 5, 6])
})

test('what pays less than its driver costs is left out', () => {
  const jobs = [at(1, { prize: 50 }), at(2, { prize: 50, delivery: [9] })]
  const plan = planOf({ jobs, vehicles: [from(1, { per_unit: [6] })], matrices: line(10) })
  expect(missed(plan)).toEqual([2])
  expect(plan.unassigned[0].reason.code).toBe('not_worth')
  // 54 for the parcels and a second of driving, for a prize of 50.
  expect(plan.unassigned[0].fix).toMatchObject({ constraint: 'prize', by: { amount: 54 + 1 - 50 } })
})

test('a shipment is paid once, at its delivery, and its pickup at the start is no stop', () => {
  const shipments = [{ pickup: { id: 1, location_index: 0 }, delivery: { id: 1, location_index: 4 }, amount: [3] }]
  const vehicles = [from(1, { per_stop: 10, per_unit: [5] })]
  expect(planOf({ jobs: [], shipments, vehicles, matrices: line(10) }).summary.cost).toBe(4 + 10 + 15)
})

test('an order that arrives later costs its pay, also in tables that were made before', () => {
  const problem = { jobs: [at(1)], vehicles: [from(1, { per_stop: 100, per_unit: [7] })], matrices: line(10) }
  const plan = planOf(problem)
  for (const given of [problem, prepare(problem)]) {
    const { addedCost, plan: next, prepared } = insert(given, plan, at(5, { delivery: [2] }))
    expect(addedCost).toBe(4 + 100 + 14)
    expect(next.summary.cost).toBe(plan.summary.cost + addedCost!)
    expect(insert(prepared, next, at(6, { location_index: 5 })).addedCost).toBe(7)
  }
})

test('plan mode counts pay as well', () => {
  for (let seed = 0; seed < 20; seed++) {
    const problem = paySome(randomShipments(seed, 8, 2), seed)
    const [first] = problem.vehicles
    first.steps = [
      ...problem.jobs.map(({ id }) => ({ type: 'job' as const, id })),
      ...problem.shipments!.map(({ pickup }) => ({ type: 'pickup' as const, id: pickup.id })),
      ...problem.shipments!.map(({ delivery }) => ({ type: 'delivery' as const, id: delivery.id })),
    ]
    expect(checkPlanMode(problem, planMode(problem)).errors, `seed ${seed}`).toEqual([])
  }
})

test('a job or an order that costs more than sums can hold is refused', () => {
  const dear = { costs: { per_unit: [1e6] } }
  const problem = { jobs: [at(1, { delivery: [0] })], vehicles: [{ ...from(1, {}), ...dear }], matrices: line(10) }
  expect(refusedPath({ ...problem, jobs: [at(1, { amount: [1001], delivery: undefined! })] })).toBe('jobs[0]')
  expect(refusedPath({ ...problem, jobs: [at(1, { delivery: [600], pickup: [600] })] })).toBe('jobs[0]')
  const shipment = { pickup: { id: 1, location_index: 1 }, delivery: { id: 1, location_index: 2 }, amount: [1001] }
  expect(refusedPath({ ...problem, shipments: [shipment] })).toBe('shipments[0]')
  expect(() => insert(problem, planOf(problem), at(2, { delivery: [1001] }))).toThrow('order')
})

test('check finds pay that is wrong', () => {
  const problem = { jobs: [at(1)], vehicles: [from(1, { per_stop: 100, per_unit: [7] })], matrices: line(10) }
  const plan = planOf(problem)
  plan.summary.stop_cost = 99
  plan.routes[0].unit_cost = 0
  expect(check(problem, plan).errors).toEqual([
    'vehicle 1: unit_cost is 0, but should be 7',
    'summary: stop_cost is 99, but should be 100',
  ])
})
