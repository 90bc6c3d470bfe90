import { expect, test } from 'vitest'
import type { UnassignedCode } from '#solver/json/vroom.ts'
import { plannerDelivery, plannerDriver } from './testing/planner.ts'
import type { PlannerDelivery } from './problem/types.ts'
import { toProblem } from './to-problem.ts'
import { whySetAside } from './why-set-aside.ts'
import { whyUnassigned } from './why-unassigned.ts'

const van = { code: 'KA-1001', capacity_kg: 100, capacity_l: null, skills: ['cold'] }
const budi = plannerDriver({ vehicle: van })

function say(code: UnassignedCode, fields: Partial<PlannerDelivery>, drivers = [budi], departure?: Date) {
  const delivery = plannerDelivery(fields)
  const planned = toProblem('2026-03-16', { time_zone: 'Asia/Jakarta', speed_kmh: 40 }, drivers, [delivery], departure)
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
