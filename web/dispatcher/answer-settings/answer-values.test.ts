import { expect, test } from 'vitest'
import { fromAnswerValues, moved } from './answer-values.ts'

test('answers that say nothing are not saved, and the usual ones stay the usual ones', () => {
  const values = { driver_answers: [' Yes ', '', '  '], dispatcher_answers: null }
  expect(fromAnswerValues(values)).toEqual({ driver_answers: ['Yes'], dispatcher_answers: null })
})

test('an answer moves by one place', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
})
