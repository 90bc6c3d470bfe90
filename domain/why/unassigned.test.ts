import { expect, test } from 'vitest'
import type { UnassignedCode } from '#solver/json/vroom.ts'
import { plannerDelivery, plannerDriver } from '../testing/planner.ts'
import type { PlannerDelivery } from '../problem/types.ts'
import type { PlannerSettings } from '../problem/settings.ts'
import { toProblem } from '../to-problem.ts'
import { whySetAside } from './set-aside.ts'
import { whyUnassigned } from './unassigned.ts'

const van = { code: 'KA-1001', capacity_kg: 100, capacity_l: null, skills: ['cold'] }
const budi = plannerDriver({ vehicle: van })

function say(
  code: UnassignedCode,
  fields: Partial<PlannerDelivery>,
  drivers = [budi],
  departure?: Date,
  more: Partial<PlannerSettings> = {},
) {
  const delivery = plannerDelivery(fields)
  const settings = { time_zone: 'Asia/Jakarta', speed_kmh: 40, ...more }
  const planned = toProblem('2026-03-16', settings, drivers, [delivery], departure)
  return whyUnassigned(1, { code, message: 'as the solver says' }, planned, '2026-03-16', 'Asia/Jakarta').sentence
}

test('a missing skill is named', () => {
  expect(say('skills', { skills: ['cold', 'medical'] })).toContain('No chosen driver or vehicle has “medical”')
})

test('skills split between drivers are named together', () => {
  const sari = { ...budi, name: 'Sari', skills: ['medical'], vehicle: null }
  expect(say('skills', { skills: ['cold', 'medical'] }, [budi, sari])).toContain(
    'No chosen driver and vehicle together have “cold”, “medical”',
  )
})

test('a delivery too large for every vehicle is distinguished from full vehicles', () => {
  expect(say('capacity', { weight_kg: 120 })).toContain(
    'It weighs 120 kg; the largest vehicle that could take it, KA-1001, carries 100 kg',
  )
  expect(say('capacity', { weight_kg: 20 })).toContain('full')
})

test('an unreachable window says when the driver would be there', () => {
  expect(say('time_window', { window_start: '10:00', window_end: '11:00' })).toContain(
    'Budi arrives at 11:46, after the window closes at 11:00',
  )
  expect(say('time_window', { window_start: '10:00', window_end: '12:00' })).toContain('between 10:00 and 12:00')
})

test('a drive too long for the shift says when the driver would be back', () => {
  expect(say('shift', { window_start: '16:00' })).toContain('would bring Budi back at 18:51, after work ends at 17:00')
  expect(say('shift', {})).toContain('enough working time left')
})

const forSari = { wanted_driver_id: 'sari', wanted_driver_name: 'Sari' }
const sari = { ...budi, id: 'sari', name: 'Sari' }

test('a wanted driver who was not chosen is named', () => {
  expect(say('skills', forSari)).toBe(
    'It is assigned to Sari, who was not chosen for this plan. Choose Sari, or let the planner choose the driver.',
  )
})

test('a wanted driver without working time is named', () => {
  const night = { ...sari, depot: { ...budi.depot, opens: '18:00' } }
  expect(say('skills', forSari, [budi, night])).toContain('It is assigned to Sari, who has no working time left')
})

test('a wanted driver who lacks a skill is named with it, and only with it', () => {
  expect(say('skills', { ...forSari, skills: ['cold', 'medical'] }, [budi, sari])).toContain(
    'neither Sari nor the vehicle has “medical”. Add',
  )
})

test('any other reason says that only the wanted driver was considered', () => {
  const small = { ...sari, vehicle: { ...van, code: 'KA-1002', capacity_kg: 10 } }
  expect(say('capacity', { ...forSari, weight_kg: 20 }, [budi, small])).toContain(
    'Only Sari may deliver it. It weighs 20 kg; the largest vehicle that could take it, KA-1002, carries 10 kg',
  )
  expect(say('time_window', { ...forSari, window_start: '10:00', window_end: '11:00' }, [budi, sari])).toContain(
    'Sari arrives at 11:46',
  )
  expect(say('shift', {})).not.toContain('may deliver it')
})

test('nobody is told to start earlier than now', () => {
  const closing = { window_end: '11:00' }
  expect(say('time_window', closing)).toContain('Widen the window or start a shift earlier.')
  expect(say('time_window', closing, [budi], new Date('2026-03-16T02:30:00Z'))).toContain(
    'Budi arrives at 12:16, after the window closes at 11:00. Widen the window or move it to another day.',
  )
})

test('a window that is over says when it ended', () => {
  expect(whySetAside('window_over', plannerDelivery({ window_end: '10:30' })).sentence).toContain(
    'Its time window ended at 10:30, before a route could start.',
  )
})

