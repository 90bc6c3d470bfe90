import { expect, test } from 'vitest'
import { measureRoute, nearestNeighborOrder } from './nearest-neighbor.ts'
import type { RouteStop } from './route-stop.ts'

/** Kilometers of one degree along the equator: 2π · 6371 / 360. */
const degree = 111.194926644

const depot: RouteStop = { address: 'Depot', position: { lat: 0, lng: 0 }, priority: 1 }
const at = (lng: number, priority: 1 | 2 = 2): RouteStop => ({
  address: `At ${lng}`,
  position: { lat: 0, lng },
  priority,
})

// Along the equator, where distances are degrees: A is 3° east, B is 1° west and C is 5° east. B is nearest to the depot
// (1°), then A (4°), then C (2°), and it is 5° back: 12° in total.
const line = [depot, at(3), at(-1), at(5)]

test('always goes to the nearest stop next, as worked out by hand', () => {
  expect(nearestNeighborOrder(line)).toEqual([0, 2, 1, 3])
})

test('the route starts and ends at the depot, and its distance determines time and fuel', () => {
  const result = measureRoute(line, nearestNeighborOrder(line))
  expect(result.route.map(({ lng }) => lng)).toEqual([0, -1, 3, 5, 0])
  expect(result.distance).toBeCloseTo(12 * degree, 5)
  expect(result.duration).toBeCloseTo((12 * degree) / 40, 6)
  expect(result.fuelConsumption).toBeCloseTo(12 * degree * 0.1, 5)
})

// A at 3° with priority 1 weighs 3 · 1 = 3, and B at 2° west with priority 2 weighs 2 · 2 = 4. So A comes first although
// it is farther away. From A, B weighs 5 · 2 = 10 and C (4° east) weighs 1 · 2 = 2.
test('weights distances by priority, as worked out by hand', () => {
  expect(nearestNeighborOrder([depot, at(3, 1), at(-2), at(4)])).toEqual([0, 1, 3, 2])
  expect(nearestNeighborOrder([depot, at(3), at(-2), at(4)])).toEqual([0, 2, 1, 3])
})

test('ties go to the stop entered first', () => {
  expect(nearestNeighborOrder([depot, at(1), at(-1)])).toEqual([0, 1, 2])
})

test('several stops at the depot add no distance', () => {
  const result = measureRoute([depot, at(0), at(0)], nearestNeighborOrder([depot, at(0), at(0)]))
  expect(result).toMatchObject({ distance: 0, duration: 0, fuelConsumption: 0 })
  expect(result.route).toHaveLength(4)
})

test('visits every stop once, even at the limit of thirty', () => {
  const stops = [depot, ...Array.from({ length: 29 }, (_, index) => at(((index * 7) % 29) + 1))]
  expect(nearestNeighborOrder(stops).toSorted((a, b) => a - b)).toEqual([...stops.keys()])
})
