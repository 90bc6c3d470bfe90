import { expect, test } from 'vitest'
import * as api from '#domain/api/plan-changes.ts'
import * as plans from '#domain/api/plans.ts'
import type { PlanEdit } from '#domain/schema/plan-change.ts'
import type { Plan, Route } from '#domain/schema/plan.ts'
import { clockFrom, day, dayMaker } from '../../testing/planning-day.ts'
import { testApp } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'

const { deps, makeMember, as } = await testApp(({ now }) => ({ now: clockFrom('06:00', now) }))
workOnPlans(deps)

const visits = (route: Route) => route.stops.filter(({ delivery_id }) => delivery_id !== null)
const numbersOf = (route: Route | undefined) => (route ? visits(route).map((stop) => stop.delivery_number) : [])

/** A plan of six deliveries for two drivers, each of whom is wanted for three of them. */
async function makePlan(state: 'draft' | 'approved' | 'dispatched' = 'dispatched') {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const budi = await make.driver({ name: 'Budi' }, { capacity_kg: 100 })
  const sari = await make.driver({ name: 'Sari' }, { capacity_kg: 100 })
  const spare = await make.driver({ name: 'Tono' })
  for (const driver of [budi, sari]) {
    for (let i = 0; i < 3; i++) await make.delivery({ wanted_driver_id: driver.id })
  }
  const { call } = as(member)
  const body = { day, driver_ids: [budi.id, sari.id], time_limit_seconds: 1 }
  const { id } = (await call(plans.createPlan, { body })).body
  const params = { id }
  for (;;) {
    const { body: plan } = await call(plans.getPlanProgress, { params })
    if (plan.state === 'draft') break
    await new Promise((wake) => setTimeout(wake, 20))
  }
  if (state !== 'draft') await call(plans.approvePlan, { params })
  if (state === 'dispatched') await call(plans.dispatchPlan, { params })
  const read = async (): Promise<Plan> => (await call(plans.getPlan, { params })).body
  const routeOf = async (name: string) => (await read()).routes.find(({ driver_name }) => driver_name === name)
  const change = (...changes: PlanEdit[]) => call(api.changePlan, { params, body: { changes } })
  const undo = (change_id: string) => call(api.undoPlanChange, { params: { id, change_id } })
  return { member, make, call, params, read, routeOf, change, undo, budi, sari, spare }
}

test('a late order is put where it costs least, and can be taken back', async () => {
  const { make, call, params, read, routeOf, change, undo } = await makePlan()
  const before = await read()
  const late = await make.delivery({ lat: -6.16, lng: 106.84 })
  expect((await call(api.getLateOrders, { params })).body).toEqual({ count: 1, delivery_ids: [late.id] })

  const { body: found } = await call(api.findPlaces, { params, query: { delivery_id: late.id } })
  expect(found.places).toHaveLength(2)
  expect(found.places[0]!.effect.distance_km).toBeLessThanOrEqual(found.places[1]!.effect.distance_km)

  const edit = { type: 'insert' as const, delivery_id: late.id }
  const { body: tried } = await call(api.previewPlanChange, { params, body: { changes: [edit] } })
  expect(tried).toMatchObject({ id: null, effect: found.places[0]!.effect, removed_route_ids: [] })
  expect(await read()).toEqual(before)

  const done = await change(edit)
  expect(done.status).toBe(200)
  expect(done.body).toMatchObject({ effect: tried.effect, plan: { version: before.version + 1 } })
  const [route] = done.body.routes
  expect(route!.id).toBe(found.places[0]!.route_id)
  expect(visits(route!)[found.places[0]!.position - 1]!.delivery_id).toBe(late.id)
  const stored = (await make.deliveries()).find(({ id }) => id === late.id)!
  const stop = route!.stops.find(({ delivery_id }) => delivery_id === late.id)!
  expect(stored).toMatchObject({
    status: 'dispatched',
    route_id: route!.id,
    driver_id: route!.driver_id,
    estimated_arrival: stop.arrival_at,
  })
  for (const delivery of await make.deliveries()) {
    const at = (await read()).routes.flatMap(visits).find(({ delivery_id }) => delivery_id === delivery.id)
    expect(delivery.estimated_arrival).toBe(at!.arrival_at)
  }
  expect((await call(api.getLateOrders, { params })).body.count).toBe(0)

  const { data: history } = (await call(api.listPlanChanges, { params })).body
  expect(history).toMatchObject([
    { id: done.body.id, sentence: 'Put delivery 7 where it costs least.', can_undo: true },
  ])
  const taken = await undo(done.body.id!)
  expect(taken.body).toMatchObject({ sentence: 'Took back: Put delivery 7 where it costs least.' })
  expect((await read()).routes).toEqual(before.routes)
  expect((await make.deliveries()).find(({ id }) => id === late.id)).toMatchObject({
    status: 'pending',
    route_id: null,
    estimated_arrival: null,
  })
  expect((await undo(taken.body.id!)).body.sentence).toBe('Did again: Put delivery 7 where it costs least.')
  expect(numbersOf(await routeOf(route!.driver_name))).toEqual(numbersOf(route))
  expect((await call(api.listPlanChanges, { params })).body.data.map(({ can_undo }) => can_undo)).toEqual([
    true,
    false,
    false,
  ])
})
