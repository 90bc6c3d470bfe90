import { expect, test } from 'vitest'
import { decodePolyline, encodePolyline } from './polyline.ts'

test('the example of the algorithm comes out as it should, both ways', () => {
  const points: [number, number][] = [
    [-120.2, 38.5],
    [-120.95, 40.7],
    [-126.453, 43.252],
  ]
  expect(encodePolyline(points)).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@')
  expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual(points)
  expect(decodePolyline('_p~iF~ps|U_ulLn')).toEqual(points.slice(0, 1))
  expect(decodePolyline('')).toEqual([])
})
