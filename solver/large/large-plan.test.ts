import { expect, test } from 'vitest'
import { buildProblem } from '../model/build-problem.ts'
import { cutPlan } from './cut-plan.ts'
import { Fleet } from './fleet.ts'
import { LargePlan } from './large-plan.ts'
import { makeCity } from '../bench/city.ts'
import { Random } from '../math/random.ts'
import { split } from './places.ts'
import { tiesOf } from './ties.ts'
import type { VroomInput } from '../json/vroom.ts'

const never = () => false

function citySplit(change: (input: VroomInput) => VroomInput = (input) => input) {
  const plan = new LargePlan(change(makeCity(400, 1).problem))
  const { jobList, input } = plan
  // Forty jobs for each vehicle, in the order of their numbers.
  const routes = input.vehicles.map((_, v) => [...jobList.keys()].slice(v * 38, v * 38 + 38))
  plan.setRoutes([...routes.keys()], routes)
  return plan
}

test('a part has the same numbers in its tables as the whole problem', () => {
  const pay = (input: VroomInput) => ({
    ...input,
    vehicles: input.vehicles.map((vehicle, v) => ({
      ...vehicle,
      max_distance: 300_000,
      costs: { per_hour: 1000 + 500 * (v % 2), per_km: 7, per_stop: 3 },
    })),
  })
  const plan = citySplit(pay)
  const whole = buildProblem(plan.input)
  const jobs = [3, 8, 41, 99, 300, 399]
  const vehicles = [7, 2]
  const { problem } = plan.model({ jobs, vehicles }, new Random(1), never).parts.solution
  vehicles.forEach((v, i) => {
    const type = problem.types[problem.typeOf[i]!]!
    const of = whole.types[whole.typeOf[v]!]!
    const points = [...jobs, of.start]
    const own = [...jobs.keys(), type.start]
    for (const [a, from] of own.entries()) {
      for (const [b, to] of own.entries()) {
        const [here, there] = [from * problem.pointCount + to, points[a]! * whole.pointCount + points[b]!]
        expect(type.durations[here]).toBe(of.durations[there])
        expect(type.distances![here]).toBe(of.distances![there])
        expect(type.costs[here]! / problem.costScale).toBeCloseTo(of.costs[there]! / whole.costScale, 9)
      }
    }
  })
})

test('a plan is cut into parts of near routes that share nothing, and absent jobs are beside them', () => {
  const plan = citySplit()
  expect(plan.absent().length).toBe(20)
  const parts = cutPlan(plan, new Random(2), 100)
  expect(parts).toHaveLength(4)
  expect(parts.flatMap(({ jobs }) => jobs).sort((a, b) => a - b)).toEqual([...plan.jobList.keys()])
  expect(parts.flatMap(({ vehicles }) => vehicles).sort((a, b) => a - b)).toEqual([...plan.routes.keys()])
  for (const { jobs, vehicles } of parts) {
    for (const v of vehicles) expect(jobs).toEqual(expect.arrayContaining([...plan.routes[v]!]))
  }
  expect(cutPlan(plan, new Random(3), 100)).not.toEqual(parts)
})

test('a part takes no more absent jobs than its table should hold, the most urgent first', () => {
  const plan = citySplit((input) => {
    input.jobs[399]!.priority = 5
    return input
  })
  plan.setRoutes(
    [...plan.routes.keys()],
    plan.routes.map((route, v) => (v === 0 ? route : [])),
  )
  const [part, ...others] = cutPlan(plan, new Random(1), 40)
  expect(others).toEqual([])
  expect(part!.jobs).toHaveLength(80)
  expect(part!.jobs).toContain(399)
})

test('what goes back changes the cost of the whole by as much as that of the part', () => {
  const plan = citySplit()
  const costOf = () => {
    let sum = 0
    for (const part of cutPlan(plan, new Random(1), 1000)) {
      const { solution } = plan.open(part, new Random(1), never).parts
      sum += (solution.cost / solution.problem.costScale) * 36_000
    }
    return sum
  }
  const before = costOf()
  const [part] = cutPlan(plan, new Random(1), 100)
  const { parts, putBack } = plan.open(part!, new Random(1), never)
  for (const v of parts.solution.used.items.slice(0, 1)) {
    const [job] = parts.solution.jobsOf(v)
    parts.solution.remove(job!)
    parts.state.refresh(v)
  }
  const { next, cost } = parts.solution
  const snapshot = { next, cost, route: (v: number) => parts.solution.jobsOf(v) }
  putBack(snapshot as unknown as Parameters<typeof putBack>[0])
  expect(plan.cost).toBe(costOf() - before)
  expect(plan.cost).not.toBe(0)
})

test('shipments, groups, orders and locks are tied, and so is a given route to its vehicle', () => {
  const at = { location: [106.8, -6.2] as [number, number] }
  const input: VroomInput = {
    jobs: [{ id: 1 }, { id: 2, groups: ['x'] }, { id: 3, after: [{ type: 'job', id: 1 }] }, { id: 4 }, { id: 5 }].map(
      (job) => ({ ...job, ...at }),
    ) as VroomInput['jobs'],
    shipments: [{ pickup: { id: 1, ...at }, delivery: { id: 1, ...at }, groups: ['x'] }],
    vehicles: [{ id: 7, steps: [{ type: 'job', id: 4, lock: 'vehicle' }] }, { id: 8 }, { id: 9 }],
    groups: { together: ['x'] },
  }
  const { jobList } = new LargePlan(input)
  const { list, ofVehicle } = tiesOf(input, jobList, [{ vehicle: 9, jobs: [5] }])
  expect(list).toEqual([
    { jobs: [0, 2], vehicles: [] },
    { jobs: [1, 5, 6], vehicles: [] },
    { jobs: [3], vehicles: [0] },
    { jobs: [4], vehicles: [2] },
  ])
  expect([...ofVehicle]).toEqual([2, -1, 3])
})

test('things are split into near groups of about the same weight', () => {
  const things = Array.from({ length: 90 }, (_, i) => ({ i, place: [i, 0, 0] as const, weight: 1 + (i % 3) }))
  const groups = split(things, 3, new Random(1))
  expect(groups.map((group) => group.reduce((sum, { weight }) => sum + weight, 0))).toEqual([60, 60, 60])
  for (const group of groups) {
    const numbers = group.map(({ i }) => i).sort((a, b) => a - b)
    expect(numbers.at(-1)! - numbers[0]!).toBe(numbers.length - 1)
  }
  expect(split([], 3, new Random(1))).toEqual([])
})

test('of each kind, near depots offer the vehicles that are free', () => {
  const at = (longitude: number) => ({ start: [longitude, 0] as [number, number] })
  const vehicles = [
    { id: 1, ...at(10) },
    { id: 2, ...at(1) },
    { id: 3, ...at(1) },
    { id: 4, ...at(1) },
    { id: 5, ...at(2), skills: [1] },
  ]
  const fleet = new Fleet(vehicles, (v) => v !== 2)
  expect(fleet.count()).toBe(4)
  const [near] = new LargePlan({ jobs: [{ id: 1, location: [1, 0] }], vehicles }).places
  expect(fleet.near(near!, () => 1)).toEqual([1, 0, 4])
  const homes = Array.from({ length: 9 }, (_, v) => ({ id: v + 1, ...at(9 - v) }))
  expect(new Fleet(homes, () => true).near(near!, () => 5)).toEqual([8, 7, 6, 5, 4])
  expect(fleet.near(near!, () => 2)).toEqual([1, 3, 0, 4])
})
