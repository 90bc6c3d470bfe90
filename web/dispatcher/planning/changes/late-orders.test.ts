import { expect, test } from 'vitest'
import type { Plan, Route } from '#domain/schema/plan.ts'
import { stillLate } from './late-orders.ts'

const route = (ids: string) => ({ stops: [...ids].map((delivery_id) => ({ delivery_id })) }) as unknown as Route
const plan = { routes: [route('ab')], unassigned: [{ delivery_id: 'u' }] } as unknown as Plan

test('an order that waits to be published came in late no more, also one of those that are not listed', () => {
  const late = { count: 4, delivery_ids: ['x', 'y'] }
  expect(stillLate(late, plan, [route('axbu')])).toEqual({ count: 3, delivery_ids: ['y'] })
  expect(stillLate(late, plan, [route('abxz')])).toEqual({ count: 2, delivery_ids: ['y'] })
  expect(stillLate(late, plan)).toEqual(late)
})

test('an answer that is newer than the plan does not count below none', () => {
  expect(stillLate({ count: 0, delivery_ids: [] }, plan, [route('abx')]).count).toBe(0)
})
