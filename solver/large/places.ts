import { onSphere } from '../math/great-circle.ts'
import type { Random } from '../math/random.ts'
import type { Coordinates } from '../json/vroom.ts'

/** A point in or on the unit sphere. */
export type Place = readonly [number, number, number]

/** Something at a place, with a weight. */
export type Placed = {
  place: Place
  weight: number
}

/** How many directions are compared before a cut. */
const directions = 4

/** The point on the sphere; somewhere for what has no place. */
export function placeOf(location: Coordinates | undefined): Place {
  return onSphere(location ?? [0, 0])
}

/** The middle of places. */
export function middleOf(places: readonly Place[]): Place {
  const sum = [0, 0, 0]
  for (const place of places) place.forEach((value, d) => (sum[d] += value))
  return [sum[0] / places.length, sum[1] / places.length, sum[2] / places.length]
}

/** The square of the straight distance. */
export function apart(a: Place, b: Place): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2
}

/**
 * Splits things into groups of near ones with about the same weight: in two across the longer side, and again. The random
 * directions make the groups different each time.
 */
export function split<T extends Placed>(things: readonly T[], groups: number, random: Random): T[][] {
  if (groups <= 1 || things.length <= 1) return things.length > 0 ? [[...things]] : []
  let widest: Float64Array | undefined
  let width = -1
  for (let i = 0; i < directions; i++) {
    const toward = [0, 1, 2].map(() => random.fraction() - 0.5)
    const length = Math.sqrt(toward.reduce((sum, value) => sum + value * value, 0))
    const along = Float64Array.from(things, ({ place }) =>
      place.reduce((sum, value, d) => sum + (value * toward[d]) / length, 0),
    )
    const spread = varianceOf(along)
    if (spread <= width) continue
    width = spread
    widest = along
  }
  const order = things.map((_, i) => i).sort((a, b) => widest![a] - widest![b] || a - b)
  const total = things.reduce((sum, { weight }) => sum + weight, 0)
  const first = Math.floor(groups / 2)
  let taken = 0
  let weight = 0
  // The thing on the border goes where most of it is.
  while (taken < things.length && weight + things[order[taken]].weight / 2 <= (total * first) / groups)
    weight += things[order[taken++]].weight
  const sides = [order.slice(0, taken), order.slice(taken)]
  return sides.flatMap((side, s) => {
    const near = side.map((i) => things[i])
    return split(near, s === 0 ? first : groups - first, random)
  })
}

function varianceOf(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
}
