import { expect, test } from 'vitest'
import { neighbors, readKey } from './review-order.ts'

const list = ['a', 'b', 'c'].map((id) => ({ id, of: 'delivery' as const }))

test('the ends of the list have one neighbor', () => {
  expect(neighbors(list, 'b')).toEqual({ next: 'c', previous: 'a' })
  expect(neighbors(list, 'a')).toEqual({ next: 'b', previous: undefined })
  expect(neighbors(list, 'c')).toEqual({ next: undefined, previous: 'b' })
  expect(neighbors(list, 'gone')).toEqual({ next: 'a', previous: undefined })
  expect(neighbors([], undefined)).toEqual({ next: undefined, previous: undefined })
})

test('a delivery and its pickup are two places', () => {
  const both = [{ id: 'a', of: 'pickup' as const }, ...list]
  expect(neighbors(both, 'a')).toEqual({ next: 'b', previous: 'a.pickup' })
  expect(neighbors(both, 'a.pickup')).toEqual({ next: 'a', previous: undefined })
})

test('keys go on, back, confirm, and choose a place by its number', () => {
  expect(['j', 'ArrowUp', 'Enter', '2'].map(readKey)).toEqual(['next', 'previous', 'confirm', { choose: 1 }])
  expect(readKey('x')).toBeUndefined()
})
