import { expect, test } from 'vitest'
import type { Unassigned, UnassignedGroup } from '#domain/schema/plan.ts'
import { leftOutGroups, remedyFor } from './left-out-groups.ts'

const leftOut = (delivery_id: string): Unassigned => ({
  delivery_id,
  delivery_number: 1,
  delivery_address: 'Jl. Merdeka',
  recipient_name: null,
  location: null,
  reason_code: 'shift',
  reason: '',
})
const group = (reason_code: string, ...delivery_ids: string[]): UnassignedGroup => ({
  reason_code,
  reason: reason_code,
  count: delivery_ids.length,
  delivery_ids,
  fix: null,
})

test('a group tells the deliveries that still wait from those that were changed since', () => {
  const change = { delivery_id: 'b', status: 'pending' as const, scheduled_date: '2026-03-17' }
  const groups = leftOutGroups({
    unassigned: ['a', 'b', 'c', 'd', 'e'].map(leftOut),
    unassigned_groups: [group('shift', 'a', 'b'), group('skills', 'c', 'd', 'e')],
    unassigned_changes: [change],
  })
  expect(groups.map(({ key, waiting }) => [key, waiting.map(({ delivery_id }) => delivery_id)])).toEqual([
    ['c', ['c', 'd', 'e']],
    ['a', ['a']],
  ])
  expect(groups[1]!.changed).toEqual([{ delivery: leftOut('b'), change }])
})

test('the fix decides where a group is helped, and without one the reason', () => {
  const fix = (kind: 'drivers' | 'capacity_kg' | 'time_window') => ({ kind, amount: 1, fits: 1, sentence: '' })
  expect(remedyFor({ reason_code: 'shift', fix: fix('drivers') })).toBe('choose drivers')
  expect(remedyFor({ reason_code: 'capacity', fix: fix('capacity_kg') })).toMatchObject({ to: '/dashboard/vehicles' })
  expect(remedyFor({ reason_code: 'time_window', fix: fix('time_window') })).toBeNull()
  expect(remedyFor({ reason_code: 'shift', fix: null })).toBe('choose drivers')
  expect(remedyFor({ reason_code: 'no_location', fix: null })).toBeNull()
})
