import { expect, test } from 'vitest'
import type { Plan, Route } from '#domain/schema/plan.ts'
import { withResult, withRoutes } from './with-result.ts'

const route = (id: string, ...deliveries: string[]) =>
  ({ id, stops: deliveries.map((delivery_id) => ({ delivery_id })) }) as Route

test('changed routes keep their places, new ones come last, and removed ones are gone', () => {
  const changed = { routes: [route('b', 'y', 'z'), route('new', 'x')], removed_route_ids: ['a'] }
  const routes = [route('a', 'x'), route('b', 'y'), route('c')]
  expect(withRoutes(routes, changed).map(({ id }) => id)).toEqual(['b', 'c', 'new'])
  expect(withRoutes(routes, changed)[0]?.stops).toHaveLength(2)
  const kept = withRoutes(routes, changed, true)
  expect(kept.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'new'])
  expect(kept[0]?.stops).toEqual([])
})

test('inserted deliveries are no longer unassigned', () => {
  const plan = {
    version: 1,
    routes: [route('a')],
    unassigned: [{ delivery_id: 'x' }, { delivery_id: 'y' }],
  } as Plan
  const result = { id: 'change', sentence: '', plan: { ...plan, version: 2 }, routes: [route('a', 'x')] }
  const after = withResult(plan, { ...result, removed_route_ids: [] })
  expect(after.version).toBe(2)
  expect(after.unassigned.map(({ delivery_id }) => delivery_id)).toEqual(['y'])
})
