import { expect, test } from 'vitest'
import { pauseAfter } from './pause.ts'

test('ten wrong tries are free; then each pause is twice as long, up to an hour', () => {
  expect([1, 9].map((failures) => pauseAfter(failures, 10))).toEqual([0, 0])
  expect([10, 11, 12, 17, 18, 19, 5000].map((failures) => pauseAfter(failures, 10))).toEqual([
    10, 20, 40, 1280, 2560, 3600, 3600,
  ])
})
