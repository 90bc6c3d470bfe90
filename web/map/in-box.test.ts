import { expect, test } from 'vitest'
import { inBox } from './in-box.ts'

test('a box holds the stops within it and on its edges', () => {
  const at = (id: string, lat: number, lng: number) => ({ id, position: { lat, lng } })
  const stops = [at('in', -6.2, 106.8), at('edge', -6.3, 106.9), at('north', -6, 106.8), at('east', -6.2, 107)]
  expect(inBox(stops, { lat: -6.3, lng: 106.7 }, { lat: -6.1, lng: 106.9 })).toEqual(['in', 'edge'])
})
