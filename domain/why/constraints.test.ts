import { expect, test } from 'vitest'
import { constraintCodes } from '../schema/plan-why.ts'
import { constraintsOf, withoutConstraint, type ConstrainedDay } from './constraints.ts'

/** A day that has constraints of every kind. */
const day = {
  settings: {
    time_zone: 'Asia/Jakarta',
    speed_kmh: 30,
    balance: { of: 'time', strength: 100 },
    compactness_percent: 10,
    priority_order: 'urgent_first',
    keep_apart: [['cold', 'hot']],
    keep_apart_on_board: [['food', 'paint']],
    promise_tolerance_minutes: 10,
    territories: [{ name: 'North' }],
  },
  deliveries: new Map([
    [
      'a',
      {
        priority: 1,
        window_start: '09:00',
        window_end: '10:00',
        skills: ['lift'],
        wanted_driver_id: 'budi',
        temperature_max_c: 4,
      },
    ],
    ['b', { priority: 2, window_start: null, window_end: null, skills: [], wanted_driver_id: null }],
  ]),
  drivers: new Map([
    ['budi', { shift_start: '08:00', shift_end: '17:00', max_stops: 9, max_shift_minutes: 480, depot: {} }],
  ]),
  vehicles: new Map([['van', { capacity_kg: 100, capacity_l: null, max_distance_km: 80, last_in_first_out: true }]]),
  routes: [{ route: { locks: ['order', 'route'] }, stops: [{ locked: true, promised_at: '2026-03-16T02:00:00Z' }] }],
} as unknown as ConstrainedDay

test('a day without one kind of constraint has all the others', () => {
  expect(constraintsOf(day)).toEqual(constraintCodes)
  for (const code of constraintCodes) {
    const without = withoutConstraint(day, code)
    const left = constraintCodes.filter((each) => each !== code || each === 'shift_end')
    expect(constraintsOf(without)).toEqual(left)
  }
  expect(withoutConstraint(day, 'shift_end').drivers.get('budi')).toMatchObject({
    shift_start: '08:00',
    shift_end: '47:59',
  })
  // The range of a battery is a limit, too.
  const van = { capacity_kg: null, capacity_l: null, energy: 'electric', battery_kwh: 40, kwh_per_100_km: 20 }
  const electric = { ...day, drivers: new Map(), vehicles: new Map([['van', van]]) } as unknown as ConstrainedDay
  expect(constraintsOf(electric)).toContain('limits')
  expect(constraintsOf(withoutConstraint(electric, 'limits'))).not.toContain('limits')
  // What is locked as a whole is no question of places.
  expect(withoutConstraint(day, 'locks').routes[0]!.route.locks).toEqual(['route'])
  expect(constraintsOf(day)).toEqual(constraintCodes)
})
