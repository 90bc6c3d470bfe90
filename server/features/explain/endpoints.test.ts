import { expect, test } from 'vitest'
import { changePlan, undoPlanChange } from '#domain/api/plan-changes.ts'
import { explainDelivery, explainPlan } from '#domain/api/plan-why.ts'
import * as plans from '#domain/api/plans.ts'
import type { PlanEdit } from '#domain/schema/plan-change.ts'
import type { DeliveryWhy, PlanWhy } from '#domain/schema/plan-why.ts'
import { clockFrom, dayMaker, draftPlan } from '../../testing/planning-day.ts'
import { testApp } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'

const { deps, makeMember, as } = await testApp(({ now }) => ({ now: clockFrom('06:00', now) }))
workOnPlans(deps)

type Insert = Extract<PlanEdit, { type: 'insert' }>

const planned = (why: DeliveryWhy) => why as Extract<DeliveryWhy, { is: 'planned' }>

/** Budi and Sari drive; one delivery is too heavy for what is left in their vans. Tono has no route. */
async function makePlan() {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const budi = await make.driver({ name: 'Budi' }, { capacity_kg: 100 })
  const sari = await make.driver({ name: 'Sari' }, { capacity_kg: 50 })
  const near = [0, 1, 2].map((i) => ({ lat: -6.2 - i / 100, lng: 106.82 }))
  const small = []
  for (const place of near)
    small.push(await make.delivery({ ...place, weight_kg: 30, wanted_driver_id: budi.id, priority: 1 }))
  small.push(await make.delivery({ lat: -6.17, lng: 106.9, weight_kg: 20, wanted_driver_id: sari.id, priority: 1 }))
  const large = await make.delivery({ lat: -6.18, lng: 106.85, weight_kg: 45 })
  const { call } = as(member)
  const params = await draftPlan(call, [budi, sari])
  const why = async (delivery_id: string) =>
    (await call(explainDelivery, { params: { ...params, delivery_id } })).body as DeliveryWhy
  return { member, make, call, params, why, budi, sari, small, large }
}

test('a planned stop says how its arrival adds up, and what every other driver could do', async () => {
  const { call, params, why, small, make } = await makePlan()
  const tono = await make.driver({ name: 'Tono' }, { capacity_kg: 10 })
  const { routes } = (await call(plans.getPlan, { params })).body
  for (const { id } of small) {
    const route = routes.find(({ stops }) => stops.some(({ delivery_id }) => delivery_id === id))!
    const stop = route.stops.find(({ delivery_id }) => delivery_id === id)!
    const answer = planned(await why(id))
    const [arrival] = answer.arrivals
    expect(arrival).toMatchObject({ arrival_at: stop.arrival_at, late_seconds: 0, promised_at: null })
    const total = arrival!.lines.reduce((sum, { seconds }) => sum + seconds, 0)
    expect(Date.parse(route.starts_at) + total * 1000).toBe(Date.parse(stop.arrival_at))
    expect(answer.is_cheapest_place).toBe(route.driver_name === 'Budi' ? true : null)
    expect(answer.sentences[0]).toContain(`on ${route.driver_name}’s route`)
    const other = answer.drivers.find(({ driver_id }) => driver_id !== tono.id)!
    expect(other.fits).toBe(false)
    expect(other.reasons[0]).toEqual({ code: 'wanted_driver', sentence: `only ${route.driver_name} may bring it` })
    expect(answer.drivers.find(({ driver_id }) => driver_id === tono.id)!.reasons.map(({ code }) => code)).toContain(
      'capacity_kg',
    )
  }
})

test('an unassigned delivery says what keeps it off each route, and its fixes do what they say', async () => {
  const { call, params, why, large, small } = await makePlan()
  const { unassigned } = (await call(plans.getPlan, { params })).body
  expect(unassigned.map(({ delivery_id }) => delivery_id)).toEqual([large.id])
  const answer = await why(large.id)
  expect(answer).toMatchObject({ is: 'unassigned', reason_code: 'capacity' })
  expect(answer.drivers.map(({ driver_name, reasons }) => [driver_name, reasons[0]!.sentence.split(': ')[1]])).toEqual(
    expect.arrayContaining([
      ['Budi', '135 kg of 100 kg, 35 kg too much'],
      ['Sari', '65 kg of 50 kg, 15 kg too much'],
    ]),
  )
  const [fix] = answer.fixes
  expect(fix!.kind).toBe('load')
  const done = (await call(changePlan, { params, body: { changes: fix!.changes } })).body
  expect(done.effect).toEqual(fix!.effect)
  expect((await why(large.id)).is).toBe('planned')
  expect((await why(small[0]!.id)).plan_version).toBe(done.plan.version)
  await call(undoPlanChange, { params: { ...params, change_id: done.id! } })
  expect((await why(large.id)).is).toBe('unassigned')
})

