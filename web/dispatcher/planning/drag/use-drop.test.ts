import { expect, test } from 'vitest'
import type { Plan } from '#domain/schema/plan.ts'
import { withoutFigures } from './use-drop.ts'

const stop = (id: string) => ({ id, kind: 'delivery', delivery_id: `of ${id}`, delivery_status: 'planned', locked: false }) // prettier-ignore
const plan = {
  routes: [
    { id: 'r', locks: [], stops: ['a', 'b'].map(stop) },
    { id: 's', locks: [], stops: ['c', 'd'].map(stop) },
  ],
} as unknown as Plan
const picked = (stops: string[], delivery_ids: string[] = []) =>
  ({ dragged: { stop_ids: stops, delivery_ids }, stops: stops.map(stop) }) as never

test('without the engine, stops go to the very place where they were dropped, and the server says what that does', () => {
  const before = (id: string, route_id = 's') => ({ kind: 'place' as const, route_id, before: id })
  expect(withoutFigures(plan, picked(['a']), before('d'))).toEqual([
    { type: 'move', delivery_ids: ['of a'], route_id: 's', position: 2 },
  ])
  expect(withoutFigures(plan, picked(['b']), before('a', 'r'))).toEqual([
    { type: 'reorder', route_id: 'r', stop_ids: ['b', 'a'] },
  ])
})

test('without the engine, whoever waits gets the cheapest place of the route', () => {
  expect(withoutFigures(plan, picked([], ['w']), { kind: 'place', route_id: 's', before: 'd' })).toEqual([
    { type: 'insert', delivery_id: 'w', route_id: 's' },
  ])
  expect(withoutFigures(plan, picked(['a']), { kind: 'best', route_id: 's' })).toEqual([
    { type: 'move', delivery_ids: ['of a'], route_id: 's' },
  ])
})
