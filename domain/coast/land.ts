import type { Location } from '../geo.ts'
import type { Ring } from './unwrap.ts'

type Polygon = { rings: readonly Ring[]; west: number; east: number; south: number; north: number }

const metersPerDegree = 111_195

/**
 * Tells how far it is to land, in meters: 0 on land, and Infinity farther than `most`.
 * @param polygons each with its outer ring and its lakes, in degrees
 */
export function openLand(polygons: readonly (readonly Ring[])[], most: number): (place: Location) => number {
  const framed = polygons.map(frame)
  return ({ lat, lng }) => {
    const down = most / metersPerDegree
    const across = down / Math.max(0.01, Math.cos((lat * Math.PI) / 180))
    let nearest = Infinity
    // Land that crosses the date line goes on beyond the edge of the map.
    for (const x of [lng, lng - 360, lng + 360]) {
      for (const { rings, west, east, south, north } of framed) {
        if (x < west - across || x > east + across || lat < south - down || lat > north + down) continue
        if (isWithin(rings, x, lat)) return 0
        nearest = Math.min(nearest, ...rings.map((ring) => metersTo(ring, x, lat, down)))
      }
    }
    return nearest <= most ? nearest : Infinity
  }
}

function frame(rings: readonly Ring[]): Polygon {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of rings[0]!) {
    west = Math.min(west, x)
    east = Math.max(east, x)
    south = Math.min(south, y)
    north = Math.max(north, y)
  }
  return { rings, west, east, south, north }
}

/** Whether a line to the east crosses an odd number of edges, of all rings together. */
function isWithin(rings: readonly Ring[], x: number, y: number): boolean {
  let isIn = false
  for (const ring of rings) {
    for (let at = 1; at < ring.length; at++) {
      const [x1, y1] = ring[at - 1]!
      const [x2, y2] = ring[at]!
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isIn = !isIn
    }
  }
  return isIn
}

/** Meters to the nearest edge, on a flat map around the place. */
function metersTo(ring: Ring, x: number, y: number, down: number): number {
  const wide = Math.cos((y * Math.PI) / 180)
  let nearest = Infinity
  for (let at = 1; at < ring.length; at++) {
    const [x1, y1] = ring[at - 1]!
    const [x2, y2] = ring[at]!
    if (Math.min(y1, y2) > y + down || Math.max(y1, y2) < y - down) continue
    const [ax, ay, bx, by] = [(x1 - x) * wide, y1 - y, (x2 - x1) * wide, y2 - y1]
    const length = bx * bx + by * by
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * bx + ay * by) / length))
    nearest = Math.min(nearest, Math.hypot(ax + along * bx, ay + along * by))
  }
  return nearest * metersPerDegree
}
