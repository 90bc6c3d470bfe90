import { expect, test } from 'vitest'
import {
  insertionPlaces,
  openBoard,
  solve,
  type BoardRoute,
  type TimeWindow,
  type VroomInput,
  type VroomOutput,
} from '../index.ts'
import { depot, line } from '../testing/line.ts'
import { randomProblem, randomShipments, randomTrips } from '../testing/random-problem.ts'
import { compactSome, districtSome, urgeSome, zoneSome } from '../testing/random-rules.ts'

const passZones = (problem: VroomInput, seed: number) => zoneSome(problem, seed, false)

const routesOf = ({ routes }: VroomOutput): BoardRoute[] =>
  routes.map(({ vehicle, steps }) => ({
    vehicle,
    steps: steps.flatMap(({ type, id }) =>
      type === 'job' || type === 'pickup' || type === 'delivery' ? [{ type, id: id! }] : [],
    ),
  }))

test('a board answers in each window what looking for places answers, question after question', () => {
  let [kept, refused] = [0, 0]
  for (let seed = 0; seed < 11; seed++) {
    const plain =
      seed % 3 === 0
        ? randomProblem(seed, 24, 4)
        : seed % 3 === 1
          ? randomShipments(seed, 20, 4)
          : randomTrips(seed, 20, 4)
    const rules =
      seed < 9 ? [undefined, districtSome, compactSome][Math.floor(seed / 3)] : seed === 9 ? urgeSome : passZones
    const problem = rules ? rules(plain, seed) : plain
    const plan = solve(problem, { iterationLimit: 200, seed })
    const board = openBoard(problem, routesOf(plan))
    // What the search left out, the board may have found room for.
    const unassigned = board.leftOut
    const before = { ...plan, unassigned: [], routes: board.routes } as unknown as VroomOutput
    const vehicles = new Set(problem.vehicles.map(({ id }) => id))
    expect(unassigned.length).toBeLessThanOrEqual(plan.unassigned.length)
    for (const job of problem.jobs.slice(0, 4)) {
      const { location, location_index, service, service_per_type, setup, setup_per_type, ...rest } = job
      const { delivery, pickup, district, urgency } = rest
      const place = { location, location_index, service, service_per_type, setup, setup_per_type }
      const all = { ...place, delivery, pickup, district, urgency }
      const order = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
      const windows: TimeWindow[] = [
        [0, 100],
        [60, 200],
        [200, 400],
        [390, 9000],
      ]
      const answers = board.ask({ order, windows, vehicles, nearMeters: 300 })
      answers.forEach((answer, w) => {
        const { places } = insertionPlaces(problem, before, { ...order, id: 9999, time_windows: [windows[w]!] })
        expect(answer?.addedCost, `seed ${seed}, window ${w}`).toBe(places[0]?.addedCost)
        if (answer) kept++
        else refused++
      })
    }
  }
  expect([kept > 20, refused > 5]).toEqual([true, true])
})

test('vehicles that have begun, that may not take it or lack room are no places; hourly speeds are', () => {
  const jobs = [1, 2, 8].map((id) => ({ id, location_index: id, delivery: [1] }))
  const van = { ...depot, capacity: [5], time_window: [0, 100] as TimeWindow }
  const problem = {
    vehicles: [
      { id: 1, ...van },
      { id: 2, ...van, costs: { fixed: 7 } },
    ],
    jobs,
    matrices: line(10),
  }
  const routes: BoardRoute[] = [{ vehicle: 1, steps: jobs.map(({ id }) => ({ type: 'job', id })) }]
  const ask = (given: Parameters<typeof openBoard>[0], amount: number, only = [1, 2]) =>
    openBoard(given, routes).ask({
      order: { location_index: 4, delivery: [amount], service: 2 },
      windows: [
        [0, 100],
        [0, 3],
      ],
      vehicles: new Set(only),
      nearMeters: 0,
    })
  expect(ask(problem, 1)).toMatchObject([{ vehicle: 1, addedCost: 0, addedSeconds: 0 }, undefined])
  expect(ask(problem, 3)).toMatchObject([{ vehicle: 2, addedCost: 15, addedSeconds: 8 }, undefined])
  expect(ask(problem, 1, [2])[0]).toMatchObject({ vehicle: 2 })
  expect(ask(problem, 6)).toEqual([undefined, undefined])
  const done = { type: 'job' as const, id: 1, lock: 'done' as const, arrival: 1, departure: 1 }
  const begun = { ...problem, vehicles: [{ ...problem.vehicles[0]!, steps: [done] }, problem.vehicles[1]!] }
  expect(ask(begun, 1)[0]).toMatchObject({ vehicle: 2 })
  const slow = { ...problem, traffic: { car: [{ from: 0, factor: 2 }] } }
  expect(ask(slow, 1)[0]).toMatchObject({ vehicle: 1 })
})

test('a board counts the districts of what it is asked about, also of one that no stop has', () => {
  const jobs = [1, 2].map((id) => ({ id, location_index: id, district: 'near' }))
  const problem = { vehicles: [{ id: 1, ...depot, max_districts: 1 }], jobs, matrices: line(10) }
  const board = openBoard(problem, [{ vehicle: 1, steps: jobs.map(({ id }) => ({ type: 'job', id })) }])
  const ask = (district?: string) =>
    board.ask({
      order: { location_index: 3, ...(district && { district }) },
      windows: [[0, 100]],
      vehicles: new Set([1]),
      nearMeters: 0,
    })[0]
  expect([ask('far'), ask('near')?.vehicle, ask()?.vehicle, ask('far')]).toEqual([undefined, 1, 1, undefined])
})
