import { expect, test } from 'vitest'
import { check, insert, solve, type VroomInput, type VroomJob, type VroomVehicle } from './index.ts'
import { besideOptimum } from './testing/beside-optimum.ts'
import { line } from './testing/line.ts'
import { rounded } from './testing/outcome.ts'
import { plainProblem } from './testing/plain-problem.ts'
import { randomProblem, randomShipments, randomTimes, randomTrips } from './testing/random-problem.ts'
import { balanceSome, lockSome, paySome, prolongSome, rideSome } from './testing/random-rules.ts'

const kinds: [string, (seed: number) => VroomInput, boolean?][] = [
  ['everything usual', (seed) => randomProblem(seed, 6, 2)],
  ['shipments', (seed) => randomShipments(seed, 6, 2)],
  ['locks, balance and pay', (seed) => paySome(balanceSome(lockSome(randomShipments(seed, 6, 2), seed), seed), seed)],
  ['several trips of some vehicles', (seed) => withoutReload(randomTrips(seed, 5, 2))],
  ['everything about time', (seed) => randomTimes(seed, 4, 2, false), true],
]

/** Overtime and reloads do not go together on one vehicle. */
function withoutReload(problem: VroomInput): VroomInput {
  const [{ reload: _, ...first }, ...others] = problem.vehicles
  return { ...problem, vehicles: [first, ...others] }
}

test.each(kinds)('with prices of overtime, small problems with %s end at the optimum', (_, make, byTheSecond) => {
  let paid = 0
  for (let seed = 0; seed < 14; seed++) {
    const problem = prolongSome(make(seed), seed)
    const { plan, errors, found, best } = besideOptimum(problem, { iterationLimit: 3000 }, byTheSecond)
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...rounded(found) }).toEqual({ seed, ...rounded(best) })
    paid += plan.summary.overtime_cost ?? 0
  }
  expect(paid).toBeGreaterThan(0)
})

test('larger plans with overtime are valid and repeatable, whatever they are combined with', () => {
  const some = [
    (seed: number) => plainProblem(seed, 40, { hasLimits: true }),
    (seed: number) => rideSome(randomShipments(seed, 24, 5), seed),
    (seed: number) => randomTimes(seed, 20, 6, true),
    (seed: number) => lockSome(randomTimes(seed, 12, 3, false), seed),
  ]
  for (let seed = 0; seed < 8; seed++) {
    const problem = prolongSome(some[seed % some.length](seed), seed)
    const plan = solve(problem, { iterationLimit: 60, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
    expect(solve(problem, { iterationLimit: 60, seed })).toEqual(plan)
  }
})

const at = (id: number, more: Partial<VroomJob> = {}): VroomJob => ({ id, location_index: id, ...more })
const overtime = [
  { from: 50, cost_per_hour: 3600 },
  { from: 60, cost_per_hour: 7200 },
]
const planOf = (jobs: VroomJob[], vehicles: Partial<VroomVehicle>[], more: Partial<VroomInput> = {}) => {
  const all = vehicles.map((vehicle, v) => ({ id: v + 1, start_index: 0, end_index: 0, ...vehicle }))
  const problem: VroomInput = { jobs, vehicles: all, matrices: line(101), ...more }
  const plan = solve(problem, { iterationLimit: 300 })
  expect(check(problem, plan).errors).toEqual([])
  return { problem, plan }
}

test('each second after the normal end costs, and more from the next step on', () => {
  const finishing = (seconds: number) => planOf([at(seconds / 2)], [{ overtime }]).plan.summary
  expect(finishing(50)).toMatchObject({ cost: 50, overtime_cost: 0 })
  expect(finishing(58)).toMatchObject({ cost: 58 + 8, overtime_cost: 8 })
  expect(finishing(70)).toMatchObject({ cost: 70 + 10 + 20, overtime_cost: 30 })
  // The last job ends a route without an end, with its work.
  const open = planOf([at(49, { service: 3 })], [{ overtime, end_index: undefined! }]).plan.summary
  expect(open).toMatchObject({ cost: 49 + 2, overtime_cost: 2 })
  expect(planOf([at(30)], [{ overtime, time_window: [0, 59] }]).plan.unassigned[0].reason.code).toBe('shift')
})

test('a second driver pays off where overtime costs more than the way there', () => {
  const jobs = [at(10, { service: 25 }), at(11, { service: 25 })]
  const both = (more: Partial<VroomVehicle>) => planOf(jobs, [more, more]).plan.routes.length
  expect(both({})).toBe(1)
  // One route ends at 72: 10 seconds of overtime cost 1 each, and 12 cost 2.
  expect(both({ overtime })).toBe(2)
  expect(both({ overtime: [{ from: 60, cost_per_hour: 3600 }] })).toBe(1)
})

test('goods that come late and a window that opens late leave no choice, and setup counts', () => {
  expect(planOf([at(10, { release: 45 })], [{ overtime }]).plan.summary.overtime_cost).toBe(10 + 10)
  expect(planOf([at(10, { time_windows: [[45, 45]], setup: 3 })], [{ overtime }]).plan.summary.overtime_cost).toBe(8)
})

test('being early for a customer is weighed against overtime', () => {
  const soft = { window: [60, 70] as [number, number], cost_per_hour_early: 7000 }
  const { plan } = planOf([at(10, { soft_time_window: soft })], [{ overtime }])
  // A second less of overtime saves 1 below 60 and 2 above; a second earlier costs almost 2.
  expect(plan.summary).toMatchObject({ overtime_cost: 10, earliness_cost: Math.round((10 * 7000) / 3600) })
})

test('an order that arrives later adds what it prolongs', () => {
  const { problem, plan } = planOf([at(20)], [{ overtime }])
  expect(insert(problem, plan, at(28)).addedCost).toBe(16 + 6)
})

test('check finds overtime that is wrong', () => {
  const { problem, plan } = planOf([at(29)], [{ overtime }])
  plan.routes[0].overtime_cost = 7
  expect(check(problem, plan).errors).toEqual(['vehicle 1: overtime_cost is 7, but should be 8'])
})
