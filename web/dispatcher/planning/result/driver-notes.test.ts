import { expect, test } from 'vitest'
import type { Plan, UnusedDriver } from '#domain/schema/plan.ts'
import { driverNotes } from './driver-notes.ts'

const unused = (driver_name: string, reason_code: UnusedDriver['reason_code'], reason: string): UnusedDriver => ({
  driver_id: driver_name,
  driver_name,
  reason_code,
  reason,
})
const notes = (unused_drivers: UnusedDriver[], routes: object[] = []) =>
  driverNotes({ unused_drivers, routes: routes as Plan['routes'] })

test('drivers without a route for the same reason share a note', () => {
  const shift = 'The shift ends at 10:00, but no route can start before 10:30.'
  expect(
    notes([
      unused('Agus', 'not_needed', 'Not needed.'),
      unused('Budi', 'shift_over', shift),
      unused('Sari', 'not_needed', 'Not needed.'),
    ]),
  ).toEqual([
    { key: 'Not needed.', names: ['Agus', 'Sari'], sentence: 'Not needed.', action: null },
    {
      key: shift,
      names: ['Budi'],
      sentence: shift,
      action: { label: 'Change the shift', to: '/dashboard/drivers?q=Budi' },
    },
  ])
})

test('a route without a vehicle says what that means, and where to assign one', () => {
  const route = { id: 'r1', driver_name: 'Sari R', vehicle_id: null, load_kg: 42.5, load_l: 1200 }
  expect(notes([], [{ ...route, load_kg: 0, load_l: 0 }])[0]!.sentence).toBe('No vehicle, so nothing limits the load.')
  expect(notes([], [route, { ...route, id: 'r2', vehicle_id: 'v' }])).toEqual([
    {
      key: 'r1',
      names: ['Sari R'],
      sentence: 'No vehicle, so nothing limits the load of 42.5 kg and 1,200 L.',
      action: { label: 'Assign a vehicle', to: '/dashboard/drivers?q=Sari%20R' },
    },
  ])
})
