import { expect, test } from 'vitest'
import { doubtOf } from './reading.ts'

const on = (day: number, km: number) => ({ km, read_at: `2026-03-${String(day).padStart(2, '0')}T20:00:00.000Z` })
const doubt = (reading: ReturnType<typeof on>, before?: ReturnType<typeof on>, after?: ReturnType<typeof on>) =>
  doubtOf(reading, { before, after, zone: 'Asia/Jakarta' })

test('a reading that goes backwards, or too far ahead, is doubted', () => {
  expect(doubt(on(2, 41_000), on(1, 40_800))).toBeUndefined()
  // In Jakarta, it is the next day by then.
  expect(doubt(on(2, 40_000), on(1, 40_800))).toBe(
    'The odometer goes backwards: 40,000 km after 40,800 km on 2026-03-02.',
  )
  expect(doubt(on(2, 408_000), on(1, 40_800))).toMatch(/^That is 367,200 km more than on 2026-03-02/)
  expect(doubt(on(1, 5))).toBeUndefined()
})

test('a reading that comes late has to fit between the others', () => {
  expect(doubt(on(2, 41_000), on(1, 40_800), on(3, 41_200))).toBeUndefined()
  expect(doubt(on(2, 41_300), on(1, 40_800), on(3, 41_200))).toMatch(/41,300 km before 41,200 km on 2026-03-04/)
})
