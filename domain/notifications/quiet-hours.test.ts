import { expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const night = { from: '21:00', until: '08:00' }
const until = (at: string, zone: string, hours: typeof night | null = night) =>
  quietUntil(new Date(at), zone, hours)?.toISOString()

test('it is quiet over midnight, in the zone that is asked for', () => {
  expect(until('2026-03-16T14:30:00Z', 'Asia/Jakarta')).toBe('2026-03-17T01:00:00.000Z')
  expect(until('2026-03-16T23:30:00Z', 'Asia/Jakarta')).toBe('2026-03-17T01:00:00.000Z')
  expect(until('2026-03-16T14:30:00Z', 'Europe/Berlin')).toBeUndefined()
  expect(until('2026-03-16T01:00:00Z', 'Asia/Jakarta')).toBeUndefined()
})

test('quiet hours within a day end on that day, those of no length never begin', () => {
  expect(until('2026-03-16T13:00:00Z', 'UTC', { from: '12:00', until: '14:00' })).toBe('2026-03-16T14:00:00.000Z')
  expect(until('2026-03-16T13:00:00Z', 'UTC', { from: '12:00', until: '12:00' })).toBeUndefined()
  expect(until('2026-03-16T13:00:00Z', 'UTC', null)).toBeUndefined()
})

test('they end at the clock’s time on the night of a change of clocks', () => {
  expect(until('2026-03-28T22:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T06:00:00.000Z')
})