const shop = {
  name: 'Shop',
  address: 'Shop street',
  location: { lat: 0, lng: 0.5 },
  location_confidence: 1,
  window_start: null,
  window_end: '09:30',
  service_minutes: 5,
}

test('what only some drivers can bring says whom it needs', () => {
  const at = (id: string) => ({ ...budi, depot: { ...budi.depot, id } })
  const elsewhere = { depot_id: 'b', depot_name: 'North' }
  expect(say('skills', elsewhere, [at('a')])).toBe(
    'No chosen driver loads at North, where its goods are. Choose one who does, or change its depot.',
  )
  expect(say('skills', { temperature_max_c: -18 })).toBe(
    'No chosen driver has a vehicle that keeps −18 °C or colder. Choose one who does, or change the vehicle.',
  )
})

test('what is too large for every compartment that is cold enough says which one is the largest', () => {
  const cold = { name: 'Cold', temperature_min_c: 2, temperature_max_c: 8, capacity_kg: 20, capacity_l: null, capacity_units: null } // prettier-ignore
  const van = { code: 'KA-1', capacity_kg: 500, capacity_l: null, skills: [], compartments: [cold] }
  expect(
    say('capacity', { temperature_min_c: 0, temperature_max_c: 8, weight_kg: 30 }, [{ ...budi, vehicle: van }]),
  ).toBe(
    'It weighs 30 kg; the largest vehicle that could take it, KA-1, carries 20 kg at 0 to 8 °C. Choose a larger vehicle or split the delivery.',
  )
})

test('a pickup that closes too early is told from a delivery that does', () => {
  expect(say('time_window', { pickup: shop })).toContain(
    'Budi arrives at 10:23, after the pickup’s window closes at 09:30',
  )
})

test('times past midnight are on the next day', () => {
  const night = { ...budi, shift_start: '22:00', shift_end: '28:00', depot: { ...budi.depot, opens: '00:00', closes: '23:59' } } // prettier-ignore
  expect(say('time_window', { window_start: '23:00', window_end: '24:30' }, [night])).toContain(
    'Budi arrives at 00:46 the next day, after the window closes at 00:30 the next day',
  )
})

test.each<[UnassignedCode, Partial<PlannerDelivery>, string]>([
  ['release', { ready_time: '16:45' }, 'Its goods are at the depot at 16:45, too late'],
  ['max_ride', { max_ride_minutes: 20 }, 'within 20 min on board'],
  ['max_ride', {}, 'would have other goods on board for too long'],
  [
    'max_ride',
    { max_ride_minutes: 20, max_detour_minutes: 5, pickup: shop },
    '20 min on board and 5 min more than the direct ride.',
  ],
  ['shipment', { pickup: shop }, 'both its pickup and its delivery. Widen a window'],
  [
    'shipment',
    { pickup: shop, max_detour_minutes: 5 },
    'its delivery within 5 min more than the direct ride. Allow longer',
  ],
  ['trips', {}, 'No trip of a vehicle has room'],
  ['precedence', {}, 'all steps of its order'],
  ['last_in_first_out', {}, 'other goods would lie in front of it'],
  ['urgent_first', {}, 'a less urgent delivery would come before a more urgent one'],
  ['max_tasks', {}, 'the most stops they may have'],
  ['max_districts', {}, 'as many other territories as they may'],
  ['group', { temperature_max_c: 4 }, 'goods of another temperature'],
  ['not_worth', {}, 'worth less than'],
])('the reason %s has words of its own', (code, fields, words) => {
  expect(say(code, fields)).toContain(words)
})

test('what must not be on board with it is named by its tag', () => {
  const bread = plannerDelivery({ tags: ['food'] })
  const settings = {
    time_zone: 'Asia/Jakarta',
    speed_kmh: 40,
    keep_apart_on_board: [['food', 'paint'], ['glue', 'food']] as [string, string][], // prettier-ignore
  }
  const others = ['paint', 'glue'].map((tag) => plannerDelivery({ id: tag, tags: [tag] }))
  const planned = toProblem('2026-03-16', settings, [budi], [bread, ...others])
  const reason = { code: 'apart_on_board' as const, message: 'as the solver says' }
  expect(whyUnassigned(1, reason, planned, '2026-03-16', 'Asia/Jakarta').sentence).toBe(
    'Wherever there is time for it, goods with the tag “paint” or “glue” would be on board, which it must not meet. Choose another driver, or change the rule in the planning settings.',
  )
})

test('a detour is counted from the direct ride without traffic, and says so where there is some', () => {
  const traffic = [{ from: '00:00', factor: 0.5 }]
  const fields = { pickup: shop, max_detour_minutes: 5 }
  expect(say('max_ride', fields, [budi], undefined, { traffic })).toContain(
    'within 5 min more than the direct ride without traffic. Allow longer',
  )
})
