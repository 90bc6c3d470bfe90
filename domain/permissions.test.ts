import { expect, test } from 'vitest'
import { may, roles } from './permissions.ts'

const who = (action: Parameters<typeof may>[1]) => roles.filter((role) => may(role, action))

test('permissions match the design', () => {
  expect(who('manage_billing')).toEqual(['owner'])
  expect(who('manage_workspace')).toEqual(['owner', 'admin'])
  expect(who('change_operations')).toEqual(['owner', 'admin', 'dispatcher'])
  expect(who('see_operations')).toEqual(['owner', 'admin', 'dispatcher', 'viewer'])
  expect(who('work_own_route')).toEqual(['driver'])
})
