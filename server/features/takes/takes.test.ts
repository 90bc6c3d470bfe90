import { expect, test } from 'vitest'
import * as changes from '#domain/api/plan-changes.ts'
import * as plans from '#domain/api/plans.ts'
import * as api from '#domain/api/takes.ts'
import { publishPlan } from '#domain/api/unpublished.ts'
import { changePlanningSettings } from '#domain/api/planning-settings.ts'
import { changeDriver } from '#domain/api/drivers.ts'
import type { NewPlan, Plan } from '#domain/schema/plan.ts'
import type { z } from 'zod'
import { clockFrom, day, dayMaker } from '../../testing/planning-day.ts'
import { rig } from '../../testing/rig.ts'
import { testApp } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'

const { deps, makeMember, as } = await testApp(({ now }) => ({ now: clockFrom('06:00', now) }))
workOnPlans(deps)

type Asked = Partial<z.input<typeof NewPlan>>

/** Two drivers east and west of the depot, and a third without a route. Deliveries are named by their numbers. */
async function makeDay(state: 'draft' | 'approved' | 'dispatched' = 'draft') {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const budi = await make.driver({ name: 'Budi' }, { capacity_kg: 1000 })
  const sari = await make.driver({ name: 'Sari' }, { capacity_kg: 1000 })
  const tono = await make.driver({ name: 'Tono' }, { capacity_kg: 1000 })
  const ids: string[] = []
  for (const lng of [0.01, 0.02, 0.03, -0.01, -0.02, -0.03]) {
    const wanted_driver_id = lng > 0 ? budi.id : sari.id
    ids.push((await make.delivery({ lat: -6.157, lng: 106.846 + lng, wanted_driver_id })).id)
  }
  const { call } = as(member)
  const wait = async (id: string): Promise<Plan> => {
    for (;;) {
      const { body } = await call(plans.getPlan, { params: { id } })
      if (body.state !== 'queued' && body.state !== 'optimizing') return body
      await new Promise((wake) => setTimeout(wake, 20))
    }
  }
  const first = { day, driver_ids: [budi.id, sari.id], time_limit_seconds: 1 }
  const { id } = (await call(plans.createPlan, { body: first })).body
  await wait(id)
  // Nobody is wanted any more, so that routes may change.
  await rig(deps.db, member.workspaceId, (trx) =>
    trx.updateTable('deliveries').set({ wanted_driver_id: null }).execute(),
  )
  const params = { id }
  await call(changes.changePlan, { params, body: { changes: [{ type: 'refresh' }] } })
  if (state !== 'draft') await call(plans.approvePlan, { params })
  if (state === 'dispatched') await call(plans.dispatchPlan, { params })
  const read = async () => (await call(plans.getPlan, { params })).body
  const ask = (asked: Asked) => call(plans.createPlan, { body: { day, time_limit_seconds: 1, revises: id, ...asked } })
  const revise = async (asked: Asked = {}) => wait((await ask(asked)).body.id)
  const diff = async (plan: { id: string }) => (await call(api.getPlanDiff, { params: plan })).body
  const take = (plan: { id: string }, body = {}) => call(api.takeRevision, { params: { id: plan.id }, body })
  const change = (...edits: object[]) => call(changes.changePlan, { params, body: { changes: edits as never } })
  const set = (number: number, fields: object) =>
    rig(deps.db, member.workspaceId, (trx) =>
      trx
        .updateTable('deliveries')
        .set(fields)
        .where('id', '=', ids[number - 1]!)
        .execute(),
    )
  return { member, make, call, ids, params, read, ask, revise, diff, take, change, set, wait, budi, sari, tono }
}

const said = (plan: Pick<Plan, 'routes'>) =>
  Object.fromEntries(
    plan.routes.map(({ driver_name, stops }) => [
      driver_name,
      stops.flatMap(({ delivery_number: n }) => n ?? []).join(''),
    ]),
  )

