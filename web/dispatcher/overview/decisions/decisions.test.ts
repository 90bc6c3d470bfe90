import { expect, test } from 'vitest'
import { decisionsOf, type Situation } from './decisions.ts'

const totals = { routes: 4, deliveries: 58 } as Situation['plans'][number]['totals']
const calm: Situation = {
  today: '2026-11-22',
  time: '09:30',
  openDays: [],
  plans: [],
  risks: [],
  idleDrivers: null,
  doubtful: [],
}
const sentences = (change: Partial<Situation>) => decisionsOf({ ...calm, ...change }).map(({ sentence }) => sentence)

test('a settled day needs no decision', () => {
  expect(sentences({})).toEqual([])
  expect(sentences({ idleDrivers: [], plans: [{ id: 'a', day: '2026-11-22', state: 'dispatched', totals }] })).toEqual(
    [],
  )
})

test('routes at risk come first, with the way to their remedies', () => {
  const routes = [{ driver_name: 'Budi', reason: 'behind' as const, late_seconds: 1500 }]
  const risks = [{ planId: 'p', routes }] as unknown as Situation['risks']
  const [first] = decisionsOf({ ...calm, risks, openDays: [{ day: '2026-11-20', pending: 1, first_deadline: null }] })
  expect(first).toMatchObject({
    urgency: 'now',
    sentence: '1 route is at risk. Budi: late by 25 min.',
    action: { label: 'Remedies', to: '/dashboard/planning/2026-11-22?plan=p&risks=1' },
  })
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
  expect(sentences({ idleDrivers: ['Budi', 'Sari', 'Agus', 'Dewi'], doubtful })).toEqual([
    '2 positions of today are missing or doubtful.',
    '4 drivers have no route today: Budi, Sari, Agus and 1 more.',
  ])
})
