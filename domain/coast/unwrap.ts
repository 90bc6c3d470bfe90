export type Ring = [longitude: number, latitude: number][]

/**
 * A ring that crosses the date line jumps from one edge of the world to the other. On a flat map, it goes on beyond
 * the edge instead, and a ring around a pole reaches down to it.
 */
export function unwrap(ring: Ring): Ring {
  const jumps = ring.some(([longitude], at) => Math.abs(longitude - (ring[at - 1]?.[0] ?? longitude)) > 180)
  if (!jumps) return ring
  const flat: Ring = []
  let turns = 0
  for (const [at, [longitude, latitude]] of ring.entries()) {
    const before = ring[at - 1]?.[0] ?? longitude
    if (longitude - before > 180) turns -= 1
    if (longitude - before < -180) turns += 1
    flat.push([longitude + 360 * turns, latitude])
  }
  if (turns === 0) return flat
  const [start, end] = [flat[0]!, flat.at(-1)!]
  const pole = end[1] < 0 ? -89.9 : 89.9
  return [...flat, [end[0], pole], [start[0], pole], start]
}
