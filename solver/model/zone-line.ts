import type { Coordinates } from '../json/vroom.ts'

/** The border of a zone, with the corners that bound it. Longitudes go on past 180 degrees instead of jumping. */
export type Ring = { corners: Coordinates[]; west: number; south: number; east: number; north: number }

/** Prepares a border, which need not be closed. */
export function ringOf(area: readonly Coordinates[]): Ring {
  const corners: Coordinates[] = []
  for (const [longitude, latitude] of area) {
    const last = corners.at(-1)
    corners.push([last ? beside(longitude, last[0]) : longitude, latitude])
  }
  const longitudes = corners.map(([longitude]) => longitude)
  const latitudes = corners.map(([, latitude]) => latitude)
  return {
    corners,
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  }
}

/** Between which shares of a line the border of some zone is crossed; reused, since tables have millions of lines. */
const cuts: number[] = []

/**
 * By zone, how many percent of the straight line on the map are in it; nothing if it is outside all of them. Where zones
 * overlap, the first one counts.
 */
export function percentsOn(rings: readonly Ring[], one: Coordinates, other: Coordinates): number[] | undefined {
  // Both directions have the same line.
  const isForward = one[0] < other[0] || (one[0] === other[0] && one[1] <= other[1])
  const [x, y] = isForward ? one : other
  const end = isForward ? other : one
  const toX = beside(end[0], x)
  const toY = end[1]
  cuts.length = 0
  let isNear = false
  for (const ring of rings) {
    const shift = nearest(ring, x)
    if (!touches(ring, shift, x, y, toX, toY)) continue
    isNear = true
    cutBy(ring, shift, x, y, toX, toY)
  }
  if (!isNear) return undefined
  cuts.push(1)
  if (cuts.length > 2) cuts.sort((a, b) => a - b)
  const shares = rings.map(() => 0)
  let from = 0
  for (const to of cuts) {
    if (to === from) continue
    const middle = (from + to) / 2
    const zone = zoneAt(rings, x, x + middle * (toX - x), y + middle * (toY - y))
    if (zone >= 0) shares[zone] += to - from
    from = to
  }
  // Together at most 100. Sums of parts are not exact, which must not decide how a half is rounded.
  let sum = 0
  let before = 0
  for (let z = 0; z < shares.length; z++) {
    sum += shares[z]
    const percent = Math.round(Math.round(sum * 1e9) / 1e7) - before
    before += percent
    shares[z] = percent
  }
  return shares
}

/** The first zone that a place is in, or -1. Zones are taken to be where the line begins. */
function zoneAt(rings: readonly Ring[], begin: number, x: number, y: number): number {
  for (let z = 0; z < rings.length; z++) if (isInside(rings[z], nearest(rings[z], begin), x, y)) return z
  return -1
}

/** The same longitude, at most half a turn from another one. */
function beside(longitude: number, other: number): number {
  return longitude + 360 * Math.round((other - longitude) / 360)
}

/** By how many degrees a border has to turn to be where a place is. */
function nearest({ west, east }: Ring, longitude: number): number {
  return 360 * Math.round((longitude - (west + east) / 2) / 360)
}

/** Whether the box around a line meets the one around a zone. */
function touches(ring: Ring, shift: number, x: number, y: number, toX: number, toY: number): boolean {
  return (
    Math.max(x, toX) >= ring.west + shift &&
    Math.min(x, toX) <= ring.east + shift &&
    Math.max(y, toY) >= ring.south &&
    Math.min(y, toY) <= ring.north
  )
}

/** Adds where a line crosses a border, as shares of its length. */
function cutBy({ corners }: Ring, shift: number, x: number, y: number, toX: number, toY: number): void {
  const dx = toX - x
  const dy = toY - y
  let last = corners[corners.length - 1]
  for (const corner of corners) {
    const ex = corner[0] - last[0]
    const ey = corner[1] - last[1]
    const px = last[0] + shift - x
    const py = last[1] - y
    last = corner
    // On which side of the line both corners are.
    const side = px * dy - py * dx
    const otherSide = side + ex * dy - ey * dx
    if ((side > 1e-12 && otherSide > 1e-12) || (side < -1e-12 && otherSide < -1e-12)) continue
    const across = dx * ey - dy * ex
    if (across === 0) continue
    const along = (px * ey - py * ex) / across
    const share = side / across
    if (along > 0 && along < 1 && share >= 0 && share <= 1) cuts.push(along)
  }
}

/** Counts how often a ray to the east crosses the border. */
function isInside({ corners, west, south, east, north }: Ring, shift: number, x: number, y: number): boolean {
  if (x < west + shift || x > east + shift || y < south || y > north) return false
  let isIn = false
  let last = corners[corners.length - 1]
  for (const corner of corners) {
    const ax = last[0]
    const ay = last[1]
    if (corner[1] > y !== ay > y && x < ax + shift + ((y - ay) / (corner[1] - ay)) * (corner[0] - ax)) isIn = !isIn
    last = corner
  }
  return isIn
}
