import { expect, test } from 'vitest'
import { setPosition } from '#domain/api/addresses.ts'
import { changeInBulk, undoInBulk } from '#domain/api/bulk.ts'
import { changeDelivery, importDeliveries } from '#domain/api/deliveries.ts'
import { changeDriver } from '#domain/api/drivers.ts'
import { listEvents } from '#domain/api/events.ts'
import * as api from '#domain/api/plan-changes.ts'
import { changePlanningSettings } from '#domain/api/planning-settings.ts'
import { changeTerritory, createTerritory } from '#domain/api/territories.ts'
import * as plans from '#domain/api/plans.ts'
import type { PlanEdit } from '#domain/schema/plan-change.ts'
import type { Plan, Route, Stop } from '#domain/schema/plan.ts'
import { dropEdits, type DropTarget } from '#domain/drop/drop-edits.ts'
import { makeDropDay, UnknownToProblem } from '#domain/drop/drop-effect.ts'
import { makeFinder, makeTimer, type VroomInput } from '#solver/index.ts'
import { clockFrom, day, dayMaker, draftPlan } from '../../testing/planning-day.ts'
import { rig } from '../../testing/rig.ts'
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
  const params = await draftPlan(call, [budi, sari])
  if (state !== 'draft') await call(plans.approvePlan, { params })
  if (state === 'dispatched') await call(plans.dispatchPlan, { params })
  const read = async (): Promise<Plan> => (await call(plans.getPlan, { params })).body
  const routeOf = async (name: string) => (await read()).routes.find(({ driver_name }) => driver_name === name)
  const change = (...changes: PlanEdit[]) => call(api.changePlan, { params, body: { changes } })
  const undo = (change_id: string) => call(api.undoPlanChange, { params: { ...params, change_id } })
  return { member, make, call, params, read, routeOf, change, undo, budi, sari, spare }
}

test('a change by hand counts the overtime that it adds, from the end of the shift on', async () => {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const overtime = [{ minutes: 300, percent: 200 }]
  const late = { shift_start: '08:00', shift_end: '09:00', overtime }
  const driver = await make.driver(late, { cost_per_hour: 3600 })
  for (let i = 0; i < 5; i++) await make.delivery({ service_minutes: 20 })
  const { call } = as(member)
  const params = await draftPlan(call, [driver])
  const { body: before } = await call(plans.getPlan, { params })
  const [route] = before.routes
  // A second of driving costs 1, and one after 09:00 another 1.
  const costOf = ({ driving_seconds, ends_at }: Pick<Route, 'driving_seconds' | 'ends_at'>) =>
    driving_seconds + (Date.parse(ends_at) - Date.parse(`${day}T09:00:00+07:00`)) / 1000
  expect(Math.abs(route!.cost! - costOf(route!))).toBeLessThanOrEqual(1)
  const [first, ...rest] = visits(route!).map(({ delivery_id }) => delivery_id!)
  const edit = { type: 'move' as const, delivery_ids: [first!], route_id: route!.id, position: rest.length - 1 }
  const { body: changed } = await call(api.changePlan, { params, body: { changes: [edit] } })
  expect(Math.abs(changed.routes[0]!.cost! - costOf(changed.routes[0]!))).toBeLessThanOrEqual(1)
  expect(changed.routes[0]!.overtime_seconds).toBeGreaterThan(3600)
  expect(changed.effect.cost).toBe(changed.routes[0]!.cost! - route!.cost!)
})

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

test('an emergency goes onto a route on the road at once, and its driver is told', async () => {
  const { make, call, read } = await makePlan()
  const late = await make.delivery({ lat: -6.16, lng: 106.84 })
  const params = { id: late.id }
  const { body } = await call(api.insertEmergency, { params })
  const [route] = body.routes
  expect((await read()).routes.flatMap(visits).some(({ delivery_id }) => delivery_id === late.id)).toBe(true)
  expect((await make.deliveries()).find(({ id }) => id === late.id)).toMatchObject({
    status: 'dispatched',
  })
  const { body: told } = await call(listEvents, { query: { types: 'message.sent', limit: '5' } })
  expect(told.data).toMatchObject([{ data: { driver_id: route!.driver_id } }])
  expect((await call(api.insertEmergency, { params })).code).toBe('delivery_on_route')
  const tomorrow = await make.delivery({ scheduled_date: '2099-01-01' })
  expect((await call(api.insertEmergency, { params: { id: tomorrow.id } })).code).toBe('nothing_on_road')
  expect((await as(await makeMember()).call(api.insertEmergency, { params })).code).toBe('delivery_not_found')
})

test('a driver without a route is offered a new one, which can be taken back', async () => {
  const { make, call, params, read, change, undo, budi } = await makePlan()
  const before = await read()
  const late = await make.delivery({ lat: -6.16, lng: 106.84 })
  const places = async () =>
    (await call(api.findPlaces, { params, query: { delivery_id: late.id } })).body.places.filter(
      ({ route_id }) => route_id === null,
    )
  // The spare driver has no vehicle, while the others have one.
  expect(await places()).toEqual([])
  await make.driver({ name: 'Rina', active: false }, { capacity_kg: 100 })
  await make.driver({ name: 'Umi', shift_start: '04:00', shift_end: '05:00' }, { capacity_kg: 100 })
  const wati = await make.driver({ name: 'Wati' }, { capacity_kg: 100 })
  const [place, ...others] = await places()
  expect(others).toEqual([])
  expect(place).toMatchObject({ driver_id: wati.id, driver_name: 'Wati', position: 1, pickup_position: null })
  expect(place!.effect.distance_km).toBeGreaterThan(0)

  const edit = { type: 'insert' as const, delivery_id: late.id, driver_id: wati.id }
  const { body: tried } = await call(api.previewPlanChange, { params, body: { changes: [edit] } })
  expect(tried).toMatchObject({ id: null, effect: place!.effect, warnings: [] })
  const done = await change(edit)
  expect(done.body).toMatchObject({ sentence: 'Put delivery 7 on a new route for Wati.', effect: place!.effect })
  const [route] = done.body.routes
  expect(route).toMatchObject({ driver_id: wati.id, driver_name: 'Wati' })
  expect(visits(route!)).toMatchObject([{ delivery_id: late.id, arrival_at: place!.arrival_at }])
  const stored = async () => (await make.deliveries()).find(({ id }) => id === late.id)
  expect(await stored()).toMatchObject({ status: 'dispatched', driver_id: wati.id, route_id: route!.id })

  // By now, the driver has a route, which takes the next one too.
  const next = await make.delivery({ lat: -6.17, lng: 106.84 })
  const again = await change({ type: 'insert', delivery_id: next.id, driver_id: wati.id })
  expect(again.body.routes).toMatchObject([{ id: route!.id }])
  const both = { type: 'insert' as const, delivery_id: next.id, driver_id: wati.id, route_id: route!.id }
  expect(await change(both)).toMatchObject({ status: 400, code: 'validation_failed' })
  const nobody = { ...edit, delivery_id: (await make.delivery({})).id, driver_id: budi.vehicle_id! }
  expect(await change(nobody)).toMatchObject({ code: 'driver_not_found' })

  await undo(again.body.id!)
  await undo(done.body.id!)
  expect((await read()).routes).toEqual(before.routes)
  expect(await stored()).toMatchObject({ status: 'pending', route_id: null })
})

