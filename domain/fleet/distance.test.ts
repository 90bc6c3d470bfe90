import { expect, test } from 'vitest'
import { distanceKm, drivenKm } from './distance.ts'

const at = (day: number, hour = 0) =>
  `2026-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`
const drive = (day: number, meters: number) => ({ meters, started_at: at(day, 8), until_at: at(day, 16) })

test('a drive that is partly within counts by its share of time', () => {
  const drives = [drive(1, 80_000), drive(2, 40_000)]
  expect(drivenKm(drives, at(1), at(3))).toBe(120)
  expect(drivenKm(drives, at(1, 12), at(2, 10))).toBe(50)
  expect(drivenKm([{ meters: 9, started_at: at(1), until_at: at(1) }], at(1), at(2))).toBe(0)
})

test('readings count between each other, and positions around them', () => {
  const drives = [drive(1, 80_000), drive(2, 40_000), drive(3, 30_000)]
  const readings = [
    { km: 1000, read_at: at(2) },
    { km: 1044, read_at: at(3) },
  ]
  expect(distanceKm(readings, drives, at(1), at(4))).toBe(80 + 44 + 30)
  expect(distanceKm([], drives, at(1), at(4))).toBe(150)
  // A new instrument begins again at 0.
  expect(distanceKm([...readings, { km: 0, read_at: at(4), reason: 'New' }], drives, at(1), at(5))).toBe(80 + 44 + 30)
})
