import { expect, test } from 'vitest'
import { wholeMonths } from './rules.ts'

test('a range is whole months and the days around them', () => {
  const range = (from: string, to: string) => ({ from, to })
  expect(wholeMonths(range('2026-02-01', '2026-02-28'))).toEqual({ months: ['2026-02-01'], rest: [] })
  expect(wholeMonths(range('2025-12-31', '2026-03-01'))).toEqual({
    months: ['2026-01-01', '2026-02-01'],
    rest: [range('2025-12-31', '2025-12-31'), range('2026-03-01', '2026-03-01')],
  })
  expect(wholeMonths(range('2026-01-01', '2026-01-30'))).toEqual({
    months: [],
    rest: [range('2026-01-01', '2026-01-30')],
  })
})
