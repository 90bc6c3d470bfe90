import { expect, test } from 'vitest'
import { readCelsius } from './read-celsius.ts'

test('a reading is understood with a comma, a point and below zero', () => {
  expect(['4', '-18', '−18,5', '+2.25', '٤٫٥'].map(readCelsius)).toEqual([4, -18, -18.5, 2.25, 4.5])
  expect(['', '-', '4 °C', '1000', '101', '--4', '4.'].map(readCelsius)).toEqual(Array(7).fill(undefined))
})
