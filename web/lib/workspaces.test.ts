import { expect, test } from 'vitest'
import type { Membership } from '#domain/schema/workspace.ts'
import { toOpen } from './workspaces.ts'

const memberships = (...list: Partial<Membership>[]) => list as Membership[]

test('the workspace used last is opened, unless it is closed and another one is not', () => {
  const [used, other] = [
    { id: 'used', state: 'active', is_open: true },
    { id: 'other', state: 'active', is_open: true },
  ] as const
  const opened = (...list: Partial<Membership>[]) => toOpen(memberships(...list))?.id
  expect(opened(used, other)).toBe('used')
  expect(opened({ ...used, state: 'suspended' }, other)).toBe('other')
  expect(opened({ ...used, is_open: false }, other)).toBe('other')
  expect(opened({ ...used, is_open: false }, { ...other, is_open: false })).toBe('used')
  expect(opened({ ...used, state: 'suspended' })).toBe('used')
  expect(opened()).toBeUndefined()
})
