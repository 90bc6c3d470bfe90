import { expect, test } from 'vitest'
import { boxRing, inRing } from './in-ring.ts'

const at = (id: string, lat: number, lng: number) => ({ id, position: { lat, lng } })

test('a box holds the stops within it, whichever corner it was drawn from', () => {
  const stops = [at('in', -6.2, 106.8), at('north', -6, 106.8), at('east', -6.2, 107)]
  const [one, other] = [
    { lat: -6.3, lng: 106.7 },
    { lat: -6.1, lng: 106.9 },
  ] as const
  expect(inRing(stops, boxRing(one, other))).toEqual(['in'])
  expect(inRing(stops, boxRing(other, one))).toEqual(['in'])
})

test('a lasso holds what it goes around, not what lies in its bay', () => {
  const around = [
    { lat: 0, lng: 0 },
    { lat: 0, lng: 4 },
    { lat: 4, lng: 4 },
    { lat: 1, lng: 2 },
    { lat: 4, lng: 0 },
  ]
  expect(inRing([at('left', 2, 0.5), at('bay', 3, 2), at('right', 2, 3.5)], around)).toEqual(['left', 'right'])
})

test('a press without a drag holds nothing', () => {
  expect(inRing([at('here', 0, 0)], [{ lat: 0, lng: 0 }])).toEqual([])
})
