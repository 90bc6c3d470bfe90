import { expect, test } from 'vitest'
import { crossingSides, doOverlap, isInside, outlineProblem, zoneDrivers, type Corner, type Zone } from './territory.ts'

const close = (corners: Corner[]): Corner[] => [...corners, corners[0]!]
const areaOf = (corners: Corner[]) => ({ coordinates: [close(corners)] })
const square = (west: number, south: number, side = 2): Corner[] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
]
const at = (lng: number, lat: number) => ({ lng, lat })

test('a place is inside, outside or on the border of a zone', () => {
  const zone = areaOf(square(0, 0))
  expect([at(1, 1), at(0, 1), at(2, 2)].map((place) => isInside(zone, place))).toEqual([true, true, true])
  expect([at(3, 1), at(-1, 1), at(1, 2.001), at(361.5, 5)].map((place) => isInside(zone, place))).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('a bay of a zone is outside it, and a ray through a corner counts once', () => {
  const cshape = areaOf([
    [0, 0],
    [4, 0],
    [4, 1],
    [1, 1],
    [1, 3],
    [4, 3],
    [4, 4],
    [0, 4],
  ])
  expect(isInside(cshape, at(3, 2))).toBe(false)
  expect(isInside(cshape, at(0.5, 2))).toBe(true)
  const diamond = areaOf([
    [0, 1],
    [1, 0],
    [2, 1],
    [1, 2],
  ])
  expect(isInside(diamond, at(-1, 1))).toBe(false)
  expect(isInside(diamond, at(0.5, 1))).toBe(true)
})

test('a zone may lie across the antimeridian', () => {
  const fiji = areaOf([
    [178, -19],
    [-178, -19],
    [-178, -16],
    [178, -16],
  ])
  expect([at(179, -17), at(-179, -17), at(180, -17), at(-180, -17)].every((place) => isInside(fiji, place))).toBe(true)
  expect([at(177, -17), at(0, -17), at(-177, -17)].some((place) => isInside(fiji, place))).toBe(false)
  expect(doOverlap(fiji, areaOf(square(-179, -18)))).toBe(true)
})

test('a border that crosses or touches itself is refused, with the sides in question', () => {
  const bow = close([
    [0, 0],
    [2, 2],
    [2, 0],
    [0, 2],
  ])
  expect(crossingSides(bow)).toEqual([0, 2])
  expect(outlineProblem(bow)).toBe('The border crosses itself: side 1–2 meets side 3–4. Move one of their corners.')
  const back = close([
    [0, 0],
    [4, 0],
    [2, 0],
    [2, 2],
  ])
  expect(outlineProblem(back)).toMatch(/crosses itself/)
  expect(
    outlineProblem(
      close([
        [0, 0],
        [1, 0],
        [2, 0],
      ]),
    ),
  ).toMatch(/crosses itself/)
  expect(outlineProblem(close(square(0, 0)))).toBeUndefined()
})

test('a zone has three corners, a closed border and no corner twice in a row', () => {
  expect(
    outlineProblem(
      close([
        [0, 0],
        [1, 0],
      ]),
    ),
  ).toMatch(/three corners/)
  expect(outlineProblem(square(0, 0))).toMatch(/first again/)
  expect(
    outlineProblem(
      close([
        [0, 0],
        [0, 0],
        [1, 0],
        [0, 1],
      ]),
    ),
  ).toMatch(/same place/)
})

test('zones overlap if they share more than a border', () => {
  const zone = areaOf(square(0, 0))
  expect(doOverlap(zone, areaOf(square(1, 1)))).toBe(true)
  expect(doOverlap(zone, areaOf(square(0.5, 0.5, 1)))).toBe(true)
  expect(doOverlap(areaOf(square(0.5, 0.5, 1)), zone)).toBe(true)
  expect(doOverlap(zone, areaOf(square(2, 0)))).toBe(false)
  expect(doOverlap(zone, areaOf(square(5, 5)))).toBe(false)
  expect(doOverlap(zone, zone)).toBe(true)
})

test('of overlapping zones, whoever has one of them may deliver; zones without drivers say nothing', () => {
  const zone = (rule: Zone['rule'], driver_ids: string[], west = 0): Zone => ({
    area: areaOf(square(west, 0)),
    rule,
    driver_ids,
  })
  const zones = [zone('only', ['a', 'b']), zone('only', ['b', 'c'], 1), zone('prefer', ['d']), zone('only', [])]
  expect(zoneDrivers(zones, at(1.5, 1))).toEqual({ only: ['a', 'b', 'c'], prefer: ['d'] })
  expect(zoneDrivers(zones, at(2.5, 1))).toEqual({ only: ['b', 'c'], prefer: [] })
  expect(zoneDrivers(zones, at(9, 9))).toEqual({ only: null, prefer: [] })
})
