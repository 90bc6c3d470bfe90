import { expect, test } from 'vitest'
import { inOrder, isSameOrder, putBeside, stepped } from './stop-order.ts'

const free = () => false
const of = (order: string) => [...order]

test('selected stops move one place together and keep their own order', () => {
  expect(stepped(of('abcde'), new Set('cd'), 'up', free).join('')).toBe('acdbe')
  expect(stepped(of('abcde'), new Set('bc'), 'down', free).join('')).toBe('adbce')
  expect(stepped(of('abcde'), new Set('bd'), 'up', free).join('')).toBe('badce')
})

test('stops at an end stay there while the others close up', () => {
  expect(stepped(of('abcd'), new Set('ac'), 'up', free).join('')).toBe('acbd')
  expect(stepped(of('abcd'), new Set('ab'), 'up', free).join('')).toBe('abcd')
  expect(stepped(of('abcd'), new Set('bd'), 'down', free).join('')).toBe('acbd')
})

test('nothing passes a stop that is done or locked, and such a stop does not move', () => {
  const isFixed = (id: string) => id === 'b'
  expect(stepped(of('abcd'), new Set('c'), 'up', isFixed).join('')).toBe('abcd')
  expect(stepped(of('abcd'), new Set('b'), 'down', isFixed).join('')).toBe('abcd')
  expect(stepped(of('abcd'), new Set('a'), 'down', isFixed).join('')).toBe('abcd')
})

test('stops are put beside another, or at the beginning', () => {
  expect(putBeside(of('abcde'), new Set('bd'), 'e').join('')).toBe('acebd')
  expect(putBeside(of('abcde'), new Set('e'), 'b', 'before').join('')).toBe('aebcd')
  expect(putBeside(of('abcde'), new Set('c'), null).join('')).toBe('cabde')
})

test('stops dropped on one of themselves gather there', () => {
  expect(putBeside(of('abcde'), new Set('bd'), 'd').join('')).toBe('acbde')
  expect(isSameOrder(putBeside(of('abc'), new Set('b'), 'b'), of('abc'))).toBe(true)
})

test('a route is shown in an order before it is made, with depots and breaks where they were', () => {
  const stop = (id: string, kind: string, sequence: number) => ({ id, kind: kind as 'delivery', sequence })
  const stops = [
    stop('s', 'start', 0),
    stop('a', 'delivery', 1),
    stop('k', 'break', 0),
    stop('b', 'pickup', 2),
    stop('e', 'end', 0),
  ]
  expect(inOrder(stops, ['b', 'a']).map(({ id, sequence }) => `${id}${sequence}`)).toEqual([
    's0',
    'b1',
    'k0',
    'a2',
    'e0',
  ])
  expect(inOrder(stops, ['b', 'gone'])).toEqual(stops)
})
