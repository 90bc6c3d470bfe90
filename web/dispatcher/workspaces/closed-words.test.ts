import { expect, test } from 'vitest'
import type { Membership } from '#domain/schema/workspace.ts'
import { closedWords } from './closed-words.ts'

const membership = (fields: Partial<Membership> = {}): Membership => ({
  id: '0199aa11-2222-7333-8444-555566667777',
  name: 'North',
  role: 'dispatcher',
  state: 'active',
  tier: 'free',
  trial_ends_at: '2026-01-01T00:00:00.000Z',
  is_open: true,
  last_used_at: null,
  ...fields,
})
const gone = { code: 'no_workspace', detail: {} } as const

test('a suspended member reads where, by whom, and whom to ask', () => {
  const own = membership({ state: 'suspended' })
  const detail = { suspended_by: 'Maya', ask: ['Maya', 'Budi'] }
  const refusal = { code: 'member_suspended', detail } as const
  expect(closedWords({ refusal, wasOpen: true, own, all: [own] })).toEqual({
    title: 'You are suspended in North',
    text: 'Maya suspended your access. Ask Maya or Budi to let you in again. Your work is kept.',
  })
  const unknown = { code: 'member_suspended', detail: {} } as const
  expect(closedWords({ refusal: unknown, wasOpen: false, own: undefined, all: [] }).text).toBe(
    'Ask an owner or admin to let you in again. Your work is kept.',
  )
})

test('what was open and is gone, what never was, and nothing at all read differently', () => {
  const all = [membership()]
  const titleOf = (closed: Partial<Parameters<typeof closedWords>[0]>) =>
    closedWords({ refusal: gone, wasOpen: false, own: undefined, all, ...closed }).title
  expect(titleOf({ wasOpen: true })).toBe('This workspace is no longer open to you')
  expect(titleOf({})).toBe('You do not belong to this workspace')
  expect(titleOf({ all: [] })).toBe('You do not belong to a workspace')
})
