import { expect, test } from 'vitest'
import { may, roles } from './permissions.ts'

const who = (action: Parameters<typeof may>[1]) => roles.filter((role) => may(role, action))

test('permissions match the design', () => {
  expect(who('manage_billing')).toEqual(['owner'])
  expect(who('manage_workspace')).toEqual(['owner', 'admin'])
  for (const action of ['change_fleet', 'change_planning', 'change_deliveries'] as const)
    expect(who(action)).toEqual(['owner', 'admin', 'dispatcher'])
  expect(who('add_deliveries')).toEqual(['owner', 'admin', 'dispatcher', 'client'])
  expect(who('see_operations')).toEqual(['owner', 'admin', 'dispatcher', 'viewer'])
  expect(who('see_deliveries')).toEqual(['owner', 'admin', 'dispatcher', 'viewer', 'client'])
  expect(who('work_own_route')).toEqual(['driver'])
})

test('whoever is tied to a driver’s record may also do what drivers do', () => {
  expect(may({ role: 'owner', driverId: 'driver' }, 'work_own_route')).toBe(true)
  expect(may({ role: 'owner', driverId: 'driver' }, 'manage_billing')).toBe(true)
  expect(may({ role: 'viewer', driverId: 'driver' }, 'change_planning')).toBe(false)
  expect(may({ role: 'owner', driverId: null }, 'work_own_route')).toBe(false)
})
