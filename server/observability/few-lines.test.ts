import { expect, test } from 'vitest'
import { mayTell, type Lines } from './few-lines.ts'

test('the log says the same five times a minute, and then how often it kept quiet', () => {
  const lines: Lines = new Map()
  const tell = (at: number, what = 'a') => mayTell(lines, what, at)?.untold
  expect([1, 2, 3, 4, 5, 6, 7].map((at) => tell(at))).toEqual([0, 0, 0, 0, 0, undefined, undefined])
  expect(tell(8, 'b')).toBe(0)
  expect(tell(60_000)).toBeUndefined()
  expect(tell(60_001)).toBe(3)
  expect(tell(60_002)).toBe(0)
})

test('what was told of long ago is forgotten', () => {
  const lines: Lines = new Map()
  for (let i = 0; i < 1200; i++) mayTell(lines, String(i), 0)
  expect(lines.size).toBe(1000)
})
