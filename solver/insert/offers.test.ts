import { expect, test } from 'vitest'
import { insertAt, insertionPlaces, offersFor, solve, type VroomInput, type VroomJob } from '../index.ts'
import { depot, line } from '../testing/line.ts'
import { randomProblem, randomShipments } from '../testing/random-problem.ts'
import { groupSome, lockSome } from '../testing/random-rules.ts'

const quick = { iterationLimit: 1000 }
const matrices = line(10)
const jobs = [1, 2, 8].map((id) => ({ id, location_index: id, delivery: [1] }))
const two = [
  { id: 1, ...depot, capacity: [9], time_window: [0, 40] as [number, number] },
  { id: 2, start_index: 9, end_index: 9, capacity: [1], time_window: [0, 40] as [number, number] },
]

function offers(order: VroomJob, vehicles: VroomInput['vehicles'] = two, own?: number) {
  const problem: VroomInput = { vehicles, jobs, matrices }
  return offersFor(problem, solve(problem, quick), order, own)
}

test('every vehicle says whether it fits, and the one limit that is in the way', () => {
  const order = { id: 4, location_index: 4, delivery: [1] }
  expect(offers(order)).toMatchObject([
    { vehicle: 1, fits: true, place: { addedCost: 4 }, others: [] },
    { vehicle: 2, fits: false, change: 'capacity' },
  ])
  const late = { ...order, time_windows: [[0, 3]] as [number, number][] }
  expect(offers(late).map(({ fits, change }) => [fits, change])).toEqual([
    [false, 'time_window'],
    [false, undefined],
  ])
  const short = two.map((vehicle) => ({ ...vehicle, capacity: [9], time_window: [0, 6] as [number, number] }))
  expect(offers({ ...order, location_index: 7 }, short)[0]).toMatchObject({ fits: false, change: 'shift_end' })
})

test('the vehicle that is asked about lists its other places, the cheapest first', () => {
  const [own] = offers({ id: 4, location_index: 4 }, two, 1)
  expect(own!.others.length).toBeGreaterThan(0)
  const costs = [own!.place, ...own!.others].map(({ addedCost }) => addedCost)
  expect(costs).toEqual(costs.toSorted((a, b) => a - b))
  expect(own!.others.map(({ positions }) => positions)).not.toContainEqual(own!.place.positions)
})

test('offers agree with places, and everything offered can be done at that cost', () => {
  for (let seed = 0; seed < 20; seed++) {
    const base = seed % 2 === 0 ? randomProblem(seed, 16, 4) : randomShipments(seed, 16, 4)
    const problem = groupSome(lockSome(base, seed), seed)
    const order = problem.jobs.pop()!
    if (problem.jobs.length === 0 || order.groups) continue
    for (const vehicle of problem.vehicles)
      vehicle.steps = (vehicle.steps ?? []).filter(({ type, id }) => type !== 'job' || id !== order.id)
    const plan = solve(problem, { iterationLimit: 200, seed })
    const all = offersFor(problem, plan, order, problem.vehicles[0]!.id)
    const { places } = insertionPlaces(problem, plan, order, 99)
    for (const { vehicle, positions, addedCost } of places)
      expect(all.find((offer) => offer.vehicle === vehicle)).toMatchObject({
        fits: true,
        place: { positions, addedCost },
      })
    for (const { vehicle, fits, place, others } of all) {
      const limit = plan.routes.find((route) => route.vehicle === vehicle)?.steps.length ?? 2
      for (const at of place.positions) expect(at).toBeLessThan(limit)
      for (const { positions, addedCost } of fits ? [place, ...others] : [])
        expect(insertAt(problem, plan, order, { vehicle, positions }).addedCost).toBe(addedCost)
    }
  }
})
