import { expect, test } from 'vitest'
import { changeDelivery } from '#domain/api/deliveries.ts'
import { listEvents } from '#domain/api/events.ts'
import * as changes from '#domain/api/plan-changes.ts'
import { explainDelivery } from '#domain/api/plan-why.ts'
import * as plans from '#domain/api/plans.ts'
import * as api from '#domain/api/unpublished.ts'
import type { PlanEdit } from '#domain/schema/plan-change.ts'
import type { Plan, Route } from '#domain/schema/plan.ts'
import { inWorkspace } from '../../db/connect.ts'
import { clockFrom, dayMaker, draftPlan } from '../../testing/planning-day.ts'
import { testApp } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'
import { setDeliveryStates } from '../deliveries/commands.ts'

const { deps, makeMember, as } = await testApp(({ now }) => ({ now: clockFrom('06:00', now) }))
workOnPlans(deps)

const visits = (route: Route | undefined) => route?.stops.filter(({ delivery_id }) => delivery_id !== null) ?? []
const numbersOf = (route: Route | undefined) => visits(route).map((stop) => stop.delivery_number)

/** A dispatched plan of six deliveries for two drivers, with a third one who is idle. */
async function dispatched() {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const budi = await make.driver({ name: 'Budi' }, { capacity_kg: 100 })
  const sari = await make.driver({ name: 'Sari' }, { capacity_kg: 100 })
  const tono = await make.driver({ name: 'Tono' }, { capacity_kg: 100 })
  for (const driver of [budi, sari]) {
    for (let i = 0; i < 3; i++) await make.delivery({ wanted_driver_id: driver.id })
  }
  const { call } = as(member)
  const params = await draftPlan(call, [budi, sari])
  await call(plans.approvePlan, { params })
  await call(plans.dispatchPlan, { params })
  const read = async (): Promise<Plan> => (await call(plans.getPlan, { params })).body
  const routeOf = async (name: string) => (await read()).routes.find(({ driver_name }) => driver_name === name)!
  const add = async (...edits: PlanEdit[]) => {
    const reply = await call(api.addUnpublished, { params, body: { changes: edits } })
    expect(reply).toMatchObject({ status: 200 })
    return reply
  }
  const list = async () => (await call(api.getUnpublished, { params })).body
  const publish = () => call(api.publishPlan, { params })
  return { member, make, call, params, read, routeOf, add, list, publish, budi, sari, tono }
}

test('changes wait until somebody publishes them, and are one change then', async () => {
  const { make, call, params, read, routeOf, add, list, publish } = await dispatched()
  const before = await read()
  const [budi, sari] = [await routeOf('Budi'), await routeOf('Sari')]
  const [first, second, third] = visits(budi)
  const late = await make.delivery({ lat: -6.16, lng: 106.84 })

  const added = await add({ type: 'move', delivery_ids: [first!.delivery_id!], route_id: sari.id, position: 1 })
  expect(added.body).toMatchObject({
    plan: { version: before.version + 1, unpublished: 1 },
    changes: [{ problem: null }],
  })
  // The next change is about the plan with the one before it.
  const insert: PlanEdit = { type: 'insert', delivery_id: late.id, route_id: sari.id, position: 2 }
  const tried = (await call(api.previewUnpublished, { params, body: { changes: [insert] } })).body
  expect(numbersOf(tried.routes[0])).toEqual([first!.delivery_number, late.number, ...numbersOf(sari)])
  const two = (await add(insert)).body
  const inserted = visits(two.result!.routes.find(({ id }) => id === sari.id))[1]!
  await add({ type: 'reorder', route_id: budi.id, stop_ids: [third!.id, second!.id] })
  await add({ type: 'lock', stop_ids: [inserted.id] })

  // Drivers see what was dispatched.
  const seen = await read()
  expect(seen.routes).toEqual(before.routes)
  expect((await make.deliveries()).find(({ id }) => id === late.id)).toMatchObject({ status: 'pending' })
  const all = await list()
  expect(all.changes).toHaveLength(4)
  expect(all.result!.routes.find(({ id }) => id === budi.id)!.stops.map(({ id }) => id)).toEqual(
    expect.arrayContaining([third!.id, second!.id]),
  )
  expect(all).toEqual(await list())

  const done = (await publish()).body
  expect(done).toMatchObject({ plan: { unpublished: 0 }, changes: [], withdrawn: [], result: null })
  expect(done.change!.effect).toEqual(all.result!.effect)
  expect(numbersOf(await routeOf('Budi'))).toEqual([third!.delivery_number, second!.delivery_number])
  expect(numbersOf(await routeOf('Sari'))).toEqual([first!.delivery_number, late.number, ...numbersOf(sari)])
  expect(visits(await routeOf('Sari'))[1]).toMatchObject({ id: inserted.id, locked: true })
  expect((await make.deliveries()).find(({ id }) => id === late.id)).toMatchObject({ status: 'dispatched' })

  const history = (await call(changes.listPlanChanges, { params })).body.data
  expect(history).toHaveLength(1)
  await call(changes.undoPlanChange, { params: { ...params, change_id: history[0]!.id } })
  expect((await read()).routes).toEqual(before.routes)
  const events = (await call(listEvents, { query: { types: 'plan.*', limit: 200 } })).body.data.map(({ type }) => type)
  expect(events.filter((type) => type === 'plan.change_kept')).toHaveLength(4)
})