test('a delivery that nobody brings fast enough says by how much it would be on board too long', async () => {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const budi = await make.driver({ name: 'Budi' })
  await make.delivery()
  const far = await make.delivery({ lat: -6.4, lng: 106.82, max_ride_minutes: 5 })
  const { call } = as(member)
  const params = { ...(await draftPlan(call, [budi])), delivery_id: far.id }
  const { body } = await call(explainDelivery, { params })
  expect(body).toMatchObject({ is: 'unassigned', reason_code: 'max_ride' })
  const [reason, ...others] = body.drivers[0]!.reasons
  expect(reason!.code).toBe('max_ride')
  expect(reason!.sentence).toMatch(/^would be on board \d+ min longer than it may be$/)
  expect(others).toEqual([])
})

test('what is not there, not ours, or not waiting is said', async () => {
  const { call, params, why, make, large, small } = await makePlan()
  const stranger = as(await makeMember()).call
  expect((await stranger(explainDelivery, { params: { ...params, delivery_id: large.id } })).status).toBe(404)
  const foreign = await makePlan()
  expect((await call(explainDelivery, { params: { ...params, delivery_id: foreign.large.id } })).body).toMatchObject({
    code: 'delivery_not_found',
  })
  expect((await call(explainDelivery, { params: { ...params, delivery_id: "x' or 1=1" } })).status).toBe(400)
  const lost = await make.delivery({ lat: null, lng: null })
  expect(await why(lost.id)).toMatchObject({ is: 'unassigned', reason_code: 'no_location', drivers: [], fixes: [] })
  await call(plans.approvePlan, { params })
  await call(plans.dispatchPlan, { params })
  expect(planned(await why(small[0]!.id)).arrivals[0]!.after_promise_seconds).toBe(0)
})

test('a longer window is a fix that gives the delivery that window, and takes it back', async () => {
  const { call, params, why, make } = await makePlan()
  const early = await make.delivery({ lat: -6.3, lng: 106.7, weight_kg: 1, window_start: '09:00', window_end: '09:10' })
  const answer = await why(early.id)
  const fix = answer.fixes.find(({ kind }) => kind === 'window')!
  expect(fix.label).toMatch(/^Extend the window by \d+ min$/)
  const window = async () => (await make.deliveries()).find(({ id }) => id === early.id)!
  const done = (await call(changePlan, { params, body: { changes: fix.changes } })).body
  expect(done.effect).toEqual(fix.effect)
  expect(done.warnings.filter(({ code }) => code === 'outside_window')).toEqual([])
  const { end } = (fix.changes[0] as Insert).window!
  expect(await window()).toMatchObject({ window_start: '09:00', window_end: end })
  expect(planned(await why(early.id)).arrivals[0]).toMatchObject({ late_seconds: 0, window_end: end })
  await call(undoPlanChange, { params: { ...params, change_id: done.id! } })
  expect(await window()).toMatchObject({ window_end: '09:10', status: 'pending' })
  const backwards = { ...fix.changes[0]!, window: { start: '10:00', end: '09:00' } } as never
  expect((await call(changePlan, { params, body: { changes: [backwards] } })).body).toMatchObject({
    code: 'validation_failed',
  })
})

test('a plan says which of its constraints cost most, and what would be without them', async () => {
  const { call, params, large } = await makePlan()
  const answer = (await call(explainPlan, { params })).body as PlanWhy
  expect(answer.tried).toEqual(['shift_end', 'capacity', 'wanted_driver'])
  // Nothing but the size of the vans keeps the large one off.
  const [first] = answer.constraints
  expect(first).toMatchObject({ code: 'capacity', effect: { cost: null, unassigned: -1, late_seconds: 0 } })
  expect(first!.where.join()).toMatch(/is full: \d+ kg of \d+ kg, \d+ kg too much/)
  expect(answer.sentences).toEqual(['Vehicle capacity costs most.'])
  // What is loaded by hand all the same is still left out by whoever keeps the limit.
  const [fix] = (await call(explainDelivery, { params: { ...params, delivery_id: large.id } })).body.fixes
  await call(changePlan, { params, body: { changes: fix!.changes } })
  const after = (await call(explainPlan, { params })).body as PlanWhy
  expect(after).toMatchObject({ plan_version: answer.plan_version + 1, constraints: [{ code: 'capacity' }] })
  // Where everything is locked, or nobody drives, nothing can be tried.
  const { routes } = (await call(plans.getPlan, { params })).body
  const locks = routes.map(({ id }) => ({ type: 'lock_route' as const, route_id: id, lock: 'route' as const }))
  await call(changePlan, { params, body: { changes: locks } })
  const closed = { constraints: [], tried: [], sentences: ['The plan has no route that could change.'] }
  expect((await call(explainPlan, { params })).body).toMatchObject(closed)
  const stranger = as(await makeMember()).call
  expect((await stranger(explainPlan, { params })).status).toBe(404)
})
