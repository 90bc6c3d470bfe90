import { expect, test } from 'vitest'
import { NewDelivery } from '#domain/schema/delivery.ts'
import { complete, differences, repeats } from './rules.ts'

const jakarta = { time_zone: 'Asia/Jakarta', service_minutes: 5 }
const completed = (fields: object, workspace = jakarta) =>
  complete({ ...NewDelivery.parse({ delivery_address: 'A', ...fields }), client_id: null, depot_id: null }, workspace)

test("a time sets the day in the workspace's zone and a window half an hour before and after", () => {
  expect(completed({ scheduled_time: '2026-03-14T23:15:00Z' })).toMatchObject({
    scheduled_date: '2026-03-15',
    scheduled_time: '2026-03-14T23:15:00.000Z',
    window_start: '05:45',
    window_end: '06:45',
    service_minutes: 5,
  })
})

test('given values are kept', () => {
  const given = {
    scheduled_time: '2026-03-15T10:00:00+07:00',
    scheduled_date: '2026-03-16',
    window_end: '12:00',
    service_minutes: 0,
  }
  expect(completed(given)).toMatchObject({
    scheduled_date: '2026-03-16',
    scheduled_time: '2026-03-15T03:00:00.000Z',
    window_start: null,
    window_end: '12:00',
    service_minutes: 0,
  })
  expect(completed({ scheduled_date: '2026-03-16' })).toMatchObject({ window_start: null, scheduled_time: null })
})

test('a window stays within its day', () => {
  expect(completed({ scheduled_time: '2026-03-15T00:10:00+07:00' })).toMatchObject({
    scheduled_date: '2026-03-15',
    window_start: '00:00',
    window_end: '00:40',
  })
  expect(completed({ scheduled_time: '2026-03-15T23:45:00+07:00' })).toMatchObject({
    window_start: '23:15',
    window_end: '23:59',
  })
})

test('in the repeated hour of a clock change, the window is in order or absent', () => {
  // Berlin, 25 October 2026: 03:00 becomes 02:00 again at 01:00 UTC.
  const berlin = { time_zone: 'Europe/Berlin', service_minutes: 5 }
  const window = completed({ scheduled_time: '2026-10-25T01:00:00Z' }, berlin)
  expect(window).toMatchObject({ scheduled_date: '2026-10-25', window_start: null, window_end: null })
})

test('differences list only changed fields and compare locations and lists by value', () => {
  const before = completed({ scheduled_date: '2026-03-15', skills: ['cold'], delivery_location: { lat: 1, lng: 2 } })
  const same = { skills: ['cold'], delivery_location: { lng: 2, lat: 1 }, notes: null }
  expect(differences(before, same)).toEqual({})
  expect(differences(before, { ...same, delivery_location: null, notes: 'x' })).toEqual({
    delivery_location: { from: { lat: 1, lng: 2 }, to: null },
    notes: { from: null, to: 'x' },
  })
})

test('a repeated reference points to its first row, and rows without one never repeat', () => {
  expect([...repeats(['a', null, 'b', 'a', null, 'a'])]).toEqual([
    [3, 0],
    [5, 0],
  ])
})
