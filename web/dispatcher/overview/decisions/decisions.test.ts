import { expect, test } from 'vitest'
import type { DayFacts } from '#domain/schema/day-facts.ts'
import type { Situation } from './decision.ts'
import { decisionsOf } from './decisions.ts'

const totals = { routes: 4, deliveries: 58 } as Situation['plans'][number]['totals']
const calm: Situation = {
  today: '2026-11-22',
  time: '09:30',
  openDays: [],
  plans: [],
  zone: 'Asia/Jakarta',
  facts: null,
  doubtful: [],
}
const facts: DayFacts = {
  today: '2026-11-22',
  late: 0,
  late_plans: [],
  unassigned: [],
  left: [],
  frozen: [],
  blocked: [],
  alerts: [],
  cash_waiting: 0,
  idle_drivers: null,
}
const sentences = (change: Partial<Situation>) => decisionsOf({ ...calm, ...change }).map(({ sentence }) => sentence)

test('a settled day needs no decision', () => {
  expect(sentences({})).toEqual([])
  const plans: Situation['plans'] = [{ id: 'a', day: '2026-11-22', state: 'dispatched', totals }]
  expect(sentences({ facts: { ...facts, idle_drivers: [] }, plans })).toEqual([])
})

test('unplanned deliveries name their first deadline, and those of past days come first', () => {
  const openDays = [
    { day: '2026-11-20', pending: 1, first_deadline: null },
    { day: '2026-11-22', pending: 12, first_deadline: '09:00' },
    { day: '2026-11-23', pending: 58, first_deadline: '11:00' },
    { day: '2026-11-24', pending: 3, first_deadline: null },
  ]
  expect(sentences({ openDays })).toEqual([
    '1 delivery of past days was never planned. Move it to another day or cancel it.',
    '12 deliveries of today are not planned. The first window ended at 09:00.',
    '58 deliveries of Mon 23 Nov 2026 are not planned. The first window ends at 11:00.',
  ])
})

test('only the newest draft of a day waits for approval, and an approved plan of today for dispatch', () => {
  const plans: Situation['plans'] = [
    { id: 'd', day: '2026-11-23', state: 'draft', totals },
    { id: 'c', day: '2026-11-22', state: 'discarded', totals },
    { id: 'b', day: '2026-11-22', state: 'approved', totals },
    { id: 'a', day: '2026-11-22', state: 'draft', totals },
  ]
  expect(sentences({ plans })).toEqual([
    'A plan for today (4 routes, 58 deliveries) is approved, but not sent to the drivers.',
    'A plan for Mon 23 Nov 2026 (4 routes, 58 deliveries) is not approved.',
  ])
})

test('drivers without a route and doubtful positions are counted', () => {
  const doubtful = [
    { day: '2026-11-22', count: 2 },
    { day: '2026-11-23', count: 0 },
  ]
  expect(sentences({ facts: { ...facts, idle_drivers: ['Budi', 'Sari', 'Agus', 'Dewi'] }, doubtful })).toEqual([
    '2 positions of today are missing or doubtful.',
    '4 drivers have no route today: Budi, Sari, Agus and 1 more.',
  ])
})

test('what is late, blocked, unseen or left over is told with what to do, the most urgent first', () => {
  const told = decisionsOf({
    ...calm,
    openDays: [{ day: '2026-11-22', pending: 2, first_deadline: null }],
    facts: {
      ...facts,
      late: 3,
      late_plans: [{ plan_id: 'p', driver_name: 'Budi', starts_at: '2026-11-22T01:00:00.000Z' }],
      unassigned: [{ day: '2026-11-22', count: 2, plan_id: 'p' }],
      left: [{ day: '2026-11-21', pending: 1, failed: 2, on_route: 0 }],
      frozen: [{ day: '2026-11-23', count: 1, frozen_at: '2026-11-22T11:00:00.000Z' }],
      blocked: [{ plan_id: 'p', day: '2026-11-22', driver_name: 'Sari', sentence: 'KA-1 has a defect.' }],
      alerts: [
        { kind: 'late_expected', severity: 'high', count: 3, sentence: 'Late' },
        { kind: 'missing_proof', severity: 'medium', count: 2, sentence: 'No photo' },
      ],
      cash_waiting: 1,
    },
  })
  expect(told.map(({ sentence }) => sentence)).toEqual([
    'A plan of today is not dispatched, but Budi should have left at 08:00.',
    'Sari’s route: KA-1 has a defect.',
    '3 deliveries of today are expected late.',
    '3 deliveries of Sat 21 Nov 2026 were not delivered: 1 on no route, 2 failed.',
    '2 deliveries of today are unassigned.',
    '1 order of Mon 23 Nov 2026 came after the freeze at 18:00 and waits for the next wave.',
    'Missing proof: 2 alerts that nobody has seen.',
    '1 hand-in of cash waits to be counted.',
  ])
  expect(told[3]!.action).toEqual({ label: 'Move what is left', moveLeftOf: '2026-11-21' })
})
