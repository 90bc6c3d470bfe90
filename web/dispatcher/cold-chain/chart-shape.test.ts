import { expect, test } from 'vitest'
import { chartOf } from './chart-shape.ts'

const size = { width: 100, height: 100 }
const at = (minutes: number, celsius: number) => ({ read_at: new Date(minutes * 60_000).toISOString(), celsius })

test('the line goes from the first reading to the last, and the band is what is right', () => {
  const chart = chartOf([at(0, 0), at(5, 10), at(10, 5)], { temperature_min_c: 2, temperature_max_c: 8 }, size)
  expect(chart).toMatchObject({ lowest: 0, highest: 10, points: '0,91.7 50,8.3 100,50', lines: [25, 75] })
  expect(chart!.band).toEqual({ top: 25, height: 50 })
})

test('one reading is seen, and none is no chart', () => {
  expect(chartOf([at(0, 5)], { temperature_min_c: null, temperature_max_c: null }, size)!.points).toBe('46,50 54,50')
  expect(chartOf([], { temperature_min_c: 2, temperature_max_c: 8 }, size)).toBeUndefined()
})
