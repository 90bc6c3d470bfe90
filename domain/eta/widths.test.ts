import { expect, test } from 'vitest'
import { fitWidths, modelWidths, usualWidths, withWidth, type SaidWidth, type Widths } from './widths.ts'

const minute = 60_000
/** Said 90 minutes ahead as 5 minutes before or after it; drivers come evenly from 4 minutes before to 6 after. */
const range = { said: 0, p10: 85 * minute, p50: 90 * minute, p90: 95 * minute }
const said = (days: number, scale = 1): SaidWidth[] =>
  Array.from({ length: days * 50 }, (_, index) => ({
    ...range,
    arrived: range.p50 + (((index % 50) / 49) * 10 - 4) * scale * minute,
    early: 1,
    late: 1,
    day: String(Math.floor(index / 50)),
  }))
/** The lead time from one to two hours. */
const ahead = 3
const held = (ranges: readonly SaidWidth[], widths: Widths) => {
  const { p10, p90 } = withWidth(range, 0, widths)
  const share = (of: (each: SaidWidth) => boolean) => ranges.filter(of).length / ranges.length
  return { early: share(({ arrived }) => arrived < p10), late: share(({ arrived }) => arrived > p90) }
}

test('a tenth comes before the range and a tenth after it, once enough days are known', () => {
  const ranges = said(200)
  const widths = fitWidths(ranges, modelWidths)
  expect(widths.toSpliced(ahead, 1)).toEqual(modelWidths.slice(1))
  const now = held(ranges, widths)
  expect(now.early).toBeCloseTo(0.1, 1)
  expect(now.late).toBeCloseTo(0.1, 1)
  expect(fitWidths(said(6), usualWidths)).toEqual(usualWidths)
})

test('what was said with some width teaches the same as without it', () => {
  const wide = { p10: 80 * minute, p90: 100 * minute, early: 2, late: 2 }
  const ranges = said(40)
  expect(fitWidths(ranges.map((each) => ({ ...each, ...wide })))).toEqual(fitWidths(ranges))
})

test('however far off, ranges are at most doubled or halved, never of no width and never before now', () => {
  const { late } = fitWidths(said(200, 50), modelWidths)[ahead]!
  expect(late).toBeLessThanOrEqual(2)
  expect(late).toBeGreaterThan(1.8)
  const { p10, p90 } = withWidth({ p10: 1000, p50: 1000, p90: 1000 }, 500, usualWidths)
  expect(p10).toBe(500)
  expect(p90).toBeGreaterThan(1000)
})

test('widths go over into each other, so that a range narrows as a van comes nearer', () => {
  const widths = modelWidths.map((_, lead) => ({ early: 1, late: lead ? 1 : 0.6 }))
  const widthAt = (minutes: number) => {
    const p50 = minutes * minute
    const { p10, p90 } = withWidth({ p10: p50 * 0.9, p50, p90: p50 * 1.2 }, 0, widths)
    return p90 - p10
  }
  for (let minutes = 10; minutes < 300; minutes++) expect(widthAt(minutes)).toBeGreaterThan(widthAt(minutes - 1))
})
