import { expect, test } from 'vitest'
import { figuresOf, savingOf } from './figures.ts'

const route = (distance: number) => ({ route: [], distance, duration: distance / 40, fuelConsumption: distance * 0.1 })

test('kilometers and liters have two decimals, minutes have none', () => {
  expect(figuresOf(route(12.3456))).toEqual({ km: 12.35, minutes: 19, liters: 1.23 })
  expect(figuresOf(route(0.0049))).toEqual({ km: 0, minutes: 0, liters: 0 })
})

test('a saving is the difference between the rounded numbers', () => {
  expect(savingOf(figuresOf(route(20.1)), figuresOf(route(18.6)))).toEqual({ km: 1.5, minutes: 2, liters: 0.15 })
})

test('there is no saving if the second route is not shorter by at least the rounding', () => {
  const twenty = figuresOf(route(20))
  expect(savingOf(twenty, figuresOf(route(20)))).toBeUndefined()
  expect(savingOf(twenty, figuresOf(route(20.4)))).toBeUndefined()
  expect(savingOf(twenty, figuresOf(route(19.998)))).toBeUndefined()
})
