import { expect, test } from 'vitest'
import { excursionsOf, meanKinetic, minutesOf, type Point } from './excursions.ts'

const every = (minutes: number, degrees: number[]): Point[] =>
  degrees.map((celsius, index) => ({ at: index * minutes * 60_000, celsius }))

test('an excursion goes from the first reading out of range to the first one back in it', () => {
  const found = excursionsOf(every(5, [5, 9, 11, 8, 4, 1]), [2, 8])
  expect(found).toMatchObject([
    { began_at: 300_000, ended_at: 900_000, lowest_c: 9, highest_c: 11, degree_minutes: 17.5 },
    { began_at: 1_500_000, ended_at: null, last_at: 1_500_000, lowest_c: 1, highest_c: 1, degree_minutes: 0 },
  ])
  expect(found.map(minutesOf)).toEqual([10, 0])
})

test('a limit itself is in range, and an open end has none', () => {
  expect(excursionsOf(every(5, [2, 8]), [2, 8])).toEqual([])
  expect(excursionsOf(every(5, [-90, 8, 9]), [-Infinity, 8])).toHaveLength(1)
  expect(excursionsOf([], [2, 8])).toEqual([])
})

test('the mean kinetic temperature is the same for a constant one, and above the mean for a changing one', () => {
  expect(meanKinetic([])).toBeUndefined()
  expect(meanKinetic(every(5, [5]))).toBe(5)
  expect(meanKinetic(every(5, [5, 5, 5]))).toBe(5)
  // (e^(-10000/293.15) + e^(-10000/303.15)) / 2, by hand.
  expect(meanKinetic(every(60, [20, 30]))).toBe(26.26)
})
