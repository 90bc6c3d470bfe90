import { expect, test } from 'vitest'
import { noteLag, oldestOf } from './lag.ts'

const headers = (asOf: string, seconds: string) => new Headers({ 'karta-as-of': asOf, 'karta-lag-seconds': seconds })
const analytics = ['/v1/analytics/']

test('an answer that lags is told until the next one does not', () => {
  noteLag('/v1/analytics/figures', headers('2026-11-29T07:02:00.000Z', '5.0'))
  expect(oldestOf(analytics)).toBeUndefined()
  noteLag('/v1/analytics/figures', headers('2026-11-29T07:02:00.000Z', '5.1'))
  noteLag('/v1/analytics/addresses', headers('2026-11-29T07:01:00.000Z', '65'))
  noteLag('/v1/reports/:id/run', headers('2026-11-29T07:00:00.000Z', '125'))
  expect(oldestOf(analytics)).toBe('2026-11-29T07:01:00.000Z')
  expect(oldestOf([...analytics, '/v1/reports/'])).toBe('2026-11-29T07:00:00.000Z')
  noteLag('/v1/analytics/addresses', new Headers())
  expect(oldestOf(analytics)).toBe('2026-11-29T07:02:00.000Z')
  noteLag('/v1/analytics/figures', new Headers())
  expect(oldestOf(analytics)).toBeUndefined()
})
