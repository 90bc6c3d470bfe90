import { expect, test } from 'vitest'
import { calibrationByLead, calibrationOf, neededLevel, type SaidRange } from './calibration.ts'

const minute = 60_000
const said = (arrived: number, given: Partial<SaidRange> = {}): SaidRange => ({
  said: 0,
  p10: 20 * minute,
  p50: 24 * minute,
  p90: 32 * minute,
  arrived: arrived * minute,
  ...given,
})

test('the ends of what was said need 80%, the middle nothing, and each side has its own width', () => {
  expect(neededLevel(said(24))).toBe(0)
  expect(neededLevel(said(20))).toBeCloseTo(0.8, 5)
  expect(neededLevel(said(32))).toBeCloseTo(0.8, 5)
  expect(neededLevel(said(22))).toBeCloseTo(neededLevel(said(28)), 5)
  expect(neededLevel(said(25, { p10: 24 * minute, p90: 24 * minute }))).toBe(1)
})

test('arrivals are counted by probability and by lead time', () => {
  const ranges = [said(20), said(32), said(33), said(24)]
  expect(calibrationOf(ranges).levels.map(({ within }) => within)).toEqual([1, 1, 1, 3, 4])
  const late = { said: -60 * minute }
  const byLead = calibrationByLead([...ranges, said(50, late)])
  expect(byLead.map((each) => each.said)).toEqual([0, 4, 0, 1, 0])
})
