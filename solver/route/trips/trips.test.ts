import { expect, test } from 'vitest'
import { check, solve } from '../../index.ts'
import type { VroomInput, VroomOutput } from '../../index.ts'
import { Random } from '../../math/random.ts'
import { routeCost } from '../../model/route-cost.ts'
import { buildProblem } from '../../model/build-problem.ts'
import { besideOptimum } from '../../testing/beside-optimum.ts'
import { line } from '../../testing/line.ts'
import { randomTimes, randomTrips } from '../../testing/random-problem.ts'
import { searchParts } from '../../testing/search-parts.ts'
import { splitEveryWay } from '../../testing/split-every-way.ts'
import { makeTripInsertion } from './trip-insertion.ts'
import { makeSplitter } from './trip-splitter.ts'
import { splitIntoTrips } from './trips.ts'

const stepsOf = (plan: VroomOutput) => plan.routes.map(({ steps }) => steps.map(({ type, id }) => id ?? type))

test('a vehicle that may reload delivers what does not fit at once', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, start_index: 0, end_index: 0, capacity: [2], reload: { service: 3 } }],
    jobs: [4, 5, 9, 10].map((place) => ({ id: place, location_index: place, delivery: [1] })),
    matrices: line(11),
  }
  const plan = solve(problem, { iterationLimit: 500 })
  expect(check(problem, plan).errors).toEqual([])
  expect(plan.summary).toMatchObject({ unassigned: 0, cost: 30, duration: 30, service: 3 })
  const [route] = plan.routes
  expect(route!.steps.map(({ load }) => load[0])).toEqual([2, 1, 0, 2, 1, 0, 0])
  const reload = route!.steps.find(({ type }) => type === 'reload')!
  expect(reload).toMatchObject({ location_index: 0, service: 3, waiting_time: 0 })
  expect(route!.delivery).toEqual([4])

  delete problem.vehicles[0].reload
  expect(solve(problem, { iterationLimit: 500 }).summary.unassigned).toBe(2)
  problem.vehicles[0].reload = { max_trips: 1 }
  expect(solve(problem, { iterationLimit: 500 }).summary.unassigned).toBe(2)
})

test('a vehicle reloads at the nearest depot and leaves its pickups there', () => {
  const problem: VroomInput = {
    vehicles: [
      {
        id: 1,
        start_index: 0,
        end_index: 0,
        capacity: [1],
        reload: { depots: [{ location_index: 0 }, { location_index: 6 }] },
      },
    ],
    jobs: [
      { id: 5, location_index: 5, delivery: [1], pickup: [1], time_windows: [[0, 6]] },
      { id: 7, location_index: 7, delivery: [1] },
    ],
    matrices: line(11),
  }
  const plan = solve(problem, { iterationLimit: 500 })
  expect(check(problem, plan).errors).toEqual([])
  expect(plan.routes[0].steps.map(({ type, location_index }) => [type, location_index])).toEqual([
    ['start', 0],
    ['job', 5],
    ['reload', 6],
    ['job', 7],
    ['end', 0],
  ])
  expect(plan.routes[0].steps.map(({ load }) => load[0])).toEqual([1, 1, 1, 0, 0])
})

test('a trip waits for its goods: late goods come on a second trip', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, start_index: 0, end_index: 0, reload: {} }],
    jobs: [
      { id: 1, location_index: 3, time_windows: [[0, 20]] },
      { id: 2, location_index: 4, release: 50 },
    ],
    matrices: line(5),
  }
  const plan = solve(problem, { iterationLimit: 500 })
  expect(check(problem, plan).errors).toEqual([])
  expect(stepsOf(plan)).toEqual([['start', 1, 'reload', 2, 'end']])
  expect(plan.routes[0].steps.at(-1)!.arrival).toBe(58)

  delete problem.vehicles[0].reload
  const single = solve(problem, { iterationLimit: 500 })
  expect(check(problem, single).errors).toEqual([])
  expect(single.summary.unassigned).toBe(1)
  expect(single.unassigned[0].reason.code).toBe('time_window')
  delete problem.jobs[0].time_windows
  const late = solve(problem, { iterationLimit: 500 })
  expect(late.routes[0].steps[0].arrival).toBe(50)
})

test('solves small problems with trips and releases to the exhaustive optimum', () => {
  for (let seed = 0; seed < 20; seed++) {
    const problem = randomTrips(seed, 5, 2)
    const { errors, found, best } = besideOptimum(problem, { iterationLimit: 2000 })
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...found }).toEqual({ seed, ...best, cost: expect.closeTo(best.cost, 6) })
  }
})