test('deliveries move, leave and change places, routes are swapped, split and merged, and all of it is undone', async () => {
  const { make, params, call, read, routeOf, change, undo, budi, sari, spare } = await makePlan('approved')
  const first = await read()
  const done: string[] = []
  const changed = async (...edits: PlanEdit[]) => {
    const reply = await change(...edits)
    expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200 })
    done.push(reply.body.id!)
    return reply.body
  }
  const [a, b] = [(await routeOf('Budi'))!, (await routeOf('Sari'))!]
  const [a1, a2, a3] = visits(a).map(({ delivery_id }) => delivery_id!)
  const order = (await routeOf('Budi'))!.stops.filter(({ sequence }) => sequence > 0).map(({ id }) => id)

  await changed({ type: 'reorder', route_id: a.id, stop_ids: [order[2]!, order[0]!, order[1]!] })
  expect(visits((await routeOf('Budi'))!).map(({ delivery_id }) => delivery_id)).toEqual([a3, a1, a2])
  await changed({ type: 'reverse', route_id: a.id })
  expect(visits((await routeOf('Budi'))!).map(({ delivery_id }) => delivery_id)).toEqual([a2, a1, a3])

  const moved = await changed({ type: 'move', delivery_ids: [a1!], route_id: b.id, position: 1 })
  expect(visits((await routeOf('Sari'))!)[0]!.delivery_id).toBe(a1)
  expect(moved.warnings).toMatchObject([{ code: 'wanted_driver', delivery_id: a1 }])
  expect((await make.deliveries()).find(({ id }) => id === a1)).toMatchObject({ driver_id: sari.id, status: 'planned' })

  await changed({ type: 'remove', delivery_ids: [a1!] })
  expect((await make.deliveries()).find(({ id }) => id === a1)).toMatchObject({ status: 'pending', driver_id: null })
  expect((await read()).unassigned).toMatchObject([{ delivery_id: a1, reason_code: 'taken_off' }])
  expect((await call(api.getLateOrders, { params })).body.count).toBe(0)

  await changed({ type: 'swap_drivers', route_id: a.id, other_route_id: b.id })
  expect((await read()).routes.map(({ id, driver_id }) => [id, driver_id])).toEqual(
    expect.arrayContaining([
      [a.id, sari.id],
      [b.id, budi.id],
    ]),
  )
  await changed({ type: 'vehicle', route_id: a.id, vehicle_id: null })
  const stop = visits((await read()).routes.find(({ id }) => id === b.id)!)[1]!
  const split = await changed({ type: 'split', route_id: b.id, stop_id: stop.id, driver_id: spare.id })
  expect(split.routes.map(({ driver_name }) => driver_name).toSorted()).toEqual(['Budi', 'Tono'])
  const merged = await changed({ type: 'merge', route_id: a.id, into_route_id: b.id })
  expect(merged.removed_route_ids).toEqual([a.id])
  expect((await read()).totals).toMatchObject({ routes: 2, deliveries: 5, unassigned: 1 })
  await changed({ type: 'improve', route_id: b.id }, { type: 'driver', route_id: b.id, driver_id: sari.id })
  const locked = visits((await routeOf('Sari'))!)[0]!
  await changed({ type: 'lock', stop_ids: [locked.id] })
  expect(visits((await routeOf('Sari'))!)[0]).toMatchObject({ id: locked.id, locked: true })
  await changed({ type: 'lock_route', route_id: b.id, lock: 'order' })
  expect((await routeOf('Sari'))!.locks).toEqual(['order'])
  const reversed = await call(api.previewPlanChange, {
    params,
    body: { changes: [{ type: 'reverse', route_id: b.id }] },
  })
  expect(reversed.body.warnings).toContainEqual(
    expect.objectContaining({ code: 'locked', sentence: 'Sari’s route: its order was locked.' }),
  )

  for (const id of done.toReversed()) expect((await undo(id)).status).toBe(200)
  const last = await read()
  expect(last.routes).toEqual(first.routes)
  expect(last.totals).toEqual(first.totals)
  expect(last.unassigned).toEqual([])
  const { data } = (await call(api.listPlanChanges, { params, query: { limit: 5 } })).body
  expect(data).toHaveLength(5)
  expect((await call(plans.dispatchPlan, { params })).status).toBe(200)
})