test('a day is optimized anew, shown as what changes, taken as one change and taken back', async () => {
  const { read, ids, revise, diff, take, change, call, params, member } = await makeDay()
  const good = await read()
  const of = (name: string) => good.routes.find(({ driver_name }) => driver_name === name)!
  // A dispatcher tangles the routes: each driver crosses the town.
  const stops = (...numbers: number[]) => numbers.map((n) => ({ delivery_id: ids[n - 1]!, kind: 'delivery' as const }))
  await change({
    type: 'arrange',
    routes: [
      { route_id: of('Budi').id, stops: stops(1, 4, 2) },
      { route_id: of('Sari').id, stops: stops(5, 3, 6) },
    ],
  })
  const tangled = await read()
  const revision = await revise()
  expect(revision).toMatchObject({ state: 'draft', revises: tangled.id, scope: 'day' })
  const told = await diff(revision)
  expect(told.groups).toHaveLength(1)
  expect(told.groups[0]!.conflict).toBeNull()
  expect(told.after.distance_km).toBeLessThan(told.before.distance_km)
  expect(told.groups[0]!.effect.distance_km).toBeCloseTo(told.after.distance_km - told.before.distance_km, 2)
  expect(told.groups[0]!.deliveries.filter(({ change: what }) => what === 'moved').length).toBeGreaterThan(0)
  expect(told.after.distance_km).toBeCloseTo(revision.totals!.distance_km, 1)
  // The plan is not touched until somebody takes it, and the revision is driven by nobody.
  expect(await read()).toEqual(tangled)
  expect((await call(plans.approvePlan, { params: { id: revision.id } })).body).toMatchObject({
    code: 'plan_is_revision',
  })
  const edit = { changes: [{ type: 'refresh' as const }] }
  expect((await call(changes.changePlan, { params: { id: revision.id }, body: edit })).body).toMatchObject({
    code: 'plan_is_revision',
  })
  expect((await call(plans.listPlans, { query: { day } })).body.data.map(({ id }) => id)).toEqual([tangled.id])

  const taken = (await take(revision)).body
  expect(taken.revision.state).toBe('taken')
  expect(taken.change!.sentence).toMatch(/^Optimized /)
  expect(said(await read())).toEqual(said(revision))
  // What is good already stays as it is.
  expect((await diff(await revise())).groups).toEqual([])
  expect((await take(revision)).body).toMatchObject({ code: 'revision_over' })
  await call(changes.undoPlanChange, { params: { ...params, change_id: taken.change!.id! } })
  expect((await read()).routes).toEqual(tangled.routes)
  const stranger = await makeDay()
  expect((await stranger.call(api.getPlanDiff, { params: { id: revision.id } })).status).toBe(404)
  expect((await stranger.ask({ revises: tangled.id })).body).toMatchObject({ code: 'plan_not_found' })
  expect(member.workspaceId).not.toBe(stranger.member.workspaceId)
})

