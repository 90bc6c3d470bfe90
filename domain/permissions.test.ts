import { expect, test } from 'vitest'
import {
  actions,
  isForKeys,
  keyScopes,
  may,
  mayHandlePrescriptions,
  roleOfKey,
  roles,
  scopesFor,
} from './permissions.ts'

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

test.each([
  ['read', ['see_operations', 'see_deliveries', 'see_addresses', 'see_positions', 'see_self']],
  ['deliveries', ['change_deliveries', 'add_deliveries', 'see_deliveries', 'see_addresses', 'see_self']],
  ['planning', ['change_fleet', 'change_planning', 'see_operations', 'see_deliveries', 'see_addresses', 'see_self']],
  ['prescriptions', ['see_self']],
  ['tracking', ['see_deliveries', 'see_positions', 'see_self']],
] as const)('an API key with the scope %s may do this and nothing else', (scope, allowed) => {
  const key = { role: roleOfKey([scope]), scopes: [scope] }
  expect(actions.filter((action) => may(key, action)).toSorted()).toEqual([...allowed].toSorted())
  for (const action of allowed) expect(scopesFor(action)).toContain(scope)
})

test('no API key may manage its workspace, whatever its scopes', () => {
  for (const action of ['manage_workspace', 'manage_billing', 'work_own_route'] as const) {
    expect(may({ role: 'dispatcher', scopes: keyScopes }, action)).toBe(false)
    expect(isForKeys(action)).toBe(false)
  }
})

test('owners handle prescriptions, and those whom they let, whatever else their role allows', () => {
  for (const action of ['see_prescriptions', 'change_prescriptions'] as const) {
    expect(who(action)).toEqual(['owner'])
    expect(may({ role: 'viewer', handlesPrescriptions: true }, action)).toBe(true)
    expect(may({ role: 'admin', handlesPrescriptions: false }, action)).toBe(false)
    expect(scopesFor(action)).toEqual(['prescriptions'])
    expect(may({ role: 'viewer', scopes: ['read'], handlesPrescriptions: true }, action)).toBe(false)
    expect(may({ role: 'viewer', scopes: ['prescriptions'], handlesPrescriptions: true }, action)).toBe(true)
  }
  expect(may({ role: 'viewer', handlesPrescriptions: true }, 'change_deliveries')).toBe(false)
  expect(roles.filter(mayHandlePrescriptions)).toEqual(['admin', 'dispatcher', 'viewer'])
})
