import { expect, test } from 'vitest'
import type { Plan } from '#domain/schema/plan.ts'
import { nextTarget } from './use-key-drag.ts'

const stop = (id: string) => ({ id, kind: id === 'depot' ? 'start' : 'delivery' })
const plan = {
  routes: [
    { id: 'r', stops: ['depot', 'a', 'b', 'c'].map(stop) },
    { id: 's', stops: ['d', 'e'].map(stop) },
  ],
} as unknown as Plan
const picked = { dragged: { stop_ids: ['b'], delivery_ids: [] } }
const at = (before: string | null, route_id = 'r') => ({ kind: 'place' as const, route_id, before })
const press = (key: string, from: Parameters<typeof nextTarget>[2], answered?: string | null) =>
  nextTarget(plan, picked, from, answered, key)

test('left and right go through the places of a route, past what is picked up, and stop at its ends', () => {
  expect(press('ArrowRight', at('a'))).toEqual(at('c'))
  expect(press('ArrowRight', at('c'))).toEqual(at(null))
  expect(press('ArrowRight', at(null))).toEqual(at(null))
  expect(press('ArrowLeft', at('c'))).toEqual(at('a'))
  expect(press('ArrowLeft', at('a'))).toEqual(at('a'))
})

test('up and down go through the routes, each at its cheapest place, from which places go on', () => {
  expect(press('ArrowDown', at('a'))).toEqual({ kind: 'best', route_id: 's' })
  expect(press('ArrowDown', at('d', 's'))).toEqual({ kind: 'best', route_id: 's' })
  expect(press('ArrowUp', { kind: 'unassigned' })).toEqual({ kind: 'best', route_id: 'r' })
  expect(press('ArrowRight', { kind: 'best', route_id: 's' }, 'd')).toEqual(at('e', 's'))
  expect(press('x', at('a'))).toBeUndefined()
})
