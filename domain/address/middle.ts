import { metersBetween, type Place } from '../road/meters.ts'

/** The median; the mean of the middle two of an even number. NaN of nothing. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return Number.isInteger(half) ? (sorted[half - 1]! + sorted[half]!) / 2 : sorted[Math.floor(half)]!
}

/**
 * The median absolute deviation: half of the values are closer to the middle than this. Up to half of them may be wrong
 * without moving it far (Hampel, The influence curve and its role in robust estimation, JASA 69, 1974).
 */
export const spreadAround = (distances: readonly number[]): number => medianOf(distances.map(Math.abs))

const steps = 50
/** Where a step goes less far, the place is found. */
const closeM = 0.05

/**
 * The place with the smallest sum of distances to some places that are close together, which single wrong ones hardly move:
 * the geometric median, by Weiszfeld's steps (Tohoku Mathematical Journal 43, 1937), with a floor under distances so that
 * a step that reaches one of the places does not divide by zero.
 */
export function middleOf(places: readonly Place[]): Place {
  let at = { lat: medianOf(places.map(({ lat }) => lat)), lng: medianOf(places.map(({ lng }) => lng)) }
  for (let step = 0; step < steps; step++) {
    const weights = places.map((place) => 1 / Math.max(metersBetween(at, place), closeM))
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const mean = (read: (place: Place) => number) =>
      places.reduce((sum, place, index) => sum + read(place) * weights[index]!, 0) / total
    const next = { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) }
    const moved = metersBetween(at, next)
    at = next
    if (moved < closeM) break
  }
  return at
}
