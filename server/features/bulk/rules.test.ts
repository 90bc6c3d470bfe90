import { expect, test } from 'vitest'
import type { PlanState } from '#domain/schema/plan.ts'
import type { StatusBefore } from '../statuses/commands.ts'
import { reverse, type Undoable } from './rules.ts'

const now = new Date('2026-03-15T10:00:00Z')
const was: StatusBefore = { status: 'dispatched', status_at: null, failure_reason: null, status_note: null }
const entry = (kind: Undoable['kind'], detail: object): Undoable => ({
  kind,
  detail: detail as Undoable['detail'],
  hash: 'a',
  at: '2026-03-15T09:55:00Z',
  was,
})
const cancelled = (from: string) => entry('status_changed', { from, to: 'cancelled' })
const undo = (event: Undoable, planState?: PlanState) => reverse(event, 'a', planState, now)

test('a cancelled delivery returns to its route as long as the plan is where it was', () => {
  expect(undo(cancelled('planned'), 'approved')).toEqual({ kind: 'state', to: { ...was, status: 'planned' } })
  expect(undo(cancelled('in_transit'), 'dispatched')).toEqual({ kind: 'state', to: { ...was, status: 'in_transit' } })
  expect(undo(cancelled('dispatched'), 'approved')).toMatchObject({ code: 'cannot_undo' })
  expect(undo(cancelled('planned'))).toMatchObject({ code: 'cannot_undo' })
})

test('only the last entry of a history is undone, and only what a bulk change can do', () => {
  expect(reverse(cancelled('pending'), 'b', undefined, now)).toEqual({ code: 'cannot_undo' })
  expect(undo(entry('status_changed', { from: 'pending', to: 'planned' }), 'approved')).toEqual({ code: 'cannot_undo' })
  expect(undo(entry('updated', { delivery_address: { from: 'A', to: 'B' } }))).toEqual({ code: 'cannot_undo' })
})

test('what was said by hand is undone for ten minutes; after that it is corrected, with a reason', () => {
  const delivered = entry('status_changed', { from: 'dispatched', to: 'delivered', by_hand: true })
  expect(undo(delivered, 'dispatched')).toEqual({ kind: 'state', to: was })
  expect(undo(delivered)).toMatchObject({ code: 'cannot_undo' })
  expect(undo({ ...delivered, at: '2026-03-15T09:49:59Z' }, 'dispatched')).toEqual({
    code: 'cannot_undo',
    reason: 'It was said a while ago. Correct it instead, and say why.',
  })
})

test('fields get their earlier values back', () => {
  const detail = {
    wanted_driver_id: { from: null, to: 'x' },
    wanted_driver_name: { from: null, to: 'Sari' },
  }
  expect(undo(entry('updated', detail))).toEqual({ kind: 'fields', fields: { wanted_driver_id: null } })
  expect(undo(entry('deleted', {}))).toEqual({ kind: 'restore' })
})
