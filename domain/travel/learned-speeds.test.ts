import { expect, test } from 'vitest'
import { dayKindOf, fewestDrives, speedsFrom } from './learned-speeds.ts'

const twiceAsLong = Math.log(2)

test('too few drives tell nothing', () => {
  expect(speedsFrom([{ hour: 8, drives: fewestDrives - 1, mean_log: twiceAsLong }])).toBeUndefined()
  expect(speedsFrom([])).toBeUndefined()
})

test('an hour with many drives has their speed, and one with few nearly that of the day', () => {
  const speeds = speedsFrom([
    { hour: 8, drives: 2000, mean_log: twiceAsLong },
    { hour: 12, drives: 2000, mean_log: 0 },
    { hour: 18, drives: 1, mean_log: Math.log(4) },
  ])!
  const at = (hour: string) => speeds.findLast(({ from }) => from <= hour)!.factor
  expect(speeds[0]!.from).toBe('00:00')
  expect(at('08:30')).toBe(0.5)
  expect(at('12:00')).toBe(1)
  // The day as a whole has the middle of both, on the scale of times.
  expect(at('03:00')).toBeCloseTo(Math.SQRT1_2, 1)
  expect(Math.abs(at('18:00') - at('03:00'))).toBeLessThanOrEqual(0.05)
})

test('speeds are steps that the settings take, however strange the drives', () => {
  for (const mean_log of [-50, 50, 0.001]) {
    const speeds = speedsFrom(Array.from({ length: 24 }, (_, hour) => ({ hour, drives: 50, mean_log })))!
    expect(speeds).toHaveLength(1)
    expect(speeds[0]!.factor).toBeGreaterThanOrEqual(0.1)
    expect(speeds[0]!.factor).toBeLessThanOrEqual(3)
  }
})

test('a Saturday is a weekend', () => {
  expect([dayKindOf('2026-03-13'), dayKindOf('2026-03-14'), dayKindOf('2026-03-16')]).toEqual([
    'workdays',
    'weekends',
    'workdays',
  ])
})
