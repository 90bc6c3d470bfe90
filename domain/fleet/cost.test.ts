import { expect, test } from 'vitest'
import { fixedCost, sumCosts } from './cost.ts'

test('currencies are summed apart, and a kilometer costs what was spent on it', () => {
  const spent = [
    { kind: 'fuel' as const, currency: 'EUR', cost: 6000 },
    { kind: 'maintenance' as const, currency: 'EUR', cost: 4000 },
    { kind: 'fuel' as const, currency: 'USD', cost: 500 },
    { kind: 'fixed' as const, currency: 'EUR', cost: 30_000 },
  ]
  expect(sumCosts(spent, 1000, 'EUR')).toEqual([
    { currency: 'EUR', fuel: 6000, maintenance: 4000, fixed: 30_000, total: 40_000, per_km: 40 },
    { currency: 'USD', fuel: 500, maintenance: 0, fixed: 0, total: 500, per_km: 0.5 },
  ])
  expect(sumCosts([], 0, 'JPY')).toEqual([
    { currency: 'JPY', fuel: 0, maintenance: 0, fixed: 0, total: 0, per_km: null },
  ])
})

test.each([
  ['2026-01-01', '2026-01-31', 31_000],
  ['2026-01-16', '2026-01-31', 16_000],
  ['2026-01-31', '2026-03-01', 1000 + 31_000 + 1000],
  ['2026-03-02', '2026-03-01', 0],
])('fixed costs from %s to %s are %s', (from, to, cost) => expect(fixedCost(31_000, from, to)).toBe(cost))
