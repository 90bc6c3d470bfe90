import { expect, test } from 'vitest'
import { instantOf } from '#domain/time.ts'
import { clockChangesOf, spanOf, ticksOf } from './span.ts'

const berlin = 'Europe/Berlin'
const at = (day: string, time: string, zone: string) => instantOf(day, time, zone).getTime()
const route = (starts_at: string, ends_at: string) => ({ starts_at, ends_at })
const labels = (day: string, from: string, to: string, pixelsPerHour: number, zone: string) =>
  ticksOf({ from: at(day, from, zone), to: at(day, to, zone) }, pixelsPerHour, zone).map(({ label }) => label)

test('the timeline shows whole hours, from the first start to the last end, with what else must be in view', () => {
  const routes = [
    route('2026-03-16T01:20:00Z', '2026-03-16T08:05:00Z'),
    route('2026-03-16T02:00:00Z', '2026-03-16T09:00:00Z'),
  ]
  expect(spanOf(routes, 'Asia/Jakarta')).toEqual({
    from: Date.parse('2026-03-16T01:00:00Z'),
    to: Date.parse('2026-03-16T09:00:00Z'),
  })
  expect(spanOf(routes, 'Asia/Jakarta', [Date.parse('2026-03-16T10:30:00Z')]).to).toBe(
    Date.parse('2026-03-16T11:00:00Z'),
  )
  expect(spanOf([], berlin)).toEqual({ from: 0, to: 0 })
  // A route without a length is still an hour wide.
  const moment = spanOf([route('2026-03-16T01:00:00Z', '2026-03-16T01:00:00Z')], berlin)
  expect(moment.to - moment.from).toBe(3_600_000)
})

test('hours begin where clocks of the zone strike, also half an hour off', () => {
  const span = spanOf([route('2026-03-16T03:40:00Z', '2026-03-16T08:05:00Z')], 'Asia/Kolkata')
  expect(ticksOf(span, 60, 'Asia/Kolkata').map(({ label }) => label)).toEqual([
    '09:00',
    '10:00',
    '11:00',
    '12:00',
    '13:00',
    '14:00',
  ])
})

test('a day of 23 hours has no hour from 2 to 3, and one of 25 hours has it twice', () => {
  expect(labels('2026-03-29', '00:00', '05:00', 60, berlin)).toEqual(['00:00', '01:00', '03:00', '04:00', '05:00'])
  expect(labels('2026-10-25', '00:00', '04:00', 60, berlin)).toEqual([
    '00:00',
    '01:00',
    '02:00',
    '02:00',
    '03:00',
    '04:00',
  ])
})

test('where clocks are set forward or back, the timeline says so', () => {
  const changes = (day: string, zone: string) =>
    clockChangesOf({ from: at(day, '00:00', zone), to: at(day, '24:00', zone) }, zone).map(({ label }) => label)
  expect(changes('2026-03-29', berlin)).toEqual(['03:00 +1 h'])
  expect(changes('2026-10-25', berlin)).toEqual(['02:00 −1 h'])
  expect(changes('2026-10-04', 'Australia/Lord_Howe')).toEqual(['02:30 +0.5 h'])
  expect(changes('2026-03-16', berlin)).toEqual([])
})

test('labels keep to round hours after the clocks change', () => {
  expect(labels('2026-03-29', '00:00', '24:00', 30, berlin)).toEqual([
    '00:00',
    '04:00',
    '06:00',
    '08:00',
    '10:00',
    '12:00',
    '14:00',
    '16:00',
    '18:00',
    '20:00',
    '22:00',
    'Mon 30 Mar',
  ])
  expect(labels('2026-10-25', '00:00', '24:00', 30, berlin)).toEqual([
    '00:00',
    '02:00',
    '04:00',
    '06:00',
    '08:00',
    '10:00',
    '12:00',
    '14:00',
    '16:00',
    '18:00',
    '20:00',
    '22:00',
    'Mon 26 Oct',
  ])
})

test('a route over midnight has the new day marked', () => {
  const span = spanOf([route('2026-03-16T15:00:00Z', '2026-03-16T19:30:00Z')], 'Asia/Jakarta')
  const ticks = ticksOf(span, 60, 'Asia/Jakarta')
  expect(ticks.map(({ label }) => label)).toEqual(['22:00', '23:00', 'Tue 17 Mar', '01:00', '02:00', '03:00'])
  expect(ticks.filter(({ isMidnight }) => isMidnight)).toHaveLength(1)
})

test('labels stand closer the wider an hour is, and never closer than they can be read', () => {
  expect(labels('2026-03-16', '08:00', '09:00', 120, berlin)).toEqual(['08:00', '08:30', '09:00'])
  expect(labels('2026-03-16', '08:00', '09:00', 700, berlin)).toHaveLength(13)
  expect(labels('2026-03-16', '06:00', '18:00', 10, berlin)).toEqual(['06:00', '12:00', '18:00'])
})
