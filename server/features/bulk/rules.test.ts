import { expect, test } from 'vitest'
import { reverse } from './rules.ts'

const cancelled = (from: string) => ({
  kind: 'status_changed' as const,
  detail: { from, to: 'cancelled' },
  hash: 'a',
})

test('a cancelled delivery returns to its route as long as the plan is where it was', () => {
  expect(reverse(cancelled('planned'), 'a', 'approved')).toEqual({ kind: 'state', to: 'planned' })
  expect(reverse(cancelled('in_transit'), 'a', 'dispatched')).toEqual({ kind: 'state', to: 'in_transit' })
  expect(reverse(cancelled('dispatched'), 'a', 'approved')).toMatchObject({ code: 'cannot_undo' })
  expect(reverse(cancelled('planned'), 'a', undefined)).toMatchObject({ code: 'cannot_undo' })
})

test('only the last entry of a history is undone, and only what a bulk change can do', () => {
  expect(reverse(cancelled('pending'), 'b', undefined)).toEqual({ code: 'cannot_undo' })
  const approved = { kind: 'status_changed' as const, detail: { from: 'pending', to: 'planned' }, hash: 'a' }
  expect(reverse(approved, 'a', 'approved')).toEqual({ code: 'cannot_undo' })
  const moved = { kind: 'updated' as const, detail: { delivery_address: { from: 'A', to: 'B' } }, hash: 'a' }
  expect(reverse(moved, 'a', undefined)).toEqual({ code: 'cannot_undo' })
})

test('fields get their earlier values back', () => {
  const detail = {
    wanted_driver_id: { from: null, to: 'x' },
    wanted_driver_name: { from: null, to: 'Sari' },
  }
  expect(reverse({ kind: 'updated', detail, hash: 'a' }, 'a', undefined)).toEqual({
    kind: 'fields',
    fields: { wanted_driver_id: null },
  })
  expect(reverse({ kind: 'deleted', detail: {}, hash: 'a' }, 'a', undefined)).toEqual({ kind: 'restore' })
})