test('solves small problems with releases and everything about time to the optimum', () => {
  for (let seed = 0; seed < 8; seed++) {
    const problem = randomTimes(seed, 4, 1, false)
    problem.jobs.forEach((job, i) => (job.release = (seed * 7 + i * 13) % 40))
    const { errors, found, best } = besideOptimum(problem, { iterationLimit: 1000 }, true)
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...found }).toEqual({ seed, ...best, cost: expect.closeTo(best.cost, 6) })
  }
})

test('larger plans with trips are feasible and reproducible by seed', () => {
  for (let seed = 0; seed < 8; seed++) {
    const problem = randomTrips(seed, 20, 3)
    const plan = solve(problem, { iterationLimit: 100, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
    expect(solve(problem, { iterationLimit: 100, seed })).toEqual(plan)
  }
})

test('a route is split in the cheapest of all ways, whatever was split before, unless that costs a limit', () => {
  let [compared, reloading] = [0, 0]
  for (let seed = 1; seed < 120; seed += 2) {
    const problem = buildProblem(randomTrips(seed, 10, 3))
    const random = new Random(seed)
    const split = makeSplitter(problem)
    for (let i = 0; i < 30; i++) {
      const vehicle = random.below(problem.vehicleCount)
      const { reload, serves } = problem.types[problem.typeOf[vehicle]]
      const jobs: number[] = []
      for (let job = 0; job < problem.jobCount && jobs.length < 6; job++)
        if (serves[job] === 1 && random.below(2) === 0) jobs.splice(random.below(jobs.length + 1), 0, job)
      if (!reload || jobs.length === 0) continue
      const extra = splitEveryWay(problem, vehicle, jobs)
      const extraOf = (limit?: number) => split(vehicle, jobs, limit)?.extra ?? Infinity
      const which = `seed ${seed}, route ${i}`
      if (extra === Infinity) expect(extraOf(), which).toBe(Infinity)
      else {
        expect(extraOf(), which).toBeCloseTo(extra, 6)
        expect(extraOf(extra + 0.01), which).toBeCloseTo(extra, 6)
        expect(extraOf(extra - 0.01), which).toBe(Infinity)
        compared++
        if (splitIntoTrips(problem, vehicle, jobs)!.trips.length > 1) reloading++
      }
    }
  }
  expect(compared).toBeGreaterThan(300)
  expect(reloading).toBeGreaterThan(100)
})

test('labels of trips agree with driving the whole route', () => {
  let compared = 0
  for (let seed = 0; seed < 30; seed += 3) {
    const input = randomTrips(seed, 30, 4)
    const problem = buildProblem(input)
    const { random, solution, state, journal, ruin, recreate } = searchParts(problem, seed)
    if (!state.trips) continue
    const insertion = makeTripInsertion(solution, state.trips)
    for (let i = 0; i < 60; i++) {
      journal.begin()
      ruin()
      recreate()
      if (i % 3 === 0) journal.rollback()
      for (let v = 0; v < problem.vehicleCount; v++) {
        if (!problem.types[problem.typeOf[v]].reload || solution.size[v] === 0) continue
        const jobs = solution.jobsOf(v)
        expect(splitIntoTrips(problem, v, jobs)?.extra).toBe(solution.extra[v])
        for (const job of solution.absent.items.slice(0, solution.absent.length)) {
          if (problem.types[problem.typeOf[v]].serves[job] === 0) continue
          const place = random.below(jobs.length + 1)
          const after = place === 0 ? solution.startNode(v) : jobs[place - 1]
          const longer = jobs.toSpliced(place, 0, job)
          const split = splitIntoTrips(problem, v, longer)
          const told = insertion(job, after, v, Infinity, false)
          const grown = split && split.extra + routeCost(problem, v, longer)
          expect(told).toBe(grown === undefined ? Infinity : grown - routeCost(problem, v, jobs) - solution.extra[v])
          compared++
        }
      }
    }
  }
  expect(compared).toBeGreaterThan(1000)
})

test.each<[string, (problem: VroomInput) => void, string]>([
  ['breaks', ({ vehicles }) => (vehicles[0].breaks = [{ id: 1 }]), 'vehicles[0].breaks'],
  ['max_shift', ({ vehicles }) => (vehicles[0].max_shift = 100), 'vehicles[0].max_shift'],
  [
    'waiting costs',
    ({ vehicles }) => (vehicles[0].costs = { per_waiting_hour: 5 }),
    'vehicles[0].costs.per_waiting_hour',
  ],
  ['speeds by the hour', (problem) => (problem.traffic = { car: [{ from: 0, factor: 2 }] }), 'traffic.car'],
  ['shared service', (problem) => (problem.same_address_service = 'longest'), 'same_address_service'],
  [
    'soft windows',
    ({ jobs }) => (jobs[0].soft_time_window = { window: [1, 2], cost_per_hour_late: 1 }),
    'jobs[0].soft_time_window',
  ],
  ['no trips at all', ({ vehicles }) => (vehicles[0].reload = { max_trips: 0 }), 'vehicles[0].reload.max_trips'],
  ['no depot', ({ vehicles }) => delete vehicles[0].start_index, 'vehicles[0].reload.depots'],
  [
    'a depot outside the matrix',
    ({ vehicles }) => (vehicles[0].reload = { depots: [{ location_index: 9 }] }),
    'vehicles[0].reload.depots[0].location_index',
  ],
])('reload with %s is refused by name', (_, change, path) => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, start_index: 0, end_index: 0, reload: {} }],
    jobs: [{ id: 1, location_index: 1 }],
    matrices: line(2),
  }
  change(problem)
  expect(() => solve(problem, { iterationLimit: 1 })).toThrow(path)
})

