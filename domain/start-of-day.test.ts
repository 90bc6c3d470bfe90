import { expect, test } from 'vitest'
import { earliestDeparture, earliestStart, hasTimeLeft, isOver } from './start-of-day.ts'

const hour = 3600

test('routes of today start after now and the time to get ready, at a full minute', () => {
  expect(earliestDeparture(new Date('2026-03-16T02:12:01Z'), 10)).toEqual(new Date('2026-03-16T02:23:00Z'))
  expect(earliestDeparture(new Date('2026-03-16T02:12:00Z'), 0)).toEqual(new Date('2026-03-16T02:12:00Z'))
})

test('today has begun, tomorrow starts at midnight, and the time to get ready may reach into it', () => {
  const departure = new Date('2026-03-16T03:30:00Z')
  expect(earliestStart('2026-03-16', departure, 'Asia/Jakarta')).toBe(10.5 * hour)
  expect(earliestStart('2026-03-17', departure, 'Asia/Jakarta')).toBe(0)
  const beforeMidnight = earliestDeparture(new Date('2026-03-16T16:55:00Z'), 10)
  expect(earliestStart('2026-03-17', beforeMidnight, 'Asia/Jakarta')).toBe(5 * 60)
})

test('a day ends at midnight of the workspace, not of the server', () => {
  const now = new Date('2026-03-15T18:00:00Z')
  expect(isOver('2026-03-15', now, 'Asia/Jakarta')).toBe(true)
  expect(isOver('2026-03-15', now, 'UTC')).toBe(false)
  expect(isOver('2026-03-16', now, 'Asia/Jakarta')).toBe(false)
})

test('on the day that clocks jump forward, a shift still ends at the time on the clock', () => {
  // Berlin skips from 02:00 to 03:00 on 29 March 2026, so 10:00 there is 08:00 UTC.
  const at = (time: string) => new Date(`2026-03-29T${time}:00Z`)
  expect(earliestStart('2026-03-29', at('08:00'), 'Europe/Berlin')).toBe(9 * hour)
  expect(hasTimeLeft('2026-03-29', '10:00', at('07:59'), 'Europe/Berlin')).toBe(true)
  expect(hasTimeLeft('2026-03-29', '10:00', at('08:00'), 'Europe/Berlin')).toBe(false)
})
