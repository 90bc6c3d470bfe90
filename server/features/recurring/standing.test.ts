import { expect, test } from 'vitest'
import { check, solve } from '#solver/index.ts'
import type { PlannerDelivery } from '#domain/problem/types.ts'
import { plannerDelivery, plannerDriver } from '#domain/testing/planner.ts'
import { toProblem } from '#domain/to-problem.ts'

const settings = { time_zone: 'Asia/Jakarta', speed_kmh: 40 }
const day = '2026-03-16'
const at = (id: string, lng: number, fields: Partial<PlannerDelivery> = {}) =>
  plannerDelivery({ id, location: { lat: 0, lng }, ...fields })

function routesOf(
  deliveries: PlannerDelivery[],
  drivers = [plannerDriver({ id: 'budi' }), plannerDriver({ id: 'sari' })],
) {
  const planned = toProblem(day, settings, drivers, deliveries)
  const answer = solve(planned.problem, { iterationLimit: 300, seed: 1 })
  expect(check(planned.problem, answer).errors).toEqual([])
  const routes = answer.routes.map(({ vehicle, steps }) => [
    planned.drivers.get(vehicle)!.id,
    steps.flatMap(({ type, id }) => (type === 'job' || type === 'delivery' ? [planned.deliveries.get(id!)!.id] : [])),
  ])
  return Object.fromEntries(routes) as Record<string, string[]>
}

const standing = (position: number, fields: Partial<PlannerDelivery> = {}) => ({
  standing_position: position,
  wanted_driver_id: 'budi',
  ...fields,
})

test('a standing route keeps its driver and its order, and others come in between', () => {
  const routes = routesOf([
    at('far', 0.3, standing(1)),
    at('near', 0.1, standing(2)),
    at('middle', 0.2, standing(3)),
    at('on the way', 0.29),
  ])
  expect(routes.budi!.filter((id) => id !== 'on the way')).toEqual(['far', 'near', 'middle'])
  expect(Object.values(routes).flat()).toContain('on the way')
})

test('it is driven although one of its windows is missed', () => {
  const routes = routesOf([
    at('late', 0.5, standing(1, { window_start: '12:00', window_end: '13:00' })),
    at('early', 0.1, standing(2, { window_start: '09:00', window_end: '09:30' })),
  ])
  expect(routes.budi).toEqual(['late', 'early'])
})

test('the steps of an order count more than places on a standing route', () => {
  const order = { order_reference: 'A' }
  const routes = routesOf([
    at('second', 0.1, standing(1, { ...order, order_step: 2 })),
    at('first', 0.2, standing(2, { ...order, order_step: 1 })),
  ])
  expect(routes.budi).toEqual(['first', 'second'])
})

test('a vehicle that reloads keeps the order', () => {
  const vehicle = { code: 'KA-1', capacity_kg: 1, capacity_l: null, skills: [], reloads: true, reload_minutes: 5 }
  const deliveries = [at('one', 0.1, standing(2)), at('two', 0.2, standing(1))]
  expect(routesOf(deliveries, [plannerDriver({ id: 'budi', vehicle })]).budi).toEqual(['two', 'one'])
})
