import { expect, test } from 'vitest'
import type { Route } from '#domain/schema/plan.ts'
import { selectStops } from './select-stops.ts'

const route = (id: string, ...ids: string[]) =>
  ({ id, stops: ids.map((each) => ({ id: each, kind: each.startsWith('x') ? 'break' : 'delivery' })) }) as Route
const routes = [route('one', 'a', 'b', 'x', 'c', 'd'), route('two', 'e', 'f')]
const after = (
  before: string[],
  ids: string[],
  mode: 'replace' | 'add' | 'toggle' | 'range',
  anchor: string | null = null,
) => [...selectStops(new Set(before), ids, { mode, anchor, routes })].join('')

test('a press alone replaces the selection, with Ctrl it adds or takes away', () => {
  expect(after(['a', 'b'], ['e'], 'replace')).toBe('e')
  expect(after(['a'], ['e'], 'toggle')).toBe('ae')
  expect(after(['a', 'e'], ['e'], 'toggle')).toBe('a')
  expect(after(['a'], ['a', 'e'], 'add')).toBe('ae')
})

test('Shift selects from the last press on, in either direction and without breaks', () => {
  expect(after(['a'], ['d'], 'range', 'a')).toBe('abcd')
  expect(after(['d'], ['b'], 'range', 'd')).toBe('dbc')
})

test('a range to another route, or from nothing, adds what was pressed', () => {
  expect(after(['a'], ['f'], 'range', 'a')).toBe('af')
  expect(after([], ['c'], 'range')).toBe('c')
  expect(after(['a'], ['unassigned'], 'range', 'a')).toBe('aunassigned')
})
