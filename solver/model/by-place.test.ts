import { expect, test } from 'vitest'
import { byPlace } from './by-place.ts'
import { solve } from '../solve.ts'
import type { VroomInput } from '../json/vroom.ts'
import { normalize } from '../json/normalize.ts'
import { Random } from '../math/random.ts'

const size = 12

/** Places on a grid, in a random order. */
function scattered(seed: number): [number, number][] {
  const random = new Random(seed)
  const left = Array.from({ length: size * size }, (_, i): [number, number] => [i % size, Math.floor(i / size)])
  return Array.from({ length: size * size }, () => left.splice(random.below(left.length), 1)[0]!)
}

/** A problem at these places, with coordinates or with the matrix of distances between them. */
function problemAt(places: [number, number][], hasMatrix: boolean): VroomInput {
  const durations = places.map(([x, y]) => places.map(([toX, toY]) => Math.round(100 * Math.hypot(x - toX, y - toY))))
  return {
    jobs: places.map((location, i) => ({ id: i + 1, ...(hasMatrix ? { location_index: i } : { location }) })),
    vehicles: [{ id: 1, ...(hasMatrix ? { start_index: 0 } : { start: [0, 0] }) }],
    ...(hasMatrix && { matrices: { car: { durations } } }),
  }
}

const length = (way: [number, number][]) =>
  way.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - way[i]![0], y - way[i]![1]), 0)

test.each([false, true])('jobs that follow each other are near each other (matrix: %s)', (hasMatrix) => {
  const places = scattered(1)
  const { jobs } = byPlace(normalize(problemAt(places, hasMatrix)))
  const way = jobs.map(({ id }) => places[id - 1]!)
  expect(new Set(way).size).toBe(places.length)
  // A step of the grid is 1 long, and in a random order an average of 6 lies between two places.
  expect(length(way)).toBeLessThan(2 * places.length)
  expect(length(places)).toBeGreaterThan(5 * places.length)
})

test('shipments keep their ends together, and those from one place follow their deliveries', () => {
  const places = scattered(2)
  const shipments = places.map((location, i) => ({
    pickup: { id: i + 1, location: [3, 3] as [number, number] },
    delivery: { id: i + 1, location },
  }))
  const sorted = byPlace({ jobs: [], vehicles: [{ id: 1, start: [0, 0] }], shipments }).shipments!
  expect(sorted.map(({ pickup }) => pickup.id)).toEqual(sorted.map(({ delivery }) => delivery.id))
  const way = sorted.map(({ delivery }) => places[delivery.id - 1]!)
  expect(new Set(way).size).toBe(places.length)
  expect(length(way)).toBeLessThan(2 * places.length)
})

test('places without a way between them, and all at one place, have an order too', () => {
  for (const seconds of [0, 1e7]) {
    const durations = Array.from({ length: 5 }, (_, a) => Array.from({ length: 5 }, (_, b) => (a === b ? 0 : seconds)))
    const jobs = Array.from({ length: 5 }, (_, i) => ({ id: i + 1, location_index: i }))
    const sorted = byPlace({ jobs, vehicles: [{ id: 1, start_index: 0 }], matrices: { car: { durations } } }).jobs
    expect(sorted.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 5])
  }
})

test('a plan lists what it leaves out in the order of the problem', () => {
  const places = scattered(3)
  const shipment = { pickup: { id: 7, location: places[1] }, delivery: { id: 9, location: places[0] }, amount: [9] }
  const { jobs } = problemAt(places, false)
  const problem: VroomInput = {
    jobs: jobs.map((job) => ({ ...job, delivery: [1] })),
    shipments: [
      shipment,
      { ...shipment, pickup: { ...shipment.pickup, id: 3 }, delivery: { id: 2, location: [8, 8] } },
    ],
    vehicles: [{ id: 1, start: [0, 0], capacity: [4] }],
  }
  const { unassigned } = solve(problem, { iterationLimit: 50 })
  const orders = unassigned.filter(({ type }) => type === 'job').map(({ id }) => id)
  expect(orders.length).toBe(places.length - 4)
  expect(orders).toEqual(orders.toSorted((a, b) => a - b))
  const ends = unassigned.filter(({ type }) => type !== 'job').map(({ type, id }) => `${type} ${id}`)
  expect(ends).toEqual(['pickup 7', 'delivery 9', 'pickup 3', 'delivery 2'])
})