test('what is done, next or locked stays, and only what is unassigned comes in', async () => {
  const { read, revise, make, set, ids, change, diff, call, take, params } = await makeDay('dispatched')
  const before = await read()
  const order = (name: string) => said(before)[name]!
  const budi = order('Budi')
  await set(Number(budi[0]), { status: 'delivered' })
  const sari = before.routes.find(({ driver_name }) => driver_name === 'Sari')!
  const lastOfSari = sari.stops.findLast(({ delivery_id }) => delivery_id)!
  await change({ type: 'lock', stop_ids: [lastOfSari.id] })
  const late = await make.delivery({ lat: -6.158, lng: 106.87 })
  // What was promised is kept within ten minutes, however much more comes onto the routes.
  await call(changePlanningSettings, { body: { promise_tolerance_minutes: 10 } })
  const whole = await revise()
  const promised = new Map(
    before.routes.flatMap(({ stops }) => stops.map((stop) => [stop.delivery_id, Date.parse(stop.arrival_at)])),
  )
  for (const stop of whole.routes.flatMap(({ stops }) => stops)) {
    if (!stop.delivery_id || !promised.has(stop.delivery_id)) continue
    const begins = Date.parse(stop.arrival_at) + stop.waiting_seconds * 1000
    expect(Math.abs(begins - promised.get(stop.delivery_id)!)).toBeLessThanOrEqual(600_000)
  }
  expect(said(whole).Budi!.slice(0, 2)).toBe(budi.slice(0, 2))
  expect(said(whole).Sari).toContain(String(lastOfSari.delivery_number))
  await change({ type: 'lock_route', route_id: sari.id, lock: 'route' })
  const closed = await revise()
  expect(said(closed).Sari).toBe(order('Sari'))
  await change({ type: 'unlock_route', route_id: sari.id, lock: 'route' })
  const only = await revise({ scope: 'unassigned', choices: { keep_order: true } })
  expect(said(only).Budi!.replace('7', '')).toBe(budi)
  expect((said(only).Sari ?? '').replace('7', '')).toBe(order('Sari'))
  const { groups } = await diff(only)
  expect(groups).toHaveLength(1)
  expect(groups[0]!.deliveries.filter(({ change: what }) => what !== 'retimed')).toMatchObject([
    { delivery_id: late.id, change: 'added', can_take_alone: true },
  ])
  expect(ids).toHaveLength(6)

  // Drivers see what was taken once it is published.
  expect((await take(only)).body).toMatchObject({ revision: { state: 'taken' }, change: { plan: { unpublished: 1 } } })
  expect(Object.values(said(await read())).join('')).not.toContain('7')
  // What waits to be published is part of what is optimized next.
  const next = await revise({ choices: { keep_order: true } })
  expect(Object.values(said(next)).join('')).toContain('7')
  expect((await diff(next)).groups).toEqual([])
  expect((await call(publishPlan, { params })).status).toBe(200)
  expect(Object.values(said(await read())).join('')).toContain('7')
})

test('parts are taken apart from each other, single deliveries alone, and what somebody changed meanwhile collides', async () => {
  const { read, revise, make, diff, take, change } = await makeDay()
  const [east, west] = [
    await make.delivery({ lat: -6.157, lng: 106.88 }),
    await make.delivery({ lat: -6.157, lng: 106.81 }),
  ]
  const revision = await revise({ scope: 'unassigned', choices: { keep_order: true } })
  const { groups } = await diff(revision)
  expect(groups.map(({ routes }) => routes.length)).toEqual([1, 1])
  const first = await take(revision, { delivery_ids: [east.id] })
  expect(first.body).toMatchObject({ revision: { state: 'draft' } })
  expect(Object.values(said(await read())).join('')).toContain('7')
  const rest = await diff(revision)
  expect(
    rest.groups.map(({ deliveries }) => deliveries.find(({ change: what }) => what === 'added')?.delivery_id),
  ).toEqual([west.id])
  // Somebody else puts it somewhere else, and the revision says so instead of overwriting it.
  const budi = (await read()).routes.find(({ driver_name }) => driver_name === 'Budi')!
  await change({ type: 'insert', delivery_id: west.id, route_id: budi.id })
  const late = await diff(revision)
  expect(late.groups).toMatchObject([
    { conflict: expect.stringContaining('8 is on another route'), deliveries: [{ number: 8 }] },
  ])
  expect((await take(revision)).body).toMatchObject({ code: 'revision_conflict' })
  expect((await take(revision, { groups: ['nobody'] })).body).toMatchObject({ code: 'revision_conflict' })
})

