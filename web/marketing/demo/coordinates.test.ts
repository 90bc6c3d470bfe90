import { expect, test } from 'vitest'
import { formatPosition, parsePosition } from './coordinates.ts'

test('a formatted position parses back to itself', () => {
  const position = { lat: -6.2088, lng: 106.8456 }
  expect(formatPosition(position)).toBe('-6.20880, 106.84560')
  expect(parsePosition(formatPosition(position))).toEqual(position)
})

test('text other than a pair of degrees is not a position', () => {
  for (const text of ['', 'Jl. Melati, 5', '-96.2, 106.8', '-6.2, 186.8', '1, 2, 3', '6.2', 'NaN, NaN', '1e3, 5'])
    expect(parsePosition(text), text).toBeUndefined()
})
