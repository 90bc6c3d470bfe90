import { expect, test } from 'vitest'
import { driverOrder, movesLocked } from './driver-order.ts'

const route = (ids: string, done = '', locked = '') =>
  [...ids].map((id) => ({ id, isDone: done.includes(id), locked: locked.includes(id) }))
const order = (ids: string, wanted: string, done = '') => driverOrder(route(ids, done), [...wanted]).join('')

test('a driver’s order keeps what is done in front, and what came meanwhile at the end', () => {
  expect(order('abcd', 'dcba')).toBe('dcba')
  expect(order('abcd', 'dcba', 'a')).toBe('adcb')
  expect(order('abcd', 'db', 'a')).toBe('adbc')
  expect(order('abcd', 'dxbcc', 'a')).toBe('adbc')
})

test('a locked stop keeps its place', () => {
  expect(movesLocked(route('abc', '', 'c'), ['b', 'a', 'c'])).toBe(false)
  expect(movesLocked(route('abc', '', 'c'), ['c', 'a', 'b'])).toBe(true)
})
