import { expect, test } from 'vitest'
import { keys } from '../keys.ts'
import { everything, isStale, staleAfter } from './stale.ts'

test('a changed delivery concerns the lists and its own reads, not those of other deliveries', () => {
  const stale = staleAfter('delivery', 'd1')
  const are = (...all: (readonly unknown[])[]) => all.map((key) => isStale(key, stale))
  expect(
    are(keys.deliveries.list('{}', undefined), keys.deliveries.countsOfDay('2026-01-01'), keys.plans.whole('p', 'x')),
  ).toEqual([true, true, true])
  expect(are(keys.deliveries.one('d1'), keys.deliveries.history('d1'))).toEqual([true, true])
  expect(are(keys.deliveries.one('d2'), keys.deliveries.history('d2'), keys.vehicles.every, keys.me)).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(isStale(keys.deliveries.history('d2'), staleAfter('delivery'))).toBe(true)
})

test('a record is read again where another kind of page shows it', () => {
  expect(isStale(keys.drivers.active, staleAfter('vehicle', 'v'))).toBe(true)
  expect(isStale(keys.deliveries.list('{}', 'c'), staleAfter('driver', 'd'))).toBe(true)
  expect(isStale(keys.me, staleAfter('workspace', 'w'))).toBe(true)
  // Who can drive on a day follows from the fleet, the calendar and the settings.
  for (const kind of ['driver', 'vehicle', 'depot', 'day_off', 'holiday', 'territory', 'planning_settings']) {
    expect(isStale(keys.plans.planningDay('2026-01-01', ''), staleAfter(kind, 'x')), kind).toBe(true)
  }
  // Another role, or a tie to a driver's record, changes what the page offers.
  for (const kind of ['member', 'driver']) expect(isStale(keys.me, staleAfter(kind, 'x')), kind).toBe(true)
})

test('new deliveries and any change of a driver count for the tier', () => {
  const isRead = (kind: string, type: string) => isStale(keys.billing.tier, staleAfter(kind, 'x', type))
  expect(isRead('driver', 'driver.updated')).toBe(true)
  expect(isRead('delivery', 'delivery.created')).toBe(true)
  expect(isRead('delivery', 'delivery.updated')).toBe(false)
})

test('quotas change with the number of records only', () => {
  const isRead = (type: string) => isStale(keys.quotas, staleAfter('delivery', 'd', type))
  expect([isRead('delivery.created'), isRead('delivery.deleted'), isRead('delivery.updated')]).toEqual([
    true,
    true,
    false,
  ])
})

test('a kind that is not known makes everything stale', () => {
  expect(isStale(keys.integrations, staleAfter('proof', 'x'))).toBe(true)
})

test('what only one person sees is never stale because of others', () => {
  for (const key of [keys.session, keys.account.sessions, keys.newFactor, keys.newRecoveryCodes]) {
    expect(isStale(key, everything), String(key)).toBe(false)
  }
})