test('changes are taken back, put back and discarded, and nobody overwrites what they have not seen', async () => {
  const { call, params, routeOf, add, list, publish } = await dispatched()
  const budi = await routeOf('Budi')
  const reverse: PlanEdit = { type: 'reverse', route_id: budi.id }
  const [one] = (await add(reverse)).body.changes
  const two = (await add({ type: 'remove', delivery_ids: [visits(budi)[0]!.delivery_id!] })).body
  const withdraw = (change_id: string) => call(api.withdrawUnpublished, { params: { ...params, change_id } })
  const back = (await withdraw(one!.id)).body
  expect(back).toMatchObject({ changes: [{ id: two.change!.id }], withdrawn: [{ id: one!.id }] })
  expect(await withdraw(one!.id)).toMatchObject({ status: 404, body: { code: 'plan_change_not_found' } })
  const restored = (await call(api.restoreUnpublished, { params, body: { change_ids: [one!.id] } })).body
  expect(restored.changes.map(({ id }) => id)).toEqual([one!.id, two.change!.id])
  // The plan that somebody looked at had other changes.
  const headers = { 'if-match': `"${two.plan.version}"` }
  const body = { changes: [reverse] }
  const conflict = { status: 412, body: { code: 'version_conflict' } }
  expect(await call(api.addUnpublished, { params, body, headers })).toMatchObject(conflict)
  expect(await call(api.publishPlan, { params, headers })).toMatchObject(conflict)
  expect((await call(api.discardUnpublished, { params })).body).toMatchObject({ changes: [], result: null })
  expect(await publish()).toMatchObject({ status: 409, body: { code: 'nothing_to_publish' } })
  expect((await list()).withdrawn).toHaveLength(2)
})

test('two dispatchers add changes at once, and neither is lost', async () => {
  const { routeOf, add, list } = await dispatched()
  const [budi, sari] = [await routeOf('Budi'), await routeOf('Sari')]
  const replies = await Promise.all([budi, sari].map(({ id }) => add({ type: 'reverse', route_id: id })))
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect((await list()).changes).toHaveLength(2)
})

test('what was canceled or overtaken meanwhile is shown, stays in the list, and the rest is published', async () => {
  const { make, call, params, routeOf, add, list, publish } = await dispatched()
  const [budi, sari] = [await routeOf('Budi'), await routeOf('Sari')]
  const [first, second, third] = visits(budi).map((stop) => stop.delivery_id!)
  await add({ type: 'move', delivery_ids: [first!], route_id: sari.id, position: 1 })
  await add({ type: 'move', delivery_ids: [second!], route_id: sari.id, position: 2 })
  await add({ type: 'remove', delivery_ids: [third!] })
  // The driver is on the way to the first, and the second is canceled.
  await make.change(first!, { status: 'in_transit' } as never)
  const cancel = { params: { id: second! }, body: { status: 'cancelled' as const } }
  expect((await call(changeDelivery, cancel)).status).toBe(200)

  const { changes: kept, result } = await list()
  expect(kept.map(({ problem }) => problem?.code)).toEqual(['driver_is_ahead', 'delivery_not_on_plan', undefined])
  expect(result!.sentence).toMatch(/^Took delivery \d+ off/)
  const done = (await publish()).body
  expect(done.changes.map(({ id }) => id)).toEqual([kept[0]!.id, kept[1]!.id])
  expect(done.plan).toMatchObject({ unpublished: 2 })
  expect(visits(await routeOf('Budi')).map(({ delivery_id }) => delivery_id)).toEqual([first])
  expect(await publish()).toMatchObject({ status: 409, body: { code: 'nothing_to_publish' } })
  // Of a plan that was taken back, too.
  await call(plans.takeBackPlan, { params })
  expect((await list()).changes).toHaveLength(2)
})

