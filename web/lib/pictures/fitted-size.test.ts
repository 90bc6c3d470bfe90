import { expect, test } from 'vitest'
import { fittedSize } from './fitted-size.ts'

test('a photo shrinks to 1,600 px on its longer side, and never grows', () => {
  expect(fittedSize(4032, 3024)).toEqual({ width: 1600, height: 1200 })
  expect(fittedSize(3024, 4032)).toEqual({ width: 1200, height: 1600 })
  expect(fittedSize(800, 600)).toEqual({ width: 800, height: 600 })
  expect(fittedSize(20_000, 3)).toEqual({ width: 1600, height: 1 })
})
