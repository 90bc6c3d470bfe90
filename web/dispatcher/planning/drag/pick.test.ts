import { expect, test } from 'vitest'
import type { Plan } from '#domain/schema/plan.ts'
import { pick, stillThere } from './pick.ts'

const stop = (id: string, status = 'planned', kind = 'delivery') => ({
  id,
  kind,
  delivery_id: kind === 'delivery' ? `of ${id}` : null,
  delivery_number: kind === 'delivery' ? id.charCodeAt(0) : null,
  delivery_status: status,
})
const planOf = (...stops: ReturnType<typeof stop>[]) =>
  ({
    routes: [{ id: 'r', stops }],
    unassigned: [
      { delivery_id: 'w', delivery_number: 7, location: { lat: 1, lng: 1 } },
      { delivery_id: 'lost', delivery_number: 8, location: null },
    ],
  }) as unknown as Plan
const plan = planOf(stop('depot', '', 'start'), stop('a', 'delivered'), stop('b'), stop('c', 'in_transit'), stop('d'))

test('what may still move is picked up: no depot, nothing done or next, and nothing without a position', () => {
  const picked = pick(plan, new Set(['depot', 'a', 'b', 'c', 'd', 'w', 'lost']))
  expect(picked).toMatchObject({ dragged: { stop_ids: ['b', 'd'], delivery_ids: ['w'] }, label: '#7, #98, and #100', routeId: 'r' }) // prettier-ignore
  expect(pick(plan, new Set(['a', 'depot', 'lost']))).toBeNull()
})

test('a drag goes on after somebody else changed the plan, unless a stop of it is gone or done', () => {
  const picked = pick(plan, new Set(['b', 'd']))!
  expect(stillThere(planOf(stop('d'), stop('b')), picked)?.dragged.stop_ids).toEqual(['d', 'b'])
  expect(stillThere(planOf(stop('d')), picked)).toBeNull()
  expect(stillThere(planOf(stop('d'), stop('b', 'delivered')), picked)).toBeNull()
})
