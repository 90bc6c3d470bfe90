import { expect, test } from 'vitest'
import { quotas, usualLimits } from '#domain/quotas.ts'
import { maxInTable } from '#solver/json/size.ts'
import { readQuotaLimits } from './quota-config.ts'

test('QUOTAS sets limits by name, and the others stay as usual', () => {
  expect(readQuotaLimits(undefined)).toEqual(usualLimits)
  expect(readQuotaLimits('deliveries_per_day=500, bytes_stored=20GB,')).toEqual({
    ...usualLimits,
    deliveries_per_day: 500,
    bytes_stored: 20_000_000_000,
  })
})

test.each([
  ['parcels=5', /QUOTAS has no quota "parcels": it can set deliveries_per_day, /],
  ['members', /members must be a whole number from 1 .*, not ""/],
  ['members=-1', /members must be a whole number/],
  ['members=5GB', /members must be a whole number/],
  ['bytes_stored=much', /bytes_stored must be a size like 20GB, not "much"/],
  ['stops_per_plan=12001', /stops_per_plan must be a whole number from 1 to 12,000, not "12001"/],
])('QUOTAS=%s is refused', (raw, sentence) => {
  expect(() => readQuotaLimits(raw)).toThrow(sentence)
})

test('a plan may have as many stops as the engine takes', () => {
  expect(quotas.stops_per_plan.most).toBe(maxInTable)
  expect(usualLimits.stops_per_plan).toBe(maxInTable)
})
