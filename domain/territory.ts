import type { Location } from './geo.ts'

/** `[longitude, latitude]`, as in GeoJSON. */
export type Corner = [number, number]

/** As much of a zone as it takes to know what is in it. */
export type Zone = { area: { coordinates: Corner[][] }; driver_ids: string[]; rule: 'only' | 'prefer' }

/*
 * Zones are as small as a city, so their sides are straight lines on the map. A zone may lie across the antimeridian: of
 * two corners in a row, the way between them is the shorter one.
 */

/** Longitudes that continue past 180 degrees instead of jumping. */
function unwrapped(ring: readonly Corner[]): Corner[] {
  const corners: Corner[] = []
  for (const [lng, lat] of ring) {
    const last = corners.at(-1)
    corners.push([last ? lng + 360 * Math.round((last[0] - lng) / 360) : lng, lat])
  }
  return corners
}

/** Whether a place is inside a zone, or on its border. */
export function isInside({ coordinates }: Zone['area'], { lat, lng }: Location): boolean {
  const ring = unwrapped(coordinates[0] ?? [])
  return [lng, lng - 360, lng + 360].some((each) => isInRing(ring, [each, lat]))
}

/** Counts how often a ray to the east crosses the border. */
function isInRing(ring: readonly Corner[], point: Corner): boolean {
  let isIn = false
  for (let at = 1; at < ring.length; at++) {
    const [from, to] = [ring[at - 1]!, ring[at]!]
    if (isOnSide(from, to, point)) return true
    if (from[1] > point[1] === to[1] > point[1]) continue
    const crossing = from[0] + ((point[1] - from[1]) / (to[1] - from[1])) * (to[0] - from[0])
    if (point[0] < crossing) isIn = !isIn
  }
  return isIn
}

/** Twice the area of a triangle: positive if it is counterclockwise, 0 if the corners are in a line. */
const turn = (a: Corner, b: Corner, c: Corner) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

const isBetween = (a: number, b: number, value: number) => value >= Math.min(a, b) && value <= Math.max(a, b)

function isOnSide(a: Corner, b: Corner, point: Corner): boolean {
  return turn(a, b, point) === 0 && isBetween(a[0], b[0], point[0]) && isBetween(a[1], b[1], point[1])
}

/** Whether two sides have a point in common. */
function doMeet(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const sides = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)].map(Math.sign) as [
    number,
    number,
    number,
    number,
  ]
  if (sides[0] * sides[1] < 0 && sides[2] * sides[3] < 0) return true
  return isOnSide(a, b, c) || isOnSide(a, b, d) || isOnSide(c, d, a) || isOnSide(c, d, b)
}

/** The first two sides of a ring that cross or touch, by the number of their first corner, from 0. */
export function crossingSides(closed: readonly Corner[]): [number, number] | undefined {
  const ring = unwrapped(closed)
  const sides = ring.length - 1
  for (let one = 0; one < sides; one++) {
    for (let other = one + 1; other < sides; other++) {
      const isNext = other === one + 1 || (one === 0 && other === sides - 1)
      const [a, b, c, d] = [ring[one]!, ring[one + 1]!, ring[other]!, ring[other + 1]!]
      if (isNext ? doFold(one === 0 && other === sides - 1 && sides > 2 ? [c, d, b] : [a, b, d]) : doMeet(a, b, c, d)) {
        return [one, other]
      }
    }
  }
  return undefined
}

/** Whether the way goes back over itself at the middle corner. */
const doFold = ([a, b, c]: [Corner, Corner, Corner]) =>
  turn(a, b, c) === 0 && (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0

/** Why a closed ring is no zone, in a sentence; undefined if it is one. */
export function outlineProblem(ring: readonly Corner[]): string | undefined {
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last || first[0] !== last[0] || first[1] !== last[1])
    return 'The last position must be the first again.'
  if (ring.length < 4) return 'A zone has at least three corners.'
  if (ring.some((corner, at) => at > 0 && corner[0] === ring[at - 1]![0] && corner[1] === ring[at - 1]![1])) {
    return 'Two corners in a row are at the same place. Delete one of them.'
  }
  const crossing = crossingSides(ring)
  if (crossing) {
    const [one, other] = crossing.map((at) => `${at + 1}–${((at + 1) % (ring.length - 1)) + 1}`)
    return `The border crosses itself: side ${one} meets side ${other}. Move one of their corners.`
  }
  return undefined
}

/** The zones that a place is in. */
export function zonesAt<Z extends Pick<Zone, 'area'>>(zones: readonly Z[], location: Location): Z[] {
  return zones.filter(({ area }) => isInside(area, location))
}

/**
 * Who may deliver at a place, and who should. `only` is null where no zone says so; where zones overlap, whoever has one of
 * them may. A zone without drivers says nothing.
 */
export function zoneDrivers(zones: readonly Zone[], location: Location): { only: string[] | null; prefer: string[] } {
  const here = zonesAt(zones, location).filter(({ driver_ids }) => driver_ids.length > 0)
  const of = (rule: Zone['rule']) => [...new Set(here.flatMap((zone) => (zone.rule === rule ? zone.driver_ids : [])))]
  return { only: here.some(({ rule }) => rule === 'only') ? of('only') : null, prefer: of('prefer') }
}

/** Whether two zones share more than their border. */
export function doOverlap(one: Zone['area'], other: Zone['area']): boolean {
  const ring = unwrapped(one.coordinates[0]!)
  return [-360, 0, 360].some((shift) => {
    const shifted = unwrapped(other.coordinates[0]!).map(([lng, lat]): Corner => [lng + shift, lat])
    return doCross(ring, shifted) || isWithin(ring, shifted) || isWithin(shifted, ring)
  })
}

const sidesOf = (ring: readonly Corner[]) => ring.slice(1).map((to, at): [Corner, Corner] => [ring[at]!, to])

function doCross(one: readonly Corner[], other: readonly Corner[]): boolean {
  return sidesOf(one).some(([a, b]) =>
    sidesOf(other).some(([c, d]) => turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0),
  )
}

/** Whether a corner, the middle of a side, or a place inside near a corner is inside the other ring and not on its border. */
function isWithin(one: readonly Corner[], other: readonly Corner[]): boolean {
  const sides = sidesOf(one)
  const middle = (...corners: Corner[]): Corner => [
    corners.reduce((sum, [lng]) => sum + lng, 0) / corners.length,
    corners.reduce((sum, [, lat]) => sum + lat, 0) / corners.length,
  ]
  const near = sides
    .map(([a, b], at) => middle(a, b, sides[(at + 1) % sides.length]![1]))
    .filter((point) => isInRing(one, point))
  const points = [...sides.flatMap(([a, b]) => [a, middle(a, b)]), ...near]
  const border = sidesOf(other)
  return points.some((point) => isInRing(other, point) && !border.some(([a, b]) => isOnSide(a, b, point)))
}
