import { expect, test } from 'vitest'
import { fewestVehicles } from './fewest-vehicles.ts'
import { check, solve, type VroomInput, type VroomVehicle } from '../index.ts'
import { buildProblem } from '../model/build-problem.ts'
import { exhaustive } from '../testing/exhaustive/exhaustive.ts'
import { plainProblem } from '../testing/plain-problem.ts'
import { randomProblem, randomShipments } from '../testing/random-problem.ts'

const dear = 1_000_000
/** Places on a line, the depot at 0; a second per meter of index distance. */
const line = (length: number) => ({
  car: { durations: Array.from({ length }, (_, a) => Array.from({ length }, (_, b) => Math.abs(a - b))) },
})

/** Large parcels on one side of the depot, small ones on the other: only one of each fills a vehicle. */
function packing(): VroomInput {
  const large = [7, 6, 5, 8, 9, 6]
  const parcels = [...large, ...large.map((size) => 10 - size)]
  const vehicle = { start_index: 0, end_index: 0, capacity: [10], costs: { fixed: dear } }
  return {
    vehicles: parcels.map((_, i): VroomVehicle => ({ id: i + 1, ...vehicle })),
    jobs: parcels.map((size, i) => ({ id: i + 1, location_index: i < 6 ? i + 1 : 30 - i, delivery: [size] })),
    matrices: line(31),
  }
}

/** Vehicles so dear that their number outweighs everything else. */
function withDearVehicles(problem: VroomInput): VroomInput {
  const vehicles = problem.vehicles.map((vehicle) => ({ ...vehicle, costs: { ...vehicle.costs, fixed: dear } }))
  return { ...problem, vehicles }
}

/** Shipments that few vehicles can serve one after the other, and far more vehicles than needed. */
function shipments(count: number): VroomInput {
  const problem = plainProblem(3, 2 * count)
  const ends = problem.jobs.map(({ id, location_index }, i) => ({
    id,
    location_index: location_index!,
    ...(i % 4 === 0 && { time_windows: [[50 * (i % 7), 50 * (i % 7) + 300]] as [number, number][] }),
  }))
  const shipments = Array.from({ length: count }, (_, i) => ({
    pickup: ends[2 * i],
    delivery: ends[2 * i + 1],
    amount: [1 + (i % 3)],
  }))
  const vehicle = { start_index: 0, end_index: 0, capacity: [6], time_window: [0, 1000] as [number, number] }
  const vehicles = Array.from({ length: count }, (_, i) => ({ id: i + 1, ...vehicle, costs: { fixed: dear } }))
  return { ...problem, jobs: [], shipments, vehicles }
}

test('the search finds the smallest fleet, even if neighboring jobs do not fit together', () => {
  const problem = packing()
  expect(solve(problem, { iterationLimit: 0 }).routes.length).toBeGreaterThan(6)
  const plan = solve(problem, { iterationLimit: 4000 })
  expect(check(problem, plan).errors).toEqual([])
  expect(plan.summary.unassigned).toBe(0)
  expect(plan.routes).toHaveLength(6)
})

test('small problems with dear vehicles are solved as well as by trying everything', () => {
  let complete = 0
  for (let seed = 0; seed < 24; seed++) {
    const problem = withDearVehicles(seed % 2 === 0 ? randomProblem(seed, 6, 3) : randomShipments(seed, 6, 3))
    for (const job of [...problem.jobs, ...(problem.shipments ?? [])]) {
      delete job.prize
      delete job.skills
    }
    const plan = solve(problem, { iterationLimit: 2000 })
    const { errors, cost } = check(problem, plan)
    expect(errors, `seed ${seed}`).toEqual([])
    const best = exhaustive(problem)
    expect(cost, `seed ${seed}`).toBeCloseTo(best.cost, 6)
    if (best.missed === 0) complete++
  }
  expect(complete).toBeGreaterThan(5)
})

test('closing routes leaves no job out, and the same seed gives the same plan', () => {
  const problem = shipments(40)
  const first = solve(problem, { iterationLimit: 0 })
  for (let seed = 0; seed < 2; seed++) {
    const plan = solve(problem, { iterationLimit: 1500, seed })
    expect(check(problem, plan).errors).toEqual([])
    expect(plan.summary.unassigned).toBe(0)
    expect(plan.routes.length).toBeLessThan(first.routes.length)
    expect(solve(problem, { iterationLimit: 1500, seed })).toEqual(plan)
  }
})

test('with several vehicle types, closing routes never uses more vehicles than the first plan', () => {
  for (let seed = 0; seed < 6; seed++) {
    const problem = withDearVehicles(plainProblem(seed, 30))
    const first = solve(problem, { iterationLimit: 0 })
    const plan = solve(problem, { iterationLimit: 1500, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
    expect(plan.summary.unassigned, `seed ${seed}`).toBe(first.summary.unassigned)
    expect(plan.routes.length, `seed ${seed}`).toBeLessThanOrEqual(first.routes.length)
  }
})

test('vehicles with locked jobs are used, and the others stay at home', () => {
  const problem = packing()
  const lock = (id: number) => [{ type: 'job' as const, id, lock: 'vehicle' as const }]
  const small = problem.jobs.map((job) => ({ ...job, delivery: [1] }))
  const vehicles = problem.vehicles.map((vehicle, i) => (i < 3 ? { ...vehicle, steps: lock(i + 1) } : vehicle))
  const locked = { ...problem, jobs: small, vehicles }
  const plan = solve(locked, { iterationLimit: 2000 })
  expect(check(locked, plan).errors).toEqual([])
  expect(plan.routes.map(({ vehicle }) => vehicle)).toEqual([1, 2, 3])
})

test('the bound counts loads, tasks and locks, and never exceeds the vehicles of a plan', () => {
  expect(fewestVehicles(buildProblem(packing()))).toBe(6)
  const few = { ...packing(), vehicles: packing().vehicles.map((vehicle) => ({ ...vehicle, max_tasks: 1 })) }
  expect(fewestVehicles(buildProblem(few))).toBe(12)
  expect(fewestVehicles(buildProblem(shipments(20)))).toBe(1)
  for (let seed = 0; seed < 20; seed++) {
    const problem = plainProblem(seed, 20)
    const plan = solve(problem, { iterationLimit: 200 })
    expect(plan.summary.unassigned, `seed ${seed}`).toBe(0)
    expect(plan.routes.length, `seed ${seed}`).toBeGreaterThanOrEqual(fewestVehicles(buildProblem(problem)))
  }
})
