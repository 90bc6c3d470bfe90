import { expect, test } from 'vitest'
import type { Role } from '#domain/permissions.ts'
import type { TeamMember } from '#domain/schema/member.ts'
import { deedsFor } from './member-menu.tsx'

const me = (role: Role) => ({ user_id: 'me', role, driver_id: null })
const member = (role: Role, state: TeamMember['state'] = 'active', user_id = 'other') =>
  ({ user_id, role, state }) as TeamMember

test('a row offers only what the server would do', () => {
  expect(deedsFor(me('owner'), member('viewer'))).toEqual(['edit', 'offer', 'suspend', 'remove'])
  expect(deedsFor(me('owner'), member('owner'))).toEqual(['edit', 'suspend', 'remove'])
  expect(deedsFor(me('admin'), member('dispatcher', 'suspended'))).toEqual(['edit', 'resume', 'remove'])
  expect(deedsFor(me('admin'), member('owner'))).toEqual([])
  expect(deedsFor(me('dispatcher'), member('viewer'))).toEqual([])
  expect(deedsFor(me('viewer'), member('viewer', 'active', 'me'))).toEqual(['leave'])
})
