import { Random } from '#solver/math/random.ts'
import type { Instance } from './instance.ts'
import { readCvrp, readPlaces } from './vrplib.ts'

/** Ridges run across the map, this far apart, and one unit uphill costs this much more. */
const [ridges, climb] = [200, 0.12]
/** What turning around costs, by place: at least, and up to so much more. */
const [leastTurn, moreTurn] = [10, 20]

/**
 * An instance of CVRPLIB on hills: from i to j costs h(j) - h(i) more than on flat ground, where h is the height of a place.
 * A route that ends where it began goes up as far as down, so that each plan costs what it costs on flat ground, and the best
 * known values hold, although hardly any way costs the same in both directions.
 */
export function readHills(text: string): Instance {
  const heights = readPlaces(text).map(([x, y]) => {
    const across = (x! + 2 * y!) % (2 * ridges)
    return Math.round(climb * Math.abs(across - ridges))
  })
  return withWays(readCvrp(text), (length, i, j) => length + heights[j]! - heights[i]!)
}

/**
 * An instance of CVRPLIB along streets: each customer's door is on one side of a street, and a vehicle that comes the other
 * way has to turn around. Sides, and what turning costs, are drawn from a seed. The depot is open to all sides.
 */
export function readTurns(text: string): Instance {
  const places = readPlaces(text)
  const random = new Random(1)
  const doors = places.map((_, i) => ({
    street: [random.fraction() - 0.5, random.fraction() - 0.5] as const,
    turn: i === 0 ? 0 : leastTurn + random.below(moreTurn + 1),
  }))
  return withWays(readCvrp(text), (length, i, j) => {
    const { street, turn } = doors[j]!
    const [dx, dy] = [places[j]![0]! - places[i]![0]!, places[j]![1]! - places[i]![1]!]
    return length + (street[0] * dx + street[1] * dy < 0 ? turn : 0)
  })
}

function withWays(instance: Instance, way: (length: number, i: number, j: number) => number): Instance {
  const { durations } = instance.problem.matrices!.car!
  const directed = durations!.map((row, i) => Array.from(row, (length, j) => (i === j ? 0 : way(length, i, j))))
  return { ...instance, problem: { ...instance.problem, matrices: { car: { durations: directed } } } }
}
