import { expect, test } from 'vitest'
import type { PlanChangeResult } from '#domain/schema/plan-change.ts'
import type { Plan, Route, Stop } from '#domain/schema/plan.ts'
import type { UnpublishedChanges } from '#domain/schema/unpublished.ts'
import { planWithChanges } from './plan-with-changes.ts'
import { recipientsToTell } from './recipients.ts'

const stop = (id: string) =>
  ({
    id,
    delivery_id: id,
    delivery_number: 7,
    delivery_status: 'dispatched',
    kind: 'delivery',
    name: `Mr. ${id}`,
    address: 'Jl. A',
    location: null,
  }) as unknown as Stop
const route = (id: string, ids: string) => ({ id, distance_km: 1, stops: [...ids].map(stop) }) as unknown as Route
const plan = {
  day: '2026-03-16',
  routes: [route('r', 'ab'), route('s', 'c')],
  unassigned: [{ delivery_id: 'u' }, { delivery_id: 'v' }],
  unassigned_groups: [{ reason_code: 'capacity', delivery_ids: ['u', 'v'], count: 2 }],
  totals: {},
} as unknown as Plan
const result = { routes: [route('r', 'bu')], removed_route_ids: ['s'] } as unknown as PlanChangeResult

test('the board shows the plan as it will be, with what is taken off among what is left out', () => {
  const shown = planWithChanges(plan, { result, changes: [] })
  expect(shown.routes.map(({ stops }) => stops.map(({ id }) => id).join(''))).toEqual(['bu'])
  expect(shown.unassigned.map(({ delivery_id }) => delivery_id)).toEqual(['v', 'a', 'c'])
  expect(shown.unassigned_groups.map(({ delivery_ids }) => delivery_ids)).toEqual([['v'], ['a', 'c']])
  expect(shown.totals).toMatchObject({ routes: 1, deliveries: 2, unassigned: 3 })
  expect(planWithChanges(plan, { result: null, changes: [] })).toBe(plan)
})

test('what is taken off for another day is not left out of this one', () => {
  const edit = { type: 'remove', delivery_ids: ['c'], scheduled_date: '2026-03-17' }
  const changes = [{ edits: [edit] }] as unknown as UnpublishedChanges['changes']
  expect(planWithChanges(plan, { result, changes }).unassigned.map(({ delivery_id }) => delivery_id)).toEqual([
    'v',
    'a',
  ])
})

test('recipients are named with the old and the new time', () => {
  const at = '2026-03-16T03:00:00Z'
  const recipients = [
    { delivery_id: 'a', number: 7, was_at: at, will_at: '2026-03-16T04:30:00Z' },
    { delivery_id: 'x', number: 8, was_at: at, will_at: null },
  ]
  expect(recipientsToTell({ recipients }, plan.routes, 'UTC').map(({ who, words }) => `${who}: ${words}`)).toEqual([
    '#7 Mr. a: 03:00 → 04:30',
    '#8: 03:00 → nobody comes',
  ])
})