test('a driver who is deleted, and a base that is gone, are told and lose nothing', async () => {
  const { call, revise, diff, take, budi, params, read, change } = await makeDay()
  const route = (await read()).routes.find(({ driver_name }) => driver_name === 'Budi')!
  const visits = route.stops
    .filter(({ delivery_id }) => delivery_id)
    .toSorted((a, b) => a.delivery_number! - b.delivery_number!)
  await change({ type: 'reorder', route_id: route.id, stop_ids: [1, 0, 2].map((place) => visits[place]!.id) })
  const revision = await revise({ scope: { route_ids: [route.id] } })
  await call(changeDriver, { params: { id: budi.id }, body: { active: false } })
  expect((await diff(revision)).groups).toMatchObject([{ conflict: expect.stringContaining('does not work here') }])
  await call(plans.discardPlan, { params })
  expect((await take(revision)).body).toMatchObject({ code: 'plan_not_changeable' })
  expect((await call(plans.getPlan, { params: { id: revision.id } })).body.routes).not.toHaveLength(0)
})

test('scenarios stand beside the plan, answer what if, are renamed and used', async () => {
  const { call, revise, ask, diff, budi, sari, wait, params, take, read } = await makeDay()
  const fewer = await revise({ what_if: { name: 'One van fewer', drivers: 1 } })
  expect(Object.keys(said(fewer))).toHaveLength(1)
  const later = await revise({ what_if: { name: 'An hour later', start_later_minutes: 60 } })
  const startOf = (plan: Plan) => plan.routes.map(({ starts_at }) => starts_at).toSorted()[0]!
  expect(Date.parse(startOf(later))).toBeGreaterThanOrEqual(Date.parse(startOf(await read())) + 3_600_000)
  const listed = await call(plans.listPlans, { query: { day, scenarios: 'true' as never } })
  expect(listed.body.data.map(({ what_if }) => what_if?.name)).toEqual(['An hour later', 'One van fewer'])
  const renamed = await call(plans.renameScenario, { params: { id: fewer.id }, body: { name: 'Lean' } })
  expect(renamed.body.what_if).toEqual({ name: 'Lean', drivers: 1 })
  expect((await call(plans.renameScenario, { params, body: { name: 'No' } })).body).toMatchObject({
    code: 'not_scenario',
  })
  expect((await diff(fewer)).after.routes).toBe(1)
  expect((await take(fewer)).body.revision.state).toBe('taken')
  expect(Object.keys(said(await read()))).toHaveLength(1)

  await call(plans.discardPlan, { params })
  const anew = {
    revises: undefined,
    driver_ids: [budi.id, sari.id],
    what_if: { name: 'Without Sari', without_drivers: [sari.id] },
  }
  const alone = await wait((await ask(anew)).body.id)
  expect(Object.keys(said(alone))).toEqual(['Budi'])
  const used = (await take(alone)).body
  expect(used).toMatchObject({ change: null, revision: { state: 'draft', what_if: null } })
  expect((await call(plans.approvePlan, { params: { id: alone.id } })).body.state).toBe('approved')
})

test('choices change the routes and keep what they cost, and nonsense is refused with a reason', async () => {
  const { ask, revise, read } = await makeDay()
  const fewest = await revise({ choices: { fewest_vehicles: true } })
  expect(Object.keys(said(fewest))).toHaveLength(1)
  expect(fewest.totals!.cost).toBe((await read()).totals!.cost)
  expect(said(await revise({ choices: { max_changes: 0 } }))).toEqual(said(await read()))
  const refused = async (asked: Asked) => (await ask(asked)).body
  expect(await refused({ choices: { fewest_vehicles: true, balance: 'time' } })).toMatchObject({
    code: 'validation_failed',
  })
  expect(await refused({ choices: { max_changes: -1 } })).toMatchObject({ code: 'validation_failed' })
  expect(await refused({ revises: undefined, scope: 'day' })).toMatchObject({ code: 'validation_failed' })
  expect(await refused({ scope: 'unassigned' })).toMatchObject({ code: 'nothing_to_plan' })
  expect(await refused({ day: '2026-03-17' })).toMatchObject({ code: 'plan_other_day' })
  expect(await refused({ revises: crypto.randomUUID() })).toMatchObject({ code: 'plan_not_found' })
  const revision = await revise()
  expect(await refused({ revises: revision.id })).toMatchObject({ code: 'plan_is_revision' })
})
