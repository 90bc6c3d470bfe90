import { expect, test } from 'vitest'
import {
  insertionPlaces,
  makeFinder,
  makeTimer,
  solve,
  timeRoutes,
  type GivenRoute,
  type VroomInput,
  type VroomOutput,
  type VroomRoute,
} from '../index.ts'
import { randomProblem, randomShipments, randomTrips } from '../testing/random-problem.ts'
import { groupSome, lockSome } from '../testing/random-rules.ts'

const seeds = Array.from({ length: 20 }, (_, seed) => seed)
const mixed = (seed: number) => (seed % 2 === 0 ? randomProblem(seed, 20, 4) : randomShipments(seed, 20, 4))

/** The routes of a plan as a dispatcher holds them: their stops, and the locks of the problem. */
function givenBy(problem: VroomInput, plan: VroomOutput): GivenRoute[] {
  return plan.routes.map(({ vehicle, steps }) => {
    const locked = problem.vehicles.find(({ id }) => id === vehicle)!.steps ?? []
    const lockOf = new Map(locked.map((step) => [`${step.type} ${step.id}`, step]))
    const visits = steps.filter(({ id, type }) => id !== undefined && type !== 'break')
    return {
      vehicle,
      steps: visits.map(({ type, id }) => ({ ...lockOf.get(`${type} ${id}`), type, id: id! }) as never),
    }
  })
}

/** The order of stops the other way round, behind what is done. */
const reversed = ({ vehicle, steps }: GivenRoute): GivenRoute => {
  const done = steps.filter(({ lock }) => lock === 'done')
  const open = steps.slice(done.length).toReversed()
  const pickups = open.filter(({ type }) => type === 'pickup')
  return { vehicle, steps: [...done, ...pickups, ...open.filter(({ type }) => type !== 'pickup')] }
}

test('a route is timed as `timeRoutes` times it, whatever the order of its stops and however often it is asked for', () => {
  let timed = 0
  for (const seed of seeds) {
    const problem = seed < 14 ? lockSome(mixed(seed), seed) : randomTrips(seed, 20, 4)
    const time = makeTimer(problem)
    for (const route of givenBy(problem, solve(problem, { iterationLimit: 100, seed }))) {
      for (const order of seed < 14 ? [route, reversed(route)] : [route]) {
        const [expected] = timeRoutes(problem, [order])
        expect(time(order), `seed ${seed}`).toEqual(expected)
        expect(time(order)).toBe(time(order))
        timed++
      }
    }
  }
  expect(timed).toBeGreaterThan(60)
  expect(() => makeTimer(mixed(1))({ vehicle: 99, steps: [] })).toThrow('there is no vehicle 99')
})

test('the cheapest place of an order on each route is that of `insertionPlaces`, with the same stops around it', () => {
  let found = 0
  for (const seed of seeds) {
    const whole = groupSome(mixed(seed), seed)
    const shipment = seed % 4 === 1 ? whole.shipments!.at(-1)! : undefined
    const order = shipment ?? whole.jobs.at(-1)!
    const without = shipment
      ? { ...whole, shipments: whole.shipments!.slice(0, -1) }
      : { ...whole, jobs: whole.jobs.slice(0, -1) }
    const plan = solve(without, { iterationLimit: 200, seed })
    const { places } = insertionPlaces(without, plan, order, 9)
    const name = shipment
      ? { type: 'pickup' as const, id: shipment.pickup.id }
      : { type: 'job' as const, id: whole.jobs.at(-1)!.id }
    const drops = makeFinder(whole)(givenBy(without, plan), [name])
    for (const { vehicle, addedCost, route } of places) {
      const drop = drops.find((each) => each.vehicle === vehicle)
      expect([drop?.addedCost, drop?.steps], `seed ${seed}`).toEqual([addedCost, visitsOf(route)])
      found++
    }
    // An empty vehicle is a place like another of its kind, so there may be more.
    expect(drops[0]?.addedCost, `seed ${seed}`).toBe(places[0]?.addedCost)
  }
  expect(found).toBeGreaterThan(10)
})

const visitsOf = ({ steps }: VroomRoute) =>
  steps.flatMap(({ type, id }) => (id === undefined || type === 'break' ? [] : [{ type, id }]))

test('moving several orders to their places costs what timing the routes from scratch says', () => {
  let moved = 0
  for (const seed of seeds) {
    // A price of balance or of time is not a part of a route alone.
    const problem = mixed(seed)
    const plan = solve(problem, { iterationLimit: 200, seed })
    const routes = givenBy(problem, plan)
    const [from] = routes
    if (!from) continue
    const orders = from.steps
      .filter(({ type }) => type !== 'delivery')
      .slice(0, 2)
      .map(({ type, id }) => ({ type: type as 'job' | 'pickup', id: id! }))
    const gone = new Set(orders.flatMap(({ type, id }) => (type === 'job' ? [`job ${id}`] : endsOf(problem, id))))
    const rest = { ...from, steps: from.steps.filter(({ type, id }) => !gone.has(`${type} ${id}`)) }
    const time = makeTimer(problem)
    const drops = makeFinder(problem)(routes, orders)
    for (const { vehicle, steps, addedCost } of drops) {
      const before = vehicle === from.vehicle ? rest : routes.find((route) => route.vehicle === vehicle)
      const [after] = timeRoutes(problem, [{ vehicle, steps }])
      const was = before && time(before)
      expect(after!.violations, `seed ${seed}`).toEqual([])
      expect(Math.abs(after!.cost - (was?.cost ?? 0) - addedCost), `seed ${seed}`).toBeLessThanOrEqual(1)
      expect(after!.steps.filter(({ type, id }) => gone.has(`${type} ${id}`))).toHaveLength(gone.size)
      moved++
    }
  }
  expect(moved).toBeGreaterThan(10)
})

const endsOf = ({ shipments = [] }: VroomInput, pickup: number) =>
  shipments.flatMap((each) => (each.pickup.id === pickup ? [`pickup ${pickup}`, `delivery ${each.delivery.id}`] : []))

test('nothing goes before what is done, and the same question has the same answer', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, start: [0, 0], end: [0, 0], capacity: [9] }],
    jobs: [1, 2, 3].map((id) => ({ id, location: [id / 100, 0] as [number, number], delivery: [1] })),
  }
  const done = { type: 'job' as const, id: 3, lock: 'done' as const, arrival: 100, departure: 200 }
  const routes = [{ vehicle: 1, steps: [done, { type: 'job' as const, id: 2 }] }]
  const find = makeFinder(problem)
  const [place] = find(routes, [{ type: 'job', id: 1 }])
  expect(place!.steps.map(({ id }) => id)).toEqual([3, 2, 1])
  expect(place!.steps[0]).toEqual(done)
  expect(find(routes, [{ type: 'job', id: 1 }])).toEqual([place])
  expect(find(routes, [{ type: 'job', id: 1 }], new Set())).toEqual([])
})
