import { expect, test } from 'vitest'
import type { UnassignedFix } from '#solver/json/vroom.ts'
import { smallestFix } from './smallest-fix.ts'
import { plannerDelivery, plannerDriver } from '../testing/planner.ts'
import type { PlannerDelivery } from '../problem/types.ts'
import { toProblem } from '../to-problem.ts'

const budi = plannerDriver({ vehicle: { code: 'KA-1001', capacity_kg: 100, capacity_l: null, skills: ['cold'] } })

function say(fix: Partial<UnassignedFix>, amount: number, fields: Partial<PlannerDelivery> = {}) {
  const delivery = plannerDelivery(fields)
  const planned = toProblem('2026-03-16', { time_zone: 'Asia/Jakarta', speed_kmh: 40 }, [budi], [delivery])
  const whole = { vehicle: 1, cost: 1, message: '', by: { amount, unit: 'seconds' }, ...fix } as UnassignedFix
  return smallestFix(1, whole, planned, '2026-03-16', 'Asia/Jakarta')?.sentence
}

test('a shift fix gives the driver, the minutes rounded up, and the time of day', () => {
  expect(say({ constraint: 'shift_end' }, 700)).toBe('It would fit if Budi could be back 12 min later, at 17:12.')
  expect(say({ constraint: 'shift_start' }, 7260)).toBe('It would fit if Budi could leave 2 h 1 min earlier, at 06:59.')
})

test('a window fix names the side that moves', () => {
  const window = { task: 'job', index: 0 } as const
  const fields = { window_start: '10:00', window_end: '11:00' }
  const at = (hours: number) => hours * 3600
  expect(
    say({ constraint: 'time_window', window: { ...window, time_window: [at(10), at(11) + 61] } }, 61, fields),
  ).toBe('It would fit if its window closed 2 min later, at 11:02. Budi could then bring it.')
  expect(
    say({ constraint: 'time_window', window: { ...window, time_window: [at(10) - 60, at(11)] } }, 60, fields),
  ).toBe('It would fit if its window opened 1 min earlier, at 09:59. Budi could then bring it.')
})

test('a window end that nobody set gives no fix', () => {
  const window = { task: 'job' as const, index: 0, time_window: [36_000, 90_000] as [number, number] }
  expect(say({ constraint: 'time_window', window }, 60, { window_start: '10:00' })).toBeUndefined()
})

test('a load fix is in kilograms and liters', () => {
  expect(say({ constraint: 'capacity', quantity: 0 }, 12_500)).toBe('It would fit if KA-1001 carried 12.5 kg more.')
  expect(say({ constraint: 'capacity', quantity: 1 }, 3000)).toBe('It would fit if KA-1001 carried 3 L more.')
})

test('a skill fix names the missing skills, and a wanted driver gives no fix', () => {
  expect(say({ constraint: 'skills', skills: [2] }, 1, { skills: ['cold', 'medical'] })).toBe(
    'It would fit if Budi or KA-1001 had “medical”.',
  )
  expect(say({ constraint: 'skills', skills: [1] }, 1, { wanted_driver_id: 'sari' })).toBeUndefined()
})

test.each<[Partial<UnassignedFix>, number, string]>([
  [{ constraint: 'max_ride' }, 125, 'It would fit if its goods could be on board 3 min longer.'],
  [{ constraint: 'max_tasks' }, 1, 'It would fit if Budi could have 1 more stop.'],
  [{ constraint: 'max_districts' }, 1, 'It would fit if Budi could serve 1 more territory.'],
  [{ constraint: 'max_shift' }, 600, 'It would fit if Budi’s route could take 10 min longer.'],
  [{ constraint: 'max_travel_time' }, 600, 'It would fit if Budi could drive 10 min longer.'],
  [{ constraint: 'last_in_first_out' }, 1, 'It would fit if KA-1001 could be unloaded in any order.'],
  [{ constraint: 'urgent_first' }, 1, 'It would fit if Budi did not have to bring urgent deliveries first.'],
  [{ constraint: 'max_distance' }, 2500, 'It would fit if KA-1001 could drive 3 km farther.'],
])('%o is told in words', (fix, amount, sentence) => {
  expect(say(fix, amount)).toBe(sentence)
})

test('one more driver can be the fix', () => {
  expect(say({ constraint: 'vehicles' }, 1)).toBe(
    'It would fit if one more driver worked that day, with a vehicle like KA-1001.',
  )
})