test('of two changes of one version one is made, and the other gets the plan as it is', async () => {
  const { call, params, routeOf, read, change } = await makePlan()
  const { version } = await read()
  const route = (await routeOf('Budi'))!
  const headers = { 'if-match': `"${version}"` }
  const body = { changes: [{ type: 'reverse' as const, route_id: route.id }] }
  const replies = await Promise.all([1, 2, 3].map(() => call(api.changePlan, { params, body, headers })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
  const refused = replies.find(({ status }) => status === 412)!
  expect(refused).toMatchObject({ code: 'version_conflict', body: { current: { version: version + 1 } } })
  // Without a version, each is made on what the one before it left.
  await Promise.all([1, 2, 3].map(() => change({ type: 'reverse', route_id: route.id })))
  expect(numbersOf(await routeOf('Budi'))).toEqual(numbersOf(route))
  // The same call again is not another one.
  const keyed = { params, body, headers: { 'idempotency-key': 'once' } }
  const [one, two] = [await call(api.changePlan, keyed), await call(api.changePlan, keyed)]
  expect([one.status, two.headers['idempotent-replayed']]).toEqual([200, 'true'])
  expect(two.body).toEqual(one.body)
})

test('what is done stays where it is, and nothing comes before it', async () => {
  const { make, routeOf, change, undo, read } = await makePlan()
  const route = (await routeOf('Budi'))!
  const other = (await routeOf('Sari'))!
  const [first, second, third] = visits(route)
  await make.change(first!.delivery_id!, { status: 'delivered' } as never)
  const refused = [
    await change({ type: 'remove', delivery_ids: [first!.delivery_id!] }),
    await change({ type: 'reorder', route_id: route.id, stop_ids: [second!.id, first!.id, third!.id] }),
    await change({ type: 'move', delivery_ids: [visits(other)[0]!.delivery_id!], route_id: route.id, position: 1 }),
  ]
  for (const { code, body } of refused) {
    expect([code, (body as unknown as { detail: string }).detail]).toEqual([
      'driver_is_ahead',
      'Budi is past that place of the route, or on the way there.',
    ])
  }
  // Merging leaves what is done behind.
  const merged = await change({ type: 'merge', route_id: route.id, into_route_id: other.id })
  expect(merged.body.removed_route_ids).toEqual([])
  expect(visits((await routeOf('Budi'))!).map(({ id }) => id)).toEqual([first!.id])
  expect(visits((await routeOf('Sari'))!)).toHaveLength(5)
  // Once the driver has moved on, the change cannot be taken back.
  await make.change(second!.delivery_id!, { status: 'in_transit' } as never)
  const late = await undo(merged.body.id!)
  expect(late).toMatchObject({ status: 409, code: 'cannot_undo', body: { detail: 'Sari has moved on since.' } })
  expect((await read()).routes).toHaveLength(2)
})

test('deliveries of other plans and workspaces, and those that have ended, are refused', async () => {
  const { make, member, routeOf, change, undo } = await makePlan()
  const others = await makePlan()
  const theirs = (await others.routeOf('Budi'))!
  const route = (await routeOf('Budi'))!
  const ended = await make.delivery({ status: 'cancelled' } as never)
  const lost = await make.delivery({ lat: null, lng: null } as never)
  const insert = (delivery_id: string, more: object = {}) => change({ type: 'insert', delivery_id, ...more })
  const codes = [
    await insert(visits(theirs)[0]!.delivery_id!),
    await change({ type: 'reverse', route_id: theirs.id }),
    await change({ type: 'driver', route_id: route.id, driver_id: others.budi.id }),
    await insert(visits(route)[0]!.delivery_id!),
    await insert(ended.id),
    await insert(lost.id),
    await change({ type: 'lock', stop_ids: [visits(theirs)[0]!.id] }),
    await undo(route.id),
    await as(others.member).call(api.changePlan, {
      params: { id: route.plan_id },
      body: { changes: [{ type: 'reverse', route_id: route.id }] },
    }),
  ].map(({ code }) => code)
  expect(codes).toEqual([
    'delivery_not_found',
    'route_not_found',
    'driver_not_found',
    'delivery_on_route',
    'delivery_state',
    'no_position',
    'stop_not_found',
    'plan_change_not_found',
    'plan_not_found',
  ])
  expect(member.workspaceId).not.toBe(others.member.workspaceId)
})

test('an address change on the road times its route again, and can be taken back', async () => {
  const { make, call, params, routeOf, read, undo } = await makePlan()
  const route = (await routeOf('Budi'))!
  const [first, second] = visits(route)
  const before = await read()
  const id = second!.delivery_id!
  const change = (deliveryId: string, body: object) =>
    call(changeDelivery, { params: { id: deliveryId }, body: body as never })
  const far = { delivery_address: 'Jl. Jauh 9', delivery_location: { lat: -6.25, lng: 106.9 }, service_minutes: 20 }
  const changed = await change(id, far)
  expect(changed).toMatchObject({ status: 200, body: { ...far, status: 'dispatched' } })

  const after = (await routeOf('Budi'))!
  const stop = after.stops.find(({ delivery_id }) => delivery_id === id)!
  expect(stop).toMatchObject({ address: 'Jl. Jauh 9', location: far.delivery_location, service_seconds: 1200 })
  expect(changed.body.estimated_arrival).toBe(stop.arrival_at)
  expect(after.distance_km).toBeGreaterThan(route.distance_km)
  expect((await read()).state).toBe('dispatched')
  const [entry] = (await call(api.listPlanChanges, { params })).body.data
  const number = second!.delivery_number
  expect(entry).toMatchObject({ sentence: `Changed delivery ${number} on Budi’s route.`, types: ['delivery'] })

  // Without a position, nobody knows when it would be reached.
  expect((await change(id, { delivery_address: 'Somewhere else' })).code).toBe('no_position')
  // Another day needs another plan.
  expect((await change(id, { scheduled_date: '2026-03-20' })).code).toBe('delivery_on_route')
  expect(await undo(entry!.id)).toMatchObject({ status: 200 })
  expect((await read()).routes).toEqual(before.routes)
  const stored = (await make.deliveries()).find((each) => each.id === id)!
  expect(stored).toMatchObject({ delivery_address: second!.address, service_minutes: 5, lat: second!.location!.lat })
  const redone = (await call(api.listPlanChanges, { params })).body.data[0]!
  expect((await undo(redone.id)).status).toBe(200)
  expect((await routeOf('Budi'))!.distance_km).toBe(after.distance_km)

  await make.change(first!.delivery_id!, { status: 'delivered' } as never)
  expect(await change(first!.delivery_id!, { service_minutes: 7 })).toMatchObject({
    code: 'delivery_state',
    body: { detail: `Delivery ${first!.delivery_number} is delivered already.` },
  })
})

test('a pin that is moved times its route again, of a delivery or its pickup, and the address book moves nothing else', async () => {
  const { make, call, params, routeOf, change, read, undo } = await makePlan()
  const late = await make.delivery({
    pickup_address: 'Toko Satu',
    pickup_lat: -6.17,
    pickup_lng: 106.83,
    pickup_location_source: 'given',
    pickup_location_confidence: 0.9,
  } as never)
  const route_id = (await routeOf('Budi'))!.id
  expect((await change({ type: 'insert', delivery_id: late.id, route_id })).status).toBe(200)
  const before = await read()
  const stopsOf = async (id: string) => visits((await routeOf('Budi'))!).filter(({ delivery_id }) => delivery_id === id)
  const put = (id: string, body: object) => call(setPosition, { params: { id }, body: body as never })
  const latest = async () => (await call(api.listPlanChanges, { params })).body.data[0]!

  const shop = { lat: -6.28, lng: 106.95 }
  expect((await put(late.id, { of: 'pickup', location: shop })).status).toBe(200)
  const [pickup] = await stopsOf(late.id)
  expect(pickup).toMatchObject({ kind: 'pickup', location: shop })
  expect((await routeOf('Budi'))!.distance_km).toBeGreaterThan(
    before.routes.find(({ id }) => id === route_id)!.distance_km,
  )
  expect(await undo((await latest()).id)).toMatchObject({ status: 200 })
  expect((await read()).routes).toEqual(before.routes)

  // Two of the plan have this address. Only the one whose pin was moved follows the address book.
  const [first, second] = visits((await routeOf('Budi'))!).filter(({ delivery_id }) => delivery_id !== late.id)
  const address = { delivery_address: 'Jl. Sama 1' }
  for (const { delivery_id: id, location } of [first!, second!]) {
    const body = { ...address, delivery_location: location! }
    expect((await call(changeDelivery, { params: { id: id! }, body })).status).toBe(200)
  }
  const door = { lat: -6.27, lng: 106.94 }
  const moved = await put(first!.delivery_id!, { location: door, remember: true })
  expect(moved).toMatchObject({ status: 200, body: { others: 0, delivery: { location_source: 'dispatcher' } } })
  const [now] = await stopsOf(first!.delivery_id!)
  expect(now!.location).toEqual(door)
  expect(moved.body.delivery.estimated_arrival).toBe(now!.arrival_at)
  expect((await stopsOf(second!.delivery_id!))[0]!.location).toEqual(second!.location)
  const entry = await latest()
  expect(entry).toMatchObject({ sentence: `Changed delivery ${first!.delivery_number} on Budi’s route.` })
  expect((await undo(entry.id)).status).toBe(200)
  expect((await stopsOf(first!.delivery_id!))[0]!.location).toEqual(first!.location)

  await make.change(first!.delivery_id!, { status: 'in_transit' } as never)
  expect(await put(first!.delivery_id!, { location: door })).toMatchObject({ code: 'delivery_on_route' })
  await make.change(first!.delivery_id!, { status: 'delivered' } as never)
  expect(await put(first!.delivery_id!, { location: door })).toMatchObject({
    code: 'delivery_state',
    body: { detail: `Delivery ${first!.delivery_number} is delivered already.` },
  })
})

test('many deliveries that are edited at once are one change of their plan, and can be taken back', async () => {
  const { make, call, params, routeOf, read } = await makePlan()
  const before = await read()
  const all = [...visits((await routeOf('Budi'))!), ...visits((await routeOf('Sari'))!)]
  const ids = all.map(({ delivery_id }) => delivery_id!)
  await make.change(ids[0]!, { status: 'delivered' } as never)
  const edit = { service_minutes: 25, notes: 'Ring twice' }
  const { body } = await call(changeInBulk, { body: { ids, change: { edit } } })
  expect(body.changed).toHaveLength(5)
  expect(body.refused).toMatchObject([{ id: ids[0], code: 'delivery_state', reason: 'It is already delivered.' }])
  const after = await read()
  expect(after.version).toBe(before.version + 1)
  for (const stop of after.routes.flatMap(visits)) {
    expect(stop.service_seconds).toBe(stop.delivery_id === ids[0] ? 300 : 1500)
  }
  const [entry] = (await call(api.listPlanChanges, { params })).body.data
  expect(entry).toMatchObject({ sentence: 'Changed 5 deliveries on 2 routes.', types: ['delivery'] })

  // What needs another plan is refused, each with what to do.
  const skills = await call(changeInBulk, { body: { ids: [ids[1]!], change: { edit: { add_skills: ['cold'] } } } })
  expect(skills.body.refused).toMatchObject([
    {
      code: 'delivery_on_route',
      reason: 'On a route, not all of this can be changed. Take it off the route first.',
    },
  ])
  // The new arrivals are entries of the histories, too, and do not stop this.
  const undone = await call(undoInBulk, { body: { event_ids: body.changed.map(({ event_id }) => event_id) } })
  expect(undone.body.refused).toEqual([])
  expect((await read()).routes.map(({ ends_at }) => ends_at)).toEqual(before.routes.map(({ ends_at }) => ends_at))
})

test('an import changes what is on a route, once per plan, and names the rows that it cannot', async () => {
  const { make, call, params, routeOf, read, sari } = await makePlan()
  const before = await read()
  const all = [...visits((await routeOf('Budi'))!), ...visits((await routeOf('Sari'))!)]
  const numbers = all.map(({ delivery_number }) => delivery_number!)
  for (const [index, { delivery_id }] of all.entries()) {
    await make.change(delivery_id!, { reference: `R${index}`, source: 'csv' } as never)
  }
  await make.change(all[0]!.delivery_id!, { status: 'delivered' } as never)
  const rows = [
    { reference: 'R0', service_minutes: 20 },
    { reference: 'R1', service_minutes: 20, weight_kg: 3 },
    { reference: 'R2', delivery_address: 'Nobody knows' },
    { reference: 'R3', window_end: '18:00', notes: 'Ring twice' },
    { reference: 'R4', scheduled_date: '2026-03-20' },
    { reference: 'R5', delivery_address: 'Jl. Baru 1', delivery_location: { lat: -6.25, lng: 106.9 } },
  ]
  const merge = (deliveries: object[], more = {}) =>
    call(importDeliveries, { body: { source: 'csv', mode: 'merge', deliveries, ...more } as never })
  const outcomes = ['refused', 'updated', 'refused', 'updated', 'refused', 'updated']
  expect((await merge(rows, { dry_run: true })).body.outcomes).toEqual(outcomes)
  expect((await read()).version).toBe(before.version)
  const { body } = await merge(rows)
  expect(body.outcomes).toEqual(outcomes)
  expect(body.refused.map(({ index, reason }) => [index, reason])).toEqual([
    [0, `Delivery ${numbers[0]} is delivered already, so the row changes nothing.`],
    [
      2,
      `Delivery ${numbers[2]} is on a route, and nobody knows where its new address is. Give the row a position, or change it by hand with a pin.`,
    ],
    [4, `Delivery ${numbers[4]} was dispatched already. Take it off its route first.`],
  ])
  const after = await read()
  expect(after.version).toBe(before.version + 1)
  const stops = new Map(after.routes.flatMap(visits).map((stop) => [stop.delivery_id, stop]))
  expect(stops.get(all[1]!.delivery_id)!.service_seconds).toBe(1200)
  expect(stops.get(all[5]!.delivery_id)!).toMatchObject({ address: 'Jl. Baru 1', location: { lat: -6.25, lng: 106.9 } })
  const [entry] = (await call(api.listPlanChanges, { params })).body.data
  expect(entry!.sentence).toBe('Changed 3 deliveries on 2 routes.')

  await call(changeDriver, { params: { id: sari.id }, body: { active: false } })
  const stuck = await merge([{ reference: 'R5', service_minutes: 9 }])
  expect(stuck.body.refused[0]!.reason).toBe(
    `The driver of delivery ${numbers[5]}’s route is inactive. Give the route to another driver first.`,
  )
})

test('a canceled delivery leaves its route when the route is next timed', async () => {
  const { call, routeOf, change, make } = await makePlan()
  const route = (await routeOf('Budi'))!
  const [first, second, third] = visits(route)
  const params = { id: second!.delivery_id! }
  expect((await call(changeDelivery, { params, body: { status: 'cancelled' } })).status).toBe(200)
  expect((await routeOf('Budi'))!.stops.map(({ delivery_status }) => delivery_status)).toContain('cancelled')
  expect((await change({ type: 'refresh', route_id: route.id })).status).toBe(200)
  const left = visits((await routeOf('Budi'))!).map(({ id }) => id)
  expect(left).toEqual([first!.id, third!.id])
  const stored = (await make.deliveries()).find(({ id }) => id === params.id)
  expect(stored).toMatchObject({ status: 'cancelled', route_id: null })
})

test('whoever puts stops in another order hears what would lie behind other goods, and what would meet on board', async () => {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const budi = await make.driver({ name: 'Budi' }, { code: 'TRAILER', last_in_first_out: true })
  const { call } = as(member)
  await call(changePlanningSettings, { body: { keep_apart_on_board: [['food', 'paint']] } })
  const pickup = { pickup_address: 'Toko Satu', pickup_lat: -6.17, pickup_lng: 106.83, pickup_location_source: 'given', pickup_location_confidence: 1 } as const // prettier-ignore
  const orders = [
    await make.delivery({ ...pickup, tags: ['food'] }),
    await make.delivery({ ...pickup, tags: ['paint'] }),
  ]
  const params = await draftPlan(call, [budi])
  const [route] = (await call(plans.getPlan, { params })).body.routes
  const [a, b] = orders.map(({ id }) => visits(route!).filter(({ delivery_id }) => delivery_id === id))
  const warningsOf = async (...stops: Stop[]) => {
    const edit = { type: 'reorder' as const, route_id: route!.id, stop_ids: stops.map(({ id }) => id) }
    const { body } = await call(api.previewPlanChange, { params, body: { changes: [edit] } })
    return body.warnings.map(({ code, sentence }) => `${code}: ${sentence}`)
  }
  expect(await warningsOf(...b!, ...a!)).toEqual([])
  expect(await warningsOf(a![0]!, b![0]!, a![1]!, b![1]!)).toEqual([
    'apart_on_board: Delivery 1 is “food” and delivery 2 is “paint”. They would be on board at the same time.',
    'last_in_first_out: Delivery 1 would lie behind delivery 2. TRAILER hands over first what was loaded last.',
  ])
})

test('whoever puts stops in another order hears what would be on board for too long, unless it was before', async () => {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const budi = await make.driver({ name: 'Budi' })
  const { call } = as(member)
  const pickup = { pickup_address: 'Toko Satu', pickup_lat: -6.17, pickup_lng: 106.83, pickup_location_source: 'given', pickup_location_confidence: 1 } as const // prettier-ignore
  const orders = [
    await make.delivery({ ...pickup, max_ride_minutes: 30 }),
    await make.delivery({ ...pickup, max_detour_minutes: 10 }),
    await make.delivery({ service_minutes: 45 }),
    await make.delivery(),
    await make.delivery(),
  ]
  const params = await draftPlan(call, [budi])
  const [route] = (await call(plans.getPlan, { params })).body.routes
  const [a, b, long, ...others] = orders.map(({ id }) => visits(route!).filter(({ delivery_id }) => delivery_id === id))
  const edit = (...stops: Stop[]) => ({
    changes: [{ type: 'reorder' as const, route_id: route!.id, stop_ids: stops.map(({ id }) => id) }],
  })
  const warningsOf = async (...stops: Stop[]) => {
    const { body } = await call(api.previewPlanChange, { params, body: edit(...stops) })
    return body.warnings.map(({ code, sentence }) => `${code}: ${sentence.replace(/\d+ minutes/, 'n minutes')}`)
  }
  const last = others.flat()
  expect(await warningsOf(...long!, ...a!, ...b!, ...last)).toEqual([])
  const slow = [a![0]!, b![0]!, ...long!, a![1]!, b![1]!]
  expect(await warningsOf(...slow, ...last)).toEqual([
    'max_ride: Delivery 1 would be on board n minutes longer than it may be.',
    'max_ride: Delivery 2 would be on board n minutes longer than it may be.',
  ])
  expect((await call(api.changePlan, { params, body: edit(...slow, ...last) })).status).toBe(200)
  expect(await warningsOf(...slow, ...last.toReversed())).toEqual([])
})

test('whoever moves a part of an order to another route hears that the others stay behind', async () => {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const crews = [await make.driver({ name: 'Budi' }), await make.driver({ name: 'Sari' })]
  for (const driver of crews) await make.delivery({ wanted_driver_id: driver.id })
  const parts = [1, 2].map(() => make.delivery({ order_reference: 'O-1' }))
  const [part] = await Promise.all(parts)
  const { call } = as(member)
  const params = await draftPlan(call, crews)
  const { routes } = (await call(plans.getPlan, { params })).body
  const other = routes.find((route) => !visits(route).some(({ delivery_id }) => delivery_id === part!.id))!
  const changes = [{ type: 'move' as const, delivery_ids: [part!.id], route_id: other.id, position: 1 }]
  const { body } = await call(api.previewPlanChange, { params, body: { changes } })
  expect(body.warnings.map(({ code, delivery_id }) => [code, delivery_id])).toContainEqual(['precedence', part!.id])
})

test('urgent deliveries come first, and whoever puts them later hears it', async () => {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const budi = await make.driver({ name: 'Budi' })
  const { call } = as(member)
  await call(changePlanningSettings, { body: { priority_order: 'by_priority' } })
  for (const priority of [3, 1, 2]) await make.delivery({ priority })
  const params = await draftPlan(call, [budi])
  const [route] = (await call(plans.getPlan, { params })).body.routes
  expect(visits(route!).map(({ delivery_number }) => delivery_number)).toEqual([2, 3, 1])
  const [urgent, normal, low] = visits(route!)
  const warningsOf = async (...stops: Stop[]) => {
    const edit = { type: 'reorder' as const, route_id: route!.id, stop_ids: stops.map(({ id }) => id) }
    const { body } = await call(api.previewPlanChange, { params, body: { changes: [edit] } })
    return body.warnings.map(({ code, sentence }) => `${code}: ${sentence}`)
  }
  expect(await warningsOf(urgent!, low!, normal!)).toEqual([
    'priority_order: Delivery 3 is more urgent than delivery 1 and would come after it.',
  ])
  await call(changePlanningSettings, { body: { priority_order: 'urgent_first' } })
  expect(await warningsOf(urgent!, low!, normal!)).toEqual([])
})

test('a slow territory makes drives longer, and a plan keeps the speeds that it was made with', async () => {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const budi = await make.driver({ name: 'Budi' })
  const { call } = as(member)
  for (let i = 0; i < 3; i++) await make.delivery({})
  const drivingOf = async (params: { id: string }) =>
    (await call(plans.getPlan, { params })).body.routes[0]!.driving_seconds
  const usual = await drivingOf(await draftPlan(call, [budi]))
  const all = [[106, -7], [108, -7], [108, -5], [106, -5], [106, -7]] as [number, number][] // prettier-ignore
  const area = { type: 'Polygon' as const, coordinates: [all] }
  const { body: zone } = await call(createTerritory, { body: { name: 'City', area, speed: { percent: 50 } } })
  expect(zone.speed).toEqual({ percent: 50, from: null, to: null })
  const slow = await draftPlan(call, [budi])
  expect(await drivingOf(slow)).toBeGreaterThan(1.98 * usual)
  expect(await drivingOf(slow)).toBeLessThan(2.02 * usual)
  // Later changes of the territory change nothing about this plan.
  await call(changeTerritory, { params: { id: zone.id }, body: { speed: { percent: 20, from: '07:00', to: '20:00' } } })
  const [route] = (await call(plans.getPlan, { params: slow })).body.routes
  const stop_ids = visits(route!).map(({ id }) => id)
  const preview = async (params: { id: string }, route_id: string, ids: string[]) => {
    const changes = [{ type: 'reorder' as const, route_id, stop_ids: ids }]
    return (await call(api.previewPlanChange, { params, body: { changes } })).body
  }
  const { routes } = await preview(slow, route!.id, stop_ids.toReversed())
  expect(routes[0]!.driving_seconds).toBeLessThan(3 * usual)
  expect(await drivingOf(await draftPlan(call, [budi]))).toBeGreaterThan(4 * usual)
  await call(changeTerritory, { params: { id: zone.id }, body: { speed: null } })
  expect(await drivingOf(await draftPlan(call, [budi]))).toBe(usual)
})

test('an order with a pickup goes on a route with both its stops, and what it brings about is said before', async () => {
  const { make, call, params, routeOf, change, read, undo } = await makePlan()
  const before = await read()
  const route = (await routeOf('Budi'))!
  const late = await make.delivery({
    pickup_address: 'Toko Satu',
    pickup_lat: -6.17,
    pickup_lng: 106.83,
    pickup_location_source: 'given',
    pickup_location_confidence: 0.9,
    pickup_window_end: '23:00',
    weight_kg: 150,
    skills: ['cold'],
    window_end: '08:00',
  } as never)
  const insert = { type: 'insert' as const, delivery_id: late.id, route_id: route.id }
  const { body } = await call(api.findPlaces, { params, query: { delivery_id: late.id } })
  expect(body.places).toEqual([])
  expect(body.reason).toBeTruthy()
  expect((await change({ type: 'insert', delivery_id: late.id })).code).toBe('fits_nowhere')
  const { body: tried } = await call(api.previewPlanChange, { params, body: { changes: [insert] } })
  expect(tried.warnings.map(({ code }) => code).toSorted()).toEqual([
    'missing_skills',
    'outside_window',
    'over_capacity',
  ])
  expect(tried.effect).toMatchObject({ late_stops: 1 })
  expect(await read()).toEqual(before)

  const done = await change(insert)
  const own = done.body.routes[0]!.stops.filter(({ delivery_id }) => delivery_id === late.id)
  expect(own.map(({ kind, address, window_end }) => [kind, address, window_end])).toEqual([
    ['pickup', 'Toko Satu', '23:00'],
    ['delivery', late.delivery_address, '08:00'],
  ])
  const stored = (await routeOf('Budi'))!.stops.filter(({ delivery_id }) => delivery_id === late.id)
  expect(stored.map(({ promised_at }) => promised_at)).toEqual([null, own[1]!.arrival_at])
  const wrong = visits(done.body.routes[0]!).map(({ id }) => id)
  const [pickup, drop] = own.map(({ id }) => id)
  const reordered = [drop!, ...wrong.filter((id) => id !== drop && id !== pickup), pickup!]
  const refused = await change({ type: 'reorder', route_id: route.id, stop_ids: reordered })
  expect(refused.code).toBe('pickup_after_delivery')
  await undo(done.body.id!)
  expect((await read()).routes).toEqual(before.routes)
})

test('a change and its events are stored together, or not at all', async () => {
  const { member, call, params, routeOf, change, read, budi } = await makePlan()
  const route = (await routeOf('Budi'))!
  const { cursor } = (await call(listEvents, { query: { after: 'now' } })).body
  expect((await change({ type: 'remove', delivery_ids: [visits(route)[0]!.delivery_id!] })).status).toBe(200)
  const { data } = (await call(listEvents, { query: { after: cursor } })).body
  const types = data.map(({ type }) => type)
  expect(new Set(types)).toEqual(
    new Set(['plan.changed', 'route.changed', 'delivery.status_changed', 'delivery.updated']),
  )
  expect(data.find(({ type }) => type === 'route.changed')).toMatchObject({ data: { driver_id: budi.id } })
  const before = await read()
  // The last step of the next change fails: its place in the history is taken.
  await rig(deps.db, member.workspaceId, (trx) =>
    trx
      .insertInto('plan_changes')
      .values({
        workspace_id: member.workspaceId,
        plan_id: params.id,
        number: 2,
        at: deps.now(),
        actor_kind: 'system',
        actor_id: null,
        sentence: '',
        types: [],
        edits: '[]',
        effect: '{}',
        route_ids: [],
        delivery_ids: [],
        replaced: '{}',
        after: '{}',
        undoes: null,
        undone_by: null,
      })
      .execute(),
  )
  expect((await change({ type: 'reverse', route_id: route.id })).status).toBe(500)
  expect(await read()).toEqual(before)
})

test('routes are rearranged as one change, which can be taken back', async () => {
  const { make, params, call, read, routeOf, change, undo, spare } = await makePlan()
  const before = await read()
  const [budi, sari] = [(await routeOf('Budi'))!, (await routeOf('Sari'))!]
  const late = await make.delivery()
  const stopsOf = (...ids: string[]) => ids.map((delivery_id) => ({ delivery_id, kind: 'delivery' as const }))
  const [a, b, c] = visits(budi).map(({ delivery_id }) => delivery_id!) as [string, string, string]
  const [d, e, f] = visits(sari).map(({ delivery_id }) => delivery_id!) as [string, string, string]
  const edit = {
    type: 'arrange' as const,
    routes: [
      { route_id: budi.id, stops: stopsOf(d, b, late.id) },
      { driver_id: spare.id, stops: stopsOf(a) },
    ],
    remove: [c],
  }
  expect((await change({ ...edit, remove: [] })).body).toMatchObject({ code: 'arrangement_incomplete' })
  const stranger = (await makePlan('draft')).spare
  const theirs = { ...edit, routes: [edit.routes[0]!, { driver_id: stranger.id, stops: stopsOf(a) }] }
  expect((await change(theirs)).body).toMatchObject({ code: 'driver_not_found' })

  const { body: done } = await change(edit)
  expect(done.sentence).toBe('Rearranged Budi’s route and Tono’s route, and took delivery 3 off.')
  const after = await read()
  const deliveriesOf = (name: string) =>
    visits(after.routes.find(({ driver_name }) => driver_name === name)!).map(({ delivery_id }) => delivery_id)
  expect([deliveriesOf('Budi'), deliveriesOf('Sari'), deliveriesOf('Tono')]).toEqual([[d, b, late.id], [e, f], [a]])
  expect(done.warnings.map(({ code }) => code)).toContain('wanted_driver')
  expect(done.effect.promises.map(({ delivery_id }) => delivery_id)).toContain(c)
  expect((await call(api.previewPlanChange, { params, body: { changes: [edit] } })).status).toBe(409)
  await undo(done.id!)
  expect((await read()).routes).toEqual(before.routes)
})

/** The figures of a drop as a browser works them out. */
async function dropsOf({ call, params, read }: Awaited<ReturnType<typeof makePlan>>) {
  const { body: given } = await call(api.getPlanProblem, { params })
  const problem = given.problem as VroomInput
  const plan = await read()
  const clock = { midnight: Date.parse(`${day}T00:00:00+07:00`), now: deps.now().getTime() }
  const drops = makeDropDay(given, plan.routes, makeTimer(problem), clock)
  return { given, plan, drops, find: makeFinder(problem) }
}

test.each(['draft', 'dispatched'] as const)(
  'what a browser works out for a drop is what the preview says, on a %s plan',
  async (state) => {
    const made = await makePlan(state)
    const { make, call, params, spare } = made
    const late = await make.delivery({ lat: -6.16, lng: 106.84, window_start: '06:00', window_end: '06:01' })
    await make.driver({ name: 'Wati' }, { capacity_kg: 1 })
    const { given, plan, drops, find } = await dropsOf(made)
    expect(given.version).toBe(plan.version)
    expect(given.vehicles.map(({ driver_name, route_id }) => [driver_name, route_id !== null])).toEqual(
      expect.arrayContaining([
        ['Budi', true],
        ['Sari', true],
        ['Wati', false],
      ]),
    )
    // Nothing that says who gets it, or where they live in words.
    expect(JSON.stringify(given)).not.toMatch(/recipient|phone|address|Jl\./)

    const [one, other] = plan.routes as [Route, Route]
    const [first, second, third] = visits(one) as [Stop, Stop, Stop]
    const begin = visits(other)[0]!
    const drag = (stops: Stop[], target: DropTarget, delivery_ids: string[] = []) =>
      dropEdits(drops.routes, { stop_ids: stops.map(({ id }) => id), delivery_ids }, target, drops.facts)
    const cases = [
      drag([third], { kind: 'place', route_id: one.id, before: first.id }),
      drag([first], { kind: 'place', route_id: other.id, before: begin.id }),
      drag([first, third, begin], { kind: 'place', route_id: other.id, before: null }),
      drag([second], { kind: 'unassigned' }),
      drag([first, second, third], { kind: 'day', day: '2099-01-01' }),
      drag([first, second], { kind: 'driver', driver_id: spare.id }),
      drag([], { kind: 'place', route_id: other.id, before: begin.id }, [late.id]),
      drag([third], { kind: 'place', route_id: other.id, before: null }, [late.id]),
    ]
    for (const changes of cases) {
      const { body } = await call(api.previewPlanChange, { params, body: { changes } })
      if (changes.some((edit) => 'driver_id' in edit)) {
        // Who has no vehicle is no target where others have one.
        expect(() => drops.effectOfEdits(changes)).toThrow(UnknownToProblem)
        continue
      }
      const seen = drops.effectOfEdits(changes)
      expect(seen.effect, JSON.stringify(changes)).toEqual(body.effect)
      const ends = body.routes.map(({ id, ends_at }) => [id, ends_at])
      expect(seen.ends.map(({ route_id, ends_at }) => [route_id, ends_at])).toEqual(ends)
    }
    const [full] = given.vehicles.filter(({ driver_name }) => driver_name === 'Wati')
    const toWati = drag([first], { kind: 'driver', driver_id: full!.driver_id })
    const { body } = await call(api.previewPlanChange, { params, body: { changes: toWati } })
    expect(drops.effectOfEdits(toWati).effect).toEqual(body.effect)
    expect(drops.effectOfEdits(toWati).breaks).toContain('skills')
    expect(body.warnings.map(({ code }) => code)).toContain('wanted_driver')

    // The cheapest place is where the server would put it.
    const asked = { type: 'insert' as const, delivery_id: late.id }
    const best = find(drops.routes.map(drops.solverRoute), [{ type: 'job', id: drops.taskOf.get(late.id)!.task }])
    const tried = await call(api.previewPlanChange, { params, body: { changes: [asked] } })
    expect(best.length > 0).toBe(tried.status === 200)
  },
)

test('a drop on a route that runs late starts from where its driver is, in a browser and here', async () => {
  const made = await makePlan('dispatched')
  const { member, make, call, params, routeOf } = made
  const route = (await routeOf('Budi'))!
  const [first, second, third] = visits(route) as [Stop, Stop, Stop]
  await make.change(first.delivery_id!, { status: 'delivered' } as never)
  const threeHours = 3 * 3_600_000
  await rig(deps.db, member.workspaceId, (trx) =>
    trx
      .insertInto('stop_etas')
      .values(
        [second, third].map(({ id, arrival_at }) => {
          const at = new Date(Date.parse(arrival_at) + threeHours).toISOString()
          const said = { p10_at: at, p50_at: at, p90_at: at, basis: 'progress' as const, computed_at: deps.now() }
          return { workspace_id: member.workspaceId, stop_id: id, route_id: route.id, late_seconds: 0, ...said }
        }),
      )
      .execute(),
  )
  const { drops } = await dropsOf(made)
  const target = { kind: 'place' as const, route_id: route.id, before: second.id }
  const changes = dropEdits(drops.routes, { stop_ids: [third.id], delivery_ids: [] }, target, drops.facts)
  const { body } = await call(api.previewPlanChange, { params, body: { changes } })
  expect(drops.effectOfEdits(changes).effect).toEqual(body.effect)
  const arrivals = visits(body.routes[0]!).map(({ arrival_at }) => Date.parse(arrival_at))
  // What is done stays as it was, and what is open comes three hours later than it was planned.
  expect(arrivals[0]).toBe(Date.parse(first.arrival_at))
  expect(arrivals[1]! - Date.parse(second.arrival_at)).toBeGreaterThan(threeHours - 1_800_000)
  // Only what the drop does counts, not that the driver is late: one of them comes later still.
  const was_at = new Date(Date.parse(second.arrival_at) + threeHours).toISOString()
  expect(body.effect.recipients).toMatchObject([{ delivery_id: second.delivery_id, was_at }])
})

test('what is taken off for another day waits there, and comes back with its route', async () => {
  const { change, undo, read, make } = await makePlan('approved')
  const before = await read()
  const [route] = before.routes as [Route]
  const ids = visits(route).map(({ delivery_id }) => delivery_id!)
  const { body, status } = await change({ type: 'remove', delivery_ids: ids, scheduled_date: '2099-01-01' })
  expect([status, body.removed_route_ids, body.plan.totals?.unassigned]).toEqual([200, [route.id], 0])
  expect(body.sentence).toBe('Took deliveries 1, 2, 3 off the plan’s routes, for Thu, Jan 1.')
  const moved = async () =>
    (await make.deliveries())
      .filter(({ id }) => ids.includes(id))
      .map(({ status: is, scheduled_date }) => [is, scheduled_date])
  expect(await moved()).toEqual(ids.map(() => ['pending', '2099-01-01']))
  expect((await undo(body.id!)).status).toBe(200)
  expect(await moved()).toEqual(ids.map(() => ['planned', day]))
  expect((await read()).routes).toEqual(expect.arrayContaining(before.routes))
  expect((await change({ type: 'remove', delivery_ids: ids, scheduled_date: '31/12' as string })).status).toBe(400)
})