test('a driver who completes a stop while it is published elsewhere loses nothing', async () => {
  const { member, make, read, routeOf, add, list, publish } = await dispatched()
  const [budi, sari] = [await routeOf('Budi'), await routeOf('Sari')]
  const [first, second] = visits(budi).map((stop) => stop.delivery_id!)
  await add({ type: 'move', delivery_ids: [first!], route_id: sari.id, position: 1 })
  await add({ type: 'move', delivery_ids: [second!], route_id: sari.id, position: 2 })
  const actor = { workspaceId: member.workspaceId, userId: member.userId, name: 'Budi' }
  const complete = inWorkspace(deps.db, member.workspaceId, async (trx) => {
    for (const to of ['in_transit', 'arrived', 'delivered'] as const) {
      await setDeliveryStates(trx, { ids: [first!], to, actor, now: deps.now() })
    }
  })
  const [published] = await Promise.all([publish(), complete])
  expect(published.status).toBe(200)
  const { routes } = await read()
  const driversOf = (id: string) =>
    routes.flatMap((route) => (visits(route).some((stop) => stop.delivery_id === id) ? route.driver_name : []))
  // Whoever was first: the driver keeps the stop and the change its problem, or the stop is delivered on the other route.
  const problems = (await list()).changes.map(({ problem }) => problem?.code)
  expect([driversOf(first!), problems]).toEqual(problems.length ? [['Budi'], ['driver_is_ahead']] : [['Sari'], []])
  expect(driversOf(second!)).toEqual(['Sari'])
  expect((await make.deliveries()).find(({ id }) => id === first)).toMatchObject({ status: 'delivered' })
})

test('another change of the plan moves places, and changes that are kept follow', async () => {
  const { make, call, params, routeOf, add, list } = await dispatched()
  const [budi, sari] = [await routeOf('Budi'), await routeOf('Sari')]
  const [first] = visits(budi)
  await add({ type: 'move', delivery_ids: [first!.delivery_id!], route_id: sari.id, position: 2 })
  const late = await make.delivery({ lat: -6.16, lng: 106.84 })
  const insert: PlanEdit = { type: 'insert', delivery_id: late.id, route_id: sari.id, position: 1 }
  await call(changes.changePlan, { params, body: { changes: [insert] } })
  const after = (await list()).result!.routes.find(({ id }) => id === sari.id)
  const [one, ...others] = numbersOf(sari)
  expect(numbersOf(after)).toEqual([late.number, one, first!.delivery_number, ...others])
})

test('the stops of a broken-down vehicle go to the others, and what fits nowhere is said', async () => {
  const { make, call, params, routeOf, add, publish } = await dispatched()
  const [budi, sari] = [await routeOf('Budi'), await routeOf('Sari')]
  const [first, second, third] = visits(budi)
  await make.change(first!.delivery_id!, { status: 'delivered' } as never)
  await make.change(second!.delivery_id!, { wanted_driver_id: null })
  const spread: PlanEdit = { type: 'spread', route_id: budi.id }
  const tried = (await call(api.previewUnpublished, { params, body: { changes: [spread] } })).body
  expect(tried.warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(['on_board', 'fits_nowhere']))
  expect(tried.effect.recipients.map(({ number }) => number)).toContain(third!.delivery_number)
  const kept = (await add(spread)).body
  // What the engine said is said again before it is published.
  expect(kept.result!.warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(['on_board', 'fits_nowhere']))
  await publish()
  expect(numbersOf(await routeOf('Budi'))).toEqual([first!.delivery_number])
  expect(numbersOf(await routeOf('Sari')).toSorted()).toEqual([...numbersOf(sari), second!.delivery_number].toSorted())
  const left = (await make.deliveries()).find(({ id }) => id === third!.delivery_id)
  expect(left).toMatchObject({ status: 'pending', route_id: null })
})

test('a longer window waits with its change, and is the delivery’s once it is published', async () => {
  const { make, call, params, add, list, publish } = await dispatched()
  const order = await make.delivery({ lat: -6.3, lng: 106.7, window_start: '07:00', window_end: '07:05' })
  const why = async (unpublished: boolean) => {
    const asked = { params: { ...params, delivery_id: order.id }, query: { unpublished: String(unpublished) } }
    return (await call(explainDelivery, asked)).body
  }
  const window = async () => (await make.deliveries()).find(({ id }) => id === order.id)!.window_end
  const fix = (await why(true)).fixes.find(({ kind }) => kind === 'window')!
  const { end } = (fix.changes[0] as Extract<PlanEdit, { type: 'insert' }>).window!
  const tried = (await call(api.previewUnpublished, { params, body: { changes: fix.changes } })).body
  expect(tried.effect).toMatchObject({ late_seconds: fix.effect.late_seconds, cost: fix.effect.cost })
  await add(...fix.changes)
  const shown = visits((await list()).result!.routes[0]).find(({ delivery_id }) => delivery_id === order.id)
  expect(shown).toMatchObject({ window_end: end, late_seconds: 0 })
  // Drivers and recipients see what was dispatched; the board explains what it shows.
  expect([await window(), (await why(false)).is, (await why(true)).is]).toEqual(['07:05', 'unassigned', 'planned'])
  const { id } = (await publish()).body.change!
  expect(await window()).toBe(end)
  await call(changes.undoPlanChange, { params: { ...params, change_id: id! } })
  expect(await window()).toBe('07:05')
})
