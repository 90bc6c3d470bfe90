import { expect, test } from 'vitest'
import type { CommonFix } from '#solver/explain/together/fix-together.ts'
import { changesFor, sayGroupFix } from './group-fix.ts'
import { plannerDelivery, plannerDriver } from '../testing/planner.ts'
import { toProblem } from '../to-problem.ts'

const van = { code: 'KA-1001', capacity_kg: 100, capacity_l: null, skills: ['cold'] }
const drivers = ['Budi', 'Sari', 'Agus', 'Dewi'].map((name, i) =>
  plannerDriver({ id: name, name, vehicle: i === 0 ? van : { ...van, code: `KA-100${i + 1}` } }),
)
const deliveries = Array.from({ length: 60 }, (_, i) =>
  plannerDelivery({ id: `${i}`, skills: i === 0 ? ['cold', 'medical'] : [] }),
)
const settings = { time_zone: 'Asia/Jakarta', speed_kmh: 40 }
const planned = toProblem('2026-03-16', settings, drivers, deliveries)

function say(fix: Partial<CommonFix>) {
  const whole = { fits: 60, vehicles: [1], amount: 1, ...fix } as CommonFix
  return sayGroupFix(whole, deliveries, planned, '2026-03-16', 'Asia/Jakarta')
}

test('more drivers are named with how long they work and their vehicle', () => {
  expect(say({ constraint: 'vehicles', amount: 2, fits: 58 })).toEqual({
    kind: 'drivers',
    amount: 2,
    fits: 58,
    sentence: '58 of these 60 would fit if 2 more drivers worked until 17:00, with vehicles like KA-1001.',
  })
  expect(say({ constraint: 'vehicles', amount: 1 }).sentence).toBe(
    'All 60 would fit if 1 more driver worked until 17:00, with a vehicle like KA-1001.',
  )
})

test('longer shifts name the drivers who need them, in steps of five minutes', () => {
  expect(say({ constraint: 'shift_end', amount: 2401 })).toMatchObject({
    amount: 45,
    sentence: 'All 60 would fit if Budi could be back 45 min later.',
  })
  expect(say({ constraint: 'shift_start', amount: 300, vehicles: [1, 2] }).sentence).toBe(
    'All 60 would fit if Budi and Sari could leave up to 5 min earlier.',
  )
  expect(say({ constraint: 'shift_end', amount: 7200, vehicles: [1, 2, 3, 4] }).sentence).toBe(
    'All 60 would fit if all 4 drivers could be back up to 2 h 0 min later.',
  )
})

test('loads are in whole kilograms and liters, windows in minutes, skills by name', () => {
  expect(say({ constraint: 'capacity', quantity: 0, amount: 34_200 })).toMatchObject({
    kind: 'capacity_kg',
    amount: 35,
    sentence: 'All 60 would fit if KA-1001 carried 35 kg more.',
  })
  expect(say({ constraint: 'capacity', quantity: 1, amount: 2000, vehicles: [1, 2] }).sentence).toContain('2 L more')
  expect(say({ constraint: 'time_window', amount: 1200 }).sentence).toContain('their windows were up to 20 min longer')
  expect(say({ constraint: 'max_districts', vehicles: [1, 2] }).sentence).toContain(
    'could serve up to 1 more territory',
  )
  expect(say({ constraint: 'skills' }).sentence).toBe('All 60 would fit if Budi or KA-1001 had “medical”.')
})

test('only what a dispatcher could change is tried', () => {
  const tried = (code: string, of = planned) => changesFor(code, 60, of).map(({ constraint }) => constraint)
  expect(tried('max_districts')).toContain('max_districts')
  expect(tried('shift')).toEqual(['vehicles', 'shift_end', 'shift_start', 'capacity'])
  expect(tried('time_window')).toContain('time_window')
  expect(tried('skills')).toEqual(['skills'])
  expect(tried('wanted_driver')).toEqual([])
  expect(tried('shift', { ...planned, earliestStart: 36_000 })).not.toContain('shift_start')
})
