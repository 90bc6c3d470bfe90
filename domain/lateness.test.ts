import { expect, test } from 'vitest'
import { latenessOf } from './lateness.ts'

const at = (time: string) => `2026-03-16T${time}:00.000Z`
const stop = (kind: string, arrival: string, departure: string, waiting_seconds = 0) => ({
  kind,
  arrival_at: at(arrival),
  departure_at: at(departure),
  waiting_seconds,
})
const route = (driver_name: string, leaves: string, first: string, waiting = 0) => ({
  driver_name,
  stops: [stop('start', leaves, leaves), stop('delivery', first, first, waiting), stop('end', '16:00', '16:00')],
})
const late = (routes: Parameters<typeof latenessOf>[0], now: string) => latenessOf(routes, new Date(at(now)))

test('a plan is late once a driver should have left', () => {
  expect(late([route('Budi', '08:40', '09:00')], '08:40')).toBeNull()
  expect(late([route('Budi', '08:40', '09:00')], '08:45')).toEqual({
    driver_name: 'Budi',
    leave_by: at('08:40'),
    first_stop_at: at('09:00'),
    late_seconds: 300,
    routes: 1,
  })
})

test('planned waiting at the first stop may be used up', () => {
  expect(late([route('Budi', '08:40', '09:00', 600)], '08:50')).toBeNull()
  expect(late([route('Budi', '08:40', '09:00', 600)], '08:51')).toMatchObject({ leave_by: at('08:50') })
})

test('the latest route counts, and all late ones are counted', () => {
  const routes = [route('Budi', '09:00', '09:20'), route('Sari', '08:30', '09:30'), route('Agus', '12:00', '12:10')]
  expect(late(routes, '10:00')).toMatchObject({ driver_name: 'Sari', routes: 2 })
})

test('a plan without routes is never late', () => {
  expect(late([], '10:00')).toBeNull()
})