test.each<[string, (plan: VroomOutput) => void, RegExp]>([
  [
    'leaves before its goods are there',
    (plan) => plan.routes[0].steps.forEach((step) => (step.arrival -= 20)),
    /is at the depot from/,
  ],
  ['carries too much', (plan) => plan.routes[0].steps.splice(2, 1), /over capacity/],
  ['reloads elsewhere', (plan) => (plan.routes[0].steps[2].location_index = 4), /no depot of its own/],
  ['reloads in no time', (plan) => (plan.routes[0].steps[2].service = 0), /work at reload/],
])('the check refuses a plan that %s', (_, tamper, message) => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, start_index: 0, end_index: 0, capacity: [1], reload: { service: 3 } }],
    jobs: [4, 5].map((place) => ({ id: place, location_index: place, delivery: [1], release: 10 * place })),
    matrices: line(11),
  }
  const plan = solve(problem, { iterationLimit: 200 })
  expect(check(problem, plan).errors).toEqual([])
  tamper(plan)
  expect(check(problem, plan).errors.join('\n')).toMatch(message)
})

test('no trip is longer than the vehicle goes before it is charged at a depot', () => {
  const far = (max_distance: number): VroomInput => ({
    vehicles: [{ id: 1, start_index: 0, end_index: 0, capacity: [9], reload: { service: 3, max_distance } }],
    jobs: [4, 5, 9, 10].map((place) => ({ id: place, location_index: place, delivery: [1] })),
    matrices: line(11, 1, 1),
  })
  const tripsIn = (problem: VroomInput) => {
    const plan = solve(problem, { iterationLimit: 500 })
    expect(check(problem, plan).errors).toEqual([])
    return { plan, trips: stepsOf(plan).map((steps) => steps.filter((step) => step === 'reload').length + 1) }
  }
  // All of them are on one way of 20 there and back.
  expect(tripsIn(far(20)).trips).toEqual([1])
  const short = tripsIn(far(18))
  expect(short.plan.unassigned.map(({ id }) => id)).toEqual([10])
  // A plan for a larger battery is found out.
  expect(check(far(18), tripsIn(far(20)).plan).errors.join()).toMatch(/drives 20 m on a trip, over its 18/)
})

test('a battery that is charged at the depot serves both sides of it', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, start_index: 5, end_index: 5, capacity: [9], reload: { service: 3, max_distance: 10 } }],
    jobs: [0, 1, 9, 10].map((place) => ({ id: place, location_index: place, delivery: [1] })),
    matrices: line(11, 1, 1),
  }
  const plan = solve(problem, { iterationLimit: 500 })
  expect(check(problem, plan).errors).toEqual([])
  expect(plan.summary).toMatchObject({ unassigned: 0, service: 3 })
  const once = { ...problem, vehicles: [{ ...problem.vehicles[0]!, reload: { max_trips: 1, max_distance: 10 } }] }
  expect(solve(once, { iterationLimit: 500 }).unassigned).toHaveLength(2)
})
