import { expect, test } from 'vitest'
import { expectedDeparture } from './expected-departure.ts'

const minute = (minutes: number) => minutes * 60_000
const stop = (id: string, arrives: number, kind: 'start' | 'delivery' = 'delivery') => ({
  id,
  kind,
  arrival_at: new Date(minute(arrives)).toISOString(),
  departure_at: new Date(minute(arrives + (kind === 'start' ? 0 : 5))).toISOString(),
  service_seconds: kind === 'start' ? 0 : 300,
})
const stops = [stop('start', 0, 'start'), stop('a', 10), stop('b', 25), stop('c', 40)]
const expected = (from: number, etas: [string, number][]) => {
  const at = expectedDeparture(stops, stops[from]!, new Map(etas.map(([id, at]) => [id, minute(at)])))
  return at === null ? null : at / 60_000
}

test('a driver leaves when the next arrival that is expected says, less the planned way', () => {
  expect(expected(0, [['a', 40]])).toBe(30)
  // On the way to a stop, what comes after it counts.
  expect(expected(1, [['a', 30], ['b', 50]])).toBe(40) // prettier-ignore
  // The next one was canceled or skipped.
  expect(expected(1, [['c', 70]])).toBe(45)
})

test('at the last stop its own arrival counts, and without any nothing is known', () => {
  expect(expected(3, [['c', 55]])).toBe(60)
  expect(expected(1, [])).toBeNull()
})
