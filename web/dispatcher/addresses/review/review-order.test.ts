import { expect, test } from 'vitest'
import { neighbors, readKey } from './review-order.ts'

const list = ['a', 'b', 'c'].map((id) => ({ id }))

test('the ends of the list have one neighbor', () => {
  expect(neighbors(list, 'b')).toEqual({ next: 'c', previous: 'a' })
  expect(neighbors(list, 'a')).toEqual({ next: 'b', previous: undefined })
  expect(neighbors(list, 'c')).toEqual({ next: undefined, previous: 'b' })
  expect(neighbors(list, 'gone')).toEqual({ next: 'a', previous: undefined })
  expect(neighbors([], undefined)).toEqual({ next: undefined, previous: undefined })
})

test('keys go on, back, confirm, and choose a place by its number', () => {
  expect(['j', 'ArrowUp', 'Enter', '2'].map(readKey)).toEqual(['next', 'previous', 'confirm', { choose: 1 }])
  expect(readKey('x')).toBeUndefined()
})
