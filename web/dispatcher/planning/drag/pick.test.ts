import { expect, test } from 'vitest'
import type { Plan } from '#domain/schema/plan.ts'
import { pick, stillThere } from './pick.ts'
import { whyHeld } from './why-held.ts'

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

test('locked stops stay, and the person is told what is locked and how to unlock it', () => {
  const locked = (id: string) => ({ ...stop(id), locked: true })
  const half = planOf(locked('b'), stop('d'))
  expect(pick(half, new Set(['b', 'd']))).toMatchObject({ dragged: { stop_ids: ['d'] }, locked: 1 })
  expect(pick(half, new Set(['b']))).toBeNull()
  expect(whyHeld(half, new Set(['b']))).toMatchObject({ title: '#98 is locked', unlock: { changes: [{ type: 'unlock', stop_ids: ['b'] }] } }) // prettier-ignore
  expect(pick(half, new Set(['b', 'd']), { evenLocked: true })).toMatchObject({ dragged: { stop_ids: ['b', 'd'] }, locked: 0 }) // prettier-ignore
  const route = { ...half.routes[0]!, driver_name: 'Budi', locks: ['route' as const] }
  const whole = { ...half, routes: [route] }
  expect(pick(whole, new Set(['d']))).toBeNull()
  expect(whyHeld(whole, new Set(['d']))).toMatchObject({ title: 'Budi’s route is locked', unlock: { changes: [{ type: 'unlock_route', lock: 'route' }] } }) // prettier-ignore
})

test('what is done says so, what has no position says so, and what is not of this plan says nothing', () => {
  const said = ['a', 'lost', 'elsewhere'].map((id) => whyHeld(plan, new Set([id]))?.description ?? null)
  expect(said).toEqual(['The driver has been there, or is on the way.', 'Its address has no position on the map yet.', null]) // prettier-ignore
})
