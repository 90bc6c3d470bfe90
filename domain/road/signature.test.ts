import { expect, test } from 'vitest'
import { isSignature, type Stroke } from './signature.ts'

const line = (...points: [number, number][]): Stroke => points.map(([x, y], at) => [x, y, at * 16])

test('one dot, many dots, and a dash are no signature', () => {
  expect(isSignature([])).toBe(false)
  expect(isSignature([line([500, 500])])).toBe(false)
  expect(isSignature([line([100, 100]), line([900, 900]), line([100, 900])])).toBe(false)
  expect(isSignature([line([500, 500], [503, 502], [500, 500])])).toBe(false)
  expect(isSignature([line([100, 500], [900, 505])])).toBe(false)
})

test('initials, a cross and a name are', () => {
  expect(isSignature([line([400, 400], [500, 600]), line([500, 400], [400, 600])])).toBe(true)
  const wave = Array.from({ length: 40 }, (_, at): [number, number] => [100 + at * 20, 500 + 60 * Math.sin(at)])
  expect(isSignature([line(...wave)])).toBe(true)
})
