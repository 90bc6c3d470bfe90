import { expect, test } from 'vitest'
import { changeDelivery, createDelivery, getDelivery, listDeliveryEvents } from '#domain/api/deliveries.ts'
import { changePlan } from '#domain/api/plan-changes.ts'
import { changeDriver } from '#domain/api/drivers.ts'
import { changePlanningSettings } from '#domain/api/planning-settings.ts'
import { setPosition } from '#domain/api/addresses.ts'
import { getMyRoute } from '#domain/api/my-route.ts'
import * as api from '#domain/api/plans.ts'
import { createTerritory } from '#domain/api/territories.ts'
import { changeVehicle, listVehicles } from '#domain/api/vehicles.ts'
import { changeWorkspace } from '#domain/api/workspace.ts'
import { distanceKm } from '#domain/great-circle.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { inWorkspace } from '../../db/connect.ts'
import { at, clockFrom, day, dayMaker } from '../../testing/planning-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'
import { rig } from '../../testing/rig.ts'

const { deps, makeMember, as } = await testApp(({ now }) => ({ now: clockFrom('06:00', now) }))
workOnPlans(deps)

/** A workspace with a depot. */
async function start() {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  return { member, make }
}

/** A workspace with a depot, two drivers and some deliveries. */
async function startDay(deliveries = 6) {
  const { member, make } = await start()
  const drivers = [await make.driver({ name: 'Budi' }, { capacity_kg: 100 }), await make.driver({ name: 'Sari' })]
  for (let i = 0; i < deliveries; i++) await make.delivery()
  return { member, make, drivers }
}

async function ended(member: TestMember, id: string): Promise<Plan> {
  for (;;) {
    const { body } = await as(member).call(api.getPlanProgress, { params: { id } })
    if (body.state !== 'queued' && body.state !== 'optimizing') break
    await new Promise((wake) => setTimeout(wake, 100))
  }
  return (await as(member).call(api.getPlan, { params: { id } })).body
}

/** Plans a day. Small ones end by themselves, long before the time limit. */
async function optimize(member: TestMember, drivers: { id: string }[], seconds = 5): Promise<Plan> {
  const created = await as(member).call(api.createPlan, {
    body: { day, driver_ids: drivers.map(({ id }) => id), time_limit_seconds: seconds },
  })
  expect(created.status).toBe(202)
  expect(created.body.state).toBe('queued')
  return ended(member, created.body.id)
}

const stopsOf = (plan: Plan) => plan.routes.flatMap(({ stops }) => stops.filter(({ kind }) => kind === 'delivery'))

test('a day goes from draft to dispatched and all the way back', async () => {
  const { member, make, drivers } = await startDay()
  const draft = await optimize(member, drivers)
  expect(draft).toMatchObject({ state: 'draft', failure: null, totals: { deliveries: 6, unassigned: 0 } })
  expect(draft.progress!.history.length).toBeGreaterThan(0)
  expect((await make.deliveries()).every(({ status }) => status === 'pending')).toBe(true)

  const params = { id: draft.id }
  expect((await as(member).call(api.approvePlan, { params })).body).toMatchObject({ state: 'approved' })
  const arrivals = new Map(
    draft.routes.flatMap(({ driver_id, stops }) => stops.map((stop) => [stop.delivery_id, { driver_id, ...stop }])),
  )
  for (const delivery of await make.deliveries()) {
    const { driver_id, arrival_at: estimated_arrival } = arrivals.get(delivery.id)!
    expect(delivery).toMatchObject({ status: 'planned', driver_id, estimated_arrival })
  }

  expect((await as(member).call(api.dispatchPlan, { params })).body.state).toBe('dispatched')
  const dispatched = await as(member).call(api.getPlan, { params })
  expect(stopsOf(dispatched.body).map((stop) => stop.delivery_status)).toEqual(Array(6).fill('dispatched'))

  expect((await as(member).call(api.takeBackPlan, { params })).body.state).toBe('approved')
  expect((await make.deliveries()).every(({ status, driver_id }) => status === 'planned' && driver_id)).toBe(true)
  expect((await as(member).call(api.takeBackPlan, { params })).body.state).toBe('draft')
  for (const delivery of await make.deliveries()) {
    expect(delivery).toMatchObject({ status: 'pending', driver_id: null, estimated_arrival: null })
  }

  // Taken back, the draft is the same as before.
  expect((await as(member).call(api.approvePlan, { params })).status).toBe(200)
  await as(member).call(api.takeBackPlan, { params })
  expect((await as(member).call(api.discardPlan, { params })).body.state).toBe('discarded')

  const events = await inWorkspace(deps.db, member.workspaceId, (trx) =>
    trx
      .selectFrom('delivery_events')
      .select(['kind', 'changes', 'detail'])
      .where('delivery_id', '=', [...arrivals.keys()].find(Boolean)!)
      // Before them, the chain recorded the delivery, which the factory made without one.
      .where('kind', '<>', 'recorded')
      .orderBy('sequence')
      .execute(),
  )
  expect(events.map(({ changes }) => changes['status'])).toEqual([
    'planned',
    'dispatched',
    'planned',
    'pending',
    'planned',
    'pending',
  ])
  expect(events.every(({ kind, detail }) => kind === 'status_changed' && detail!['why'])).toBe(true)
})

test('routes respect windows, capacities, shifts and opening hours, and their times add up', async () => {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot({ opens: '08:00', closes: '16:00' })
  const drivers = [
    await make.driver({ name: 'A', shift_start: '07:00' }, { capacity_kg: 30, capacity_l: 500 }),
    await make.driver({ name: 'B', shift_end: '12:00' }, { capacity_kg: 25, capacity_l: 90 }),
  ]
  const windows = [
    ['08:30', '10:00'],
    ['10:00', '11:00'],
    ['13:00', '14:30'],
    [null, '12:00'],
    ['14:00', null],
    [null, null],
  ] as const
  for (let i = 0; i < 24; i++) {
    const [window_start, window_end] = windows[i % windows.length]!
    await make.delivery({
      window_start,
      window_end,
      weight_kg: 1 + (i % 4) * 0.55,
      volume_l: 3 + (i % 5),
      service_minutes: 4.5,
    })
  }
  const plan = await optimize(member, drivers)
  const deliveries = new Map((await make.deliveries()).map((delivery) => [delivery.id, delivery]))
  expect(stopsOf(plan).length + plan.unassigned.length).toBe(24)
  expect(stopsOf(plan).length).toBeGreaterThan(15)
  expect(new Set(stopsOf(plan).map((stop) => stop.delivery_id)).size).toBe(stopsOf(plan).length)

  const seconds = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000
  let fuel = 0
  for (const route of plan.routes) {
    const driver = drivers.find(({ id }) => id === route.driver_id)!
    expect(
      route.starts_at >= at('08:00') && route.ends_at <= at(driver.shift_end < '16:00' ? driver.shift_end : '16:00'),
    ).toBe(true)
    const carried = route.stops.flatMap((stop) => deliveries.get(stop.delivery_id ?? '') ?? [])
    const kg = carried.reduce((sum, { weight_kg }) => sum + weight_kg, 0)
    const liters = carried.reduce((sum, { volume_l }) => sum + volume_l, 0)
    expect(route.load_kg).toBeCloseTo(kg, 6)
    expect(kg).toBeLessThanOrEqual(route.capacity_kg!)
    expect(liters).toBeLessThanOrEqual(route.capacity_l!)
    expect(route.stops[0]).toMatchObject({ kind: 'start', sequence: 0, name: 'Depot', arrival_at: route.starts_at })
    expect(route.stops.at(-1)).toMatchObject({
      kind: 'end',
      arrival_at: route.ends_at,
      load_kg: 0,
      distance_km: route.distance_km,
    })
    for (const [index, stop] of route.stops.entries()) {
      const before = route.stops[index - 1]
      if (before) {
        const km = distanceKm(before.location!, stop.location!)
        expect(stop.distance_km - before.distance_km).toBeCloseTo(km, 2)
        expect(Math.abs(seconds(before.departure_at, stop.arrival_at) - (km / 40) * 3600)).toBeLessThan(1)
      }
      const delivery = deliveries.get(stop.delivery_id ?? '')
      if (!delivery) continue
      expect(stop).toMatchObject({
        sequence: index,
        window_start: delivery.window_start,
        window_end: delivery.window_end,
      })
      const begin = new Date(Date.parse(stop.arrival_at) + stop.waiting_seconds * 1000).toISOString()
      if (delivery.window_start) expect(begin >= at(delivery.window_start)).toBe(true)
      if (delivery.window_end) expect(begin <= at(delivery.window_end)).toBe(true)
      expect(seconds(begin, stop.departure_at)).toBe(270)
      expect(stop.load_kg).toBeCloseTo(before!.load_kg - delivery.weight_kg, 6)
    }
    expect(route.duration_seconds).toBe(seconds(route.starts_at, route.ends_at))
    expect(route.duration_seconds).toBe(route.driving_seconds + route.waiting_seconds + route.service_seconds)
    expect(route.fuel_liters).toBeCloseTo(route.distance_km * 0.1, 3)
    fuel += route.fuel_liters
  }
  expect(plan.totals!.fuel_liters).toBeCloseTo(fuel, 3)
})

test('every unassigned delivery has a reason', async () => {
  const { member, make } = await start()
  const driver = await make.driver({ name: 'Budi' }, { code: 'KA-1001', capacity_kg: 10 })
  await make.delivery()
  const lost = await make.delivery({ lat: null, lng: null })
  const heavy = await make.delivery({ weight_kg: 11 })
  const early = await make.delivery({ lat: -6.5, window_start: '08:00', window_end: '09:05' })
  const cold = await make.delivery({ skills: ['cold'] })
  const far = await make.delivery({ lat: -9.9 })
  const plan = await optimize(member, [driver], 60)
  expect(plan.totals).toMatchObject({ routes: 1, deliveries: 1, unassigned: 5 })
  const reasons = new Map(plan.unassigned.map((each) => [each.delivery_id, each]))
  expect(reasons.get(lost.id)).toMatchObject({ reason_code: 'no_location', location: null, delivery_number: 2 })
  expect(reasons.get(heavy.id)).toMatchObject({ reason_code: 'capacity' })
  expect(reasons.get(heavy.id)!.reason).toContain('KA-1001')
  expect(reasons.get(heavy.id)!.fix).toBe('It would fit if KA-1001 carried 2 kg more.')
  expect(reasons.get(early.id)).toMatchObject({ reason_code: 'time_window' })
  expect(reasons.get(cold.id)).toMatchObject({ reason_code: 'skills' })
  expect(reasons.get(cold.id)!.reason).toContain('“cold”')
  expect(reasons.get(far.id)).toMatchObject({ reason_code: 'shift', fix: expect.stringContaining('could be back') })
  expect(reasons.get(lost.id)!.fix).toBeUndefined()
  expect(plan.unassigned.map((each) => each.delivery_number)).toEqual([2, 3, 4, 5, 6])
  expect(plan.unassigned_groups).toHaveLength(5)
  const group = plan.unassigned_groups.find(({ delivery_ids }) => delivery_ids.includes(heavy.id))
  expect(group?.fix).toMatchObject({ kind: 'capacity_kg', amount: 2, fits: 1 })
})

test('a plan names the stops whose positions are in doubt, until somebody confirms them', async () => {
  const { member, make } = await start()
  const driver = await make.driver({ name: 'Budi' })
  const geocoded = { location_source: 'geocoder', location_provider: 'photon' } as const
  await make.delivery({ ...geocoded, location_confidence: 0.95, location_kind: 'house' })
  const street = await make.delivery({ ...geocoded, location_confidence: 0.5, location_kind: 'street' })
  const area = await make.delivery({ ...geocoded, location_confidence: 0.2, location_kind: 'area' })
  const params = { id: (await optimize(member, [driver])).id }
  const read = async () => (await as(member).call(api.getPlan, { params })).body
  const plan = await read()
  expect(plan.unassigned).toMatchObject([{ delivery_id: area.id, reason_code: 'rough_location' }])
  const [route] = plan.routes
  expect(plan.doubtful_stops).toEqual([
    { route_id: route!.id, driver_name: 'Budi', sequence: expect.any(Number), delivery_id: street.id },
  ])
  const stop = route!.stops.find(({ delivery_id }) => delivery_id === street.id)
  expect(stop).toMatchObject({ ...geocoded, location_kind: 'street', location_confidence: 0.5, location_flags: [] })
  expect(route!.stops[0]).toMatchObject({ kind: 'start', location_source: null })

  const confirm = { params: { id: street.id }, body: { location: { lat: street.lat!, lng: street.lng! } } }
  await as(member).call(setPosition, confirm)
  expect((await read()).doubtful_stops).toEqual([])
  expect(await as(member).call(api.approvePlan, { params })).toMatchObject({ status: 200 })
})

test('deliveries left out for the same reason get one fix that holds for all of them together', async () => {
  const { member, make } = await start()
  const driver = await make.driver({ name: 'Budi' }, { code: 'KA-1001', capacity_kg: 100 })
  for (let i = 0; i < 14; i++) await make.delivery({ weight_kg: 10 })
  const plan = await optimize(member, [driver])
  expect(plan.unassigned_groups).toMatchObject([
    {
      reason_code: 'capacity',
      count: 4,
      fix: {
        kind: 'drivers',
        amount: 1,
        fits: 4,
        sentence: 'All 4 would fit if 1 more driver worked until 17:00, with a vehicle like KA-1001.',
      },
    },
  ])
  expect(plan.unassigned.map(({ fix }) => fix)).toEqual([undefined, undefined, undefined, undefined])
})

test('a day without locations or working time still becomes a draft', async () => {
  const { member, make } = await start()
  const night = await make.driver({ shift_start: '22:30', shift_end: '23:30' })
  await make.delivery({ lat: null, lng: null })
  await make.delivery()
  const plan = await optimize(member, [night])
  expect(plan).toMatchObject({ state: 'draft', routes: [], totals: { routes: 0, unassigned: 2 } })
  expect(plan.unassigned.map((each) => each.reason_code)).toEqual(['no_location', 'shift'])
})

test('urgent deliveries come first when not everything fits', async () => {
  const { member, make } = await start()
  const driver = await make.driver({}, { capacity_kg: 5 })
  const ids = new Map<number, string>()
  for (const priority of [3, 2, 1, 3, 2, 1]) ids.set((await make.delivery({ priority, weight_kg: 2 })).number, '')
  const plan = await optimize(member, [driver])
  expect(
    stopsOf(plan)
      .map((stop) => stop.delivery_number)
      .toSorted(),
  ).toEqual([3, 6])
})

test('a plan is refused without deliveries, drivers or a depot', async () => {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  const create = (driver_ids: string[]) => as(member).call(api.createPlan, { body: { day, driver_ids } })
  expect(await create([member.userId])).toMatchObject({ status: 409, code: 'no_drivers' })
  const driver = await make.driver()
  const idle = await make.driver({ active: false })
  expect(await create([driver.id, idle.id])).toMatchObject({ status: 404, code: 'driver_not_found' })
  expect(await create([driver.id])).toMatchObject({ status: 409, code: 'no_depot' })
  await make.depot()
  await make.delivery({ status: 'delivered' })
  await make.delivery({ scheduled_date: '2026-03-17' })
  await make.delivery({ deleted_at: at('08:00') })
  expect(await create([driver.id])).toMatchObject({ status: 409, code: 'nothing_to_plan' })
  expect(await create([])).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('a driver given twice or in capitals counts once', async () => {
  const { member, drivers } = await startDay(1)
  const { id } = drivers[0]!
  const body = { day, driver_ids: [id, id.toUpperCase(), id], time_limit_seconds: 1 }
  const created = await as(member).call(api.createPlan, { body })
  expect(created).toMatchObject({ status: 202, body: { driver_ids: [id] } })
  await ended(member, created.body.id)
})

test("another workspace's drivers and plans do not exist", async () => {
  const mine = await startDay()
  const theirs = await startDay()
  const foreign = await as(mine.member).call(api.createPlan, { body: { day, driver_ids: [theirs.drivers[0]!.id] } })
  expect(foreign).toMatchObject({ status: 404, code: 'driver_not_found' })
  const plan = await optimize(theirs.member, theirs.drivers)
  const params = { id: plan.id }
  for (const endpoint of [
    api.getPlan,
    api.getPlanProgress,
    api.cancelPlan,
    api.approvePlan,
    api.dispatchPlan,
    api.takeBackPlan,
    api.discardPlan,
  ]) {
    expect(await as(mine.member).call(endpoint as typeof api.getPlan, { params })).toMatchObject({
      status: 404,
      code: 'plan_not_found',
    })
  }
  expect((await as(mine.member).call(api.listPlans)).body).toEqual({ data: [], next_cursor: null, total: 0 })
})

test('a viewer sees plans but cannot change them', async () => {
  const { member, drivers } = await startDay()
  const plan = await optimize(member, drivers)
  const viewer = await makeMember({ role: 'viewer', workspaceId: member.workspaceId })
  expect((await as(viewer).call(api.getPlan, { params: { id: plan.id } })).status).toBe(200)
  expect(await as(viewer).call(api.approvePlan, { params: { id: plan.id } })).toMatchObject({
    status: 403,
    code: 'not_allowed',
  })
  const create = await as(viewer).call(api.createPlan, { body: { day, driver_ids: [drivers[0]!.id] } })
  expect(create).toMatchObject({ status: 403, code: 'not_allowed' })
})

test('the same Idempotency-Key creates one plan', async () => {
  const { member, drivers } = await startDay()
  const body = { day, driver_ids: [drivers[0]!.id], time_limit_seconds: 1 }
  const headers = { 'idempotency-key': 'once' }
  const first = await as(member).call(api.createPlan, { body, headers })
  const second = await as(member).call(api.createPlan, { body, headers })
  expect(second.body.id).toBe(first.body.id)
  expect(second.status).toBe(202)
  expect((await as(member).call(api.listPlans)).body.total).toBe(1)
  await ended(member, first.body.id)
})

test('a draft is outdated once one of its deliveries changes', async () => {
  const { member, make, drivers } = await startDay(4)
  const plan = await optimize(member, drivers)
  const params = { id: plan.id }
  const [first, second, third, fourth] = await make.deliveries()
  await make.change(fourth!.id, { notes: 'Ring twice', recipient_phone: '+628110000001' })
  await make.change(first!.id, { window_end: '11:00' })
  await make.change(second!.id, { scheduled_date: '2026-03-18' })
  await make.change(third!.id, { deleted_at: at('08:00') })
  const refused = await as(member).call(api.approvePlan, { params })
  expect(refused).toMatchObject({ status: 409, code: 'plan_outdated' })
  expect((refused.body as unknown as { numbers: number[] }).numbers.toSorted()).toEqual([1, 2, 3])
  await make.change(first!.id, { window_end: null })
  await make.change(second!.id, { scheduled_date: day })
  await make.change(third!.id, { deleted_at: null })
  expect((await as(member).call(api.approvePlan, { params })).status).toBe(200)
})

test('a delivery goes only to its wanted driver', async () => {
  const { member, make, drivers } = await startDay()
  const [budi, sari] = drivers as [(typeof drivers)[0], (typeof drivers)[0]]
  const { id } = await make.delivery({ lat: -6.158, lng: 106.847 })
  for (const wanted of [sari, budi]) {
    const body = { wanted_driver_id: wanted.id }
    expect((await as(member).call(changeDelivery, { params: { id }, body })).status).toBe(200)
    const plan = await optimize(member, drivers)
    expect(plan.totals).toMatchObject({ deliveries: 7, unassigned: 0 })
    const route = plan.routes.find(({ stops }) => stops.some(({ delivery_id }) => delivery_id === id))
    expect(route?.driver_name).toBe(wanted.name)
  }
  const alone = await optimize(member, [sari])
  expect(alone.unassigned).toMatchObject([{ delivery_id: id, reason_code: 'wanted_driver' }])
  expect(alone.unassigned[0]!.reason).toContain('It is assigned to Budi, who was not chosen for this plan.')
})

test('a draft is outdated once the wanted driver of a delivery changes', async () => {
  const { member, make, drivers } = await startDay(1)
  const [delivery] = await make.deliveries()
  const draft = await optimize(member, [drivers[0]!])
  const body = { wanted_driver_id: drivers[1]!.id }
  await as(member).call(changeDelivery, { params: { id: delivery!.id }, body })
  const refused = await as(member).call(api.approvePlan, { params: { id: draft.id } })
  expect(refused).toMatchObject({ code: 'plan_outdated', body: { numbers: [1] } })
})

test('a draft is outdated once the workspace moves to another time zone', async () => {
  const { member, drivers } = await startDay(2)
  const params = { id: (await optimize(member, drivers)).id }
  await as(member).call(changeWorkspace, { body: { time_zone: 'America/New_York' } })
  expect(await as(member).call(api.approvePlan, { params })).toMatchObject({ code: 'plan_outdated' })
  await as(member).call(changeWorkspace, { body: { time_zone: 'Asia/Jakarta' } })
  expect(await as(member).call(api.approvePlan, { params })).toMatchObject({ status: 200 })
})

test('only one of two drafts for the same deliveries can be approved', async () => {
  const { member, drivers } = await startDay()
  const one = await optimize(member, drivers)
  const other = await optimize(member, drivers)
  const replies = await Promise.all([one, other].map(({ id }) => as(member).call(api.approvePlan, { params: { id } })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(replies.find(({ status }) => status === 409)!.code).toBe('plan_outdated')
})

test('late deliveries are planned after the existing routes of drivers', async () => {
  const { member, make, drivers } = await startDay()
  const morning = await optimize(member, [drivers[0]!])
  await as(member).call(api.approvePlan, { params: { id: morning.id } })
  await make.delivery()
  const late = await optimize(member, [drivers[0]!])
  expect(stopsOf(late).map((stop) => stop.delivery_number)).toEqual([7])
  expect(late.routes[0]!.starts_at >= morning.routes[0]!.ends_at).toBe(true)
  expect((await as(member).call(api.approvePlan, { params: { id: late.id } })).status).toBe(200)
})

test('a draft is outdated once one of its drivers leaves', async () => {
  const { member, drivers } = await startDay()
  const plan = await optimize(member, [drivers[0]!])
  await rig(deps.db, member.workspaceId, (trx) => trx.updateTable('drivers').set({ active: false }).execute())
  const refused = await as(member).call(api.approvePlan, { params: { id: plan.id } })
  expect(refused).toMatchObject({ code: 'plan_outdated', body: { drivers: ['Budi'] } })
})

test('a driver reads their own route once it is dispatched, and nobody else’s', async () => {
  const { member, drivers } = await startDay(4)
  const { workspaceId } = member
  const [budi, sari] = drivers
  const driver = await makeMember({ workspaceId, role: 'driver' })
  const tie = (userId: string, id: string) =>
    rig(deps.db, workspaceId, (trx) =>
      trx.updateTable('drivers').set({ user_id: userId }).where('id', '=', id).execute(),
    )
  expect((await as(driver).call(getMyRoute)).body).toEqual({ driver: null, routes: [] })
  await tie(driver.userId, budi!.id)
  // Whoever is tied to a driver's record drives, whatever the role.
  await tie(member.userId, sari!.id)
  const plan = await optimize(member, [budi!])
  const params = { id: plan.id }
  await as(member).call(api.approvePlan, { params })
  expect((await as(driver).call(getMyRoute)).body).toEqual({ driver: { id: budi!.id, name: 'Budi' }, routes: [] })
  await as(member).call(api.dispatchPlan, { params })

  const { routes } = (await as(driver).call(getMyRoute)).body
  const [route] = plan.routes
  expect(routes).toMatchObject([{ id: route!.id, day, starts_at: route!.starts_at }])
  expect(routes[0]!.stops.map(({ id, sequence }) => [id, sequence])).toEqual(
    route!.stops.map(({ id, sequence }) => [id, sequence]),
  )
  expect(routes[0]!.stops[1]!.delivery).toMatchObject({ status: 'dispatched', window_start: null })
  expect((await as(member).call(getMyRoute)).body).toEqual({ driver: { id: sari!.id, name: 'Sari' }, routes: [] })
  const viewer = await makeMember({ workspaceId, role: 'viewer' })
  expect(await as(viewer).call(getMyRoute)).toMatchObject({ status: 403, code: 'not_allowed' })
})

test('a dispatched plan cannot be taken back once a driver starts, but cancelled deliveries do not prevent it', async () => {
  const { member, make, drivers } = await startDay(3)
  const plan = await optimize(member, drivers)
  const params = { id: plan.id }
  await as(member).call(api.approvePlan, { params })
  const [first, second] = await make.deliveries()
  await make.change(first!.id, { status: 'cancelled' })
  expect((await as(member).call(api.dispatchPlan, { params })).body.state).toBe('dispatched')
  expect((await make.deliveries()).map(({ status }) => status)).toEqual(['cancelled', 'dispatched', 'dispatched'])
  await make.change(second!.id, { status: 'in_transit' })
  const refused = await as(member).call(api.takeBackPlan, { params })
  expect(refused).toMatchObject({ status: 409, code: 'delivery_state', body: { numbers: [2] } })
  await make.change(second!.id, { status: 'dispatched' })
  expect((await as(member).call(api.takeBackPlan, { params })).body.state).toBe('approved')
})

test('a delivery that moved to another plan follows only that plan', async () => {
  const { member, make, drivers } = await startDay(2)
  const [budi, sari] = drivers
  const first = await optimize(member, [budi!])
  const step = (endpoint: typeof api.approvePlan, { id }: Plan) => as(member).call(endpoint, { params: { id } })
  expect(await step(api.approvePlan, first)).toMatchObject({ status: 200 })
  const [moved] = await make.deliveries()
  for (const status of ['cancelled', 'pending'] as const) {
    await as(member).call(changeDelivery, { params: { id: moved!.id }, body: { status } })
  }
  const second = await optimize(member, [sari!])
  expect(await step(api.approvePlan, second)).toMatchObject({ status: 200 })

  const states = async () => (await make.deliveries()).map(({ status }) => status)
  await step(api.dispatchPlan, first)
  expect(await states()).toEqual(['planned', 'dispatched'])
  await step(api.dispatchPlan, second)
  await step(api.takeBackPlan, second)
  await step(api.takeBackPlan, first)
  expect(await states()).toEqual(['planned', 'planned'])
  await step(api.takeBackPlan, first)
  expect(await states()).toEqual(['planned', 'pending'])
})

test('each step is refused in any other state', async () => {
  const { member, drivers } = await startDay()
  const plan = await optimize(member, drivers)
  const params = { id: plan.id }
  const code = async (endpoint: typeof api.cancelPlan) => (await as(member).call(endpoint, { params })).code
  expect(await code(api.cancelPlan)).toBe('plan_not_running')
  expect(await code(api.dispatchPlan)).toBe('plan_not_approved')
  expect(await code(api.takeBackPlan)).toBe('plan_cannot_be_taken_back')
  await as(member).call(api.discardPlan, { params })
  expect(await code(api.approvePlan)).toBe('plan_not_draft')
  expect(await code(api.discardPlan)).toBe('plan_not_draft')
})

test('of two people who dispatch a plan at once one does, and the other hears that it is dispatched', async () => {
  const { member, drivers } = await startDay()
  const plan = await optimize(member, drivers)
  const params = { id: plan.id }
  const approved = (await as(member).call(api.approvePlan, { params })).body
  const replies = await Promise.all([1, 2].map(() => as(member).call(api.dispatchPlan, { params })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const code = (await as(member).call(api.dispatchPlan, { params })).body as unknown as { code: string }
  expect(code).toMatchObject({ code: 'plan_dispatched' })
  // A page says which version it shows, and gets the plan as it is.
  const headers = { 'if-match': `"${approved.version}"` }
  const outdated = await as(member).call(api.dispatchPlan, { params, headers })
  expect(outdated).toMatchObject({ status: 412, body: { code: 'version_conflict', current: { state: 'dispatched' } } })
})

test('plans are listed newest first, with paging and by day', async () => {
  const { member, drivers } = await startDay()
  const ids: string[] = []
  for (let i = 0; i < 3; i++) {
    const { body } = await as(member).call(api.createPlan, {
      body: { day, driver_ids: [drivers[0]!.id], time_limit_seconds: 1 },
    })
    ids.unshift(body.id)
    await as(member).call(api.cancelPlan, { params: { id: body.id } })
  }
  const first = await as(member).call(api.listPlans, { query: { limit: 2, day } })
  expect(first.body.total).toBe(3)
  const rest = await as(member).call(api.listPlans, { query: { limit: 2, day, cursor: first.body.next_cursor! } })
  expect([...first.body.data, ...rest.body.data].map(({ id }) => id)).toEqual(ids)
  expect(rest.body.next_cursor).toBeNull()
  expect((await as(member).call(api.listPlans, { query: { day: '2026-03-17' } })).body.data).toEqual([])
  expect(await as(member).call(api.listPlans, { query: { cursor: 'nonsense' } })).toMatchObject({ code: 'bad_cursor' })
})

test('a delivery that is picked up on the way has two stops, and counts as one', async () => {
  const { member, make } = await start()
  const budi = await make.driver(
    { breaks: [{ earliest: '09:30', latest: '16:00', minutes: 20 }] },
    { capacity_units: 9 },
  )
  const driver = await makeMember({ workspaceId: member.workspaceId, role: 'driver' })
  await rig(deps.db, member.workspaceId, (trx) =>
    trx.updateTable('drivers').set({ user_id: driver.userId }).where('id', '=', budi.id).execute(),
  )
  const shop = {
    pickup_address: 'Shop',
    pickup_lat: -6.18,
    pickup_lng: 106.83,
    pickup_location_source: 'given' as const,
  }
  const shipped = await make.delivery({
    ...shop,
    pickup_location_confidence: 1,
    pickup_name: 'Toko Jaya',
    pickup_phone: '+6281100000',
    pickup_window_start: '10:00',
    units: 3,
  })
  const returned = await make.delivery({ kind: 'return', units: 2 })
  const draft = await optimize(member, [budi])
  expect(draft).toMatchObject({ unassigned: [], totals: { deliveries: 2, cost: null } })
  const [route] = draft.routes
  const stops = route!.stops
  const of = (id: string) => stops.filter(({ delivery_id }) => delivery_id === id)
  expect(of(shipped.id)).toMatchObject([
    { kind: 'pickup', name: 'Toko Jaya', address: 'Shop', window_start: '10:00' },
    { kind: 'delivery', window_start: null },
  ])
  expect(of(returned.id)).toMatchObject([{ kind: 'pickup', name: 'Recipient 2' }])
  expect(stops.find(({ kind }) => kind === 'break')).toMatchObject({
    location: null,
    service_seconds: 1200,
    sequence: 0,
  })
  expect(stops.map(({ sequence }) => sequence).filter(Boolean)).toEqual([1, 2, 3])
  expect(route!.load_units).toBe(Math.max(...stops.map(({ load_units }) => load_units)))

  const params = { id: draft.id }
  await as(member).call(api.approvePlan, { params })
  const planned = (await make.deliveries()).find(({ id }) => id === shipped.id)!
  expect(planned.estimated_arrival).toBe(of(shipped.id)[1]!.arrival_at)
  await as(member).call(api.dispatchPlan, { params })
  const promised = (await as(member).call(api.getPlan, { params })).body.routes[0]!.stops
  expect(
    promised
      .filter(({ promised_at }) => promised_at)
      .map(({ delivery_id }) => delivery_id)
      .toSorted(),
  ).toEqual([shipped.id, returned.id].toSorted())
  const { routes } = (await as(driver).call(getMyRoute)).body
  const shown = routes[0]!.stops.filter(({ kind, name }) => kind === 'pickup' && name === 'Toko Jaya')
  expect(shown).toMatchObject([{ delivery: { recipient_phone: '+6281100000', window_start: '10:00' } }])

  // A plan made after this one was taken back keeps the promise.
  await as(member).call(api.takeBackPlan, { params })
  await as(member).call(api.takeBackPlan, { params })
  const again = await optimize(member, [budi])
  const kept = again.routes[0]!.stops.find(({ kind, delivery_id }) => kind === 'delivery' && delivery_id === shipped.id)
  expect(kept!.promised_at).toBe(of(shipped.id)[1]!.arrival_at)
})

test('what may make no long detour is left out rather than kept waiting, and says what would help', async () => {
  const { member, make } = await start()
  const budi = await make.driver()
  const waiting = {
    pickup_address: 'Shop',
    pickup_lat: -6.18,
    pickup_lng: 106.83,
    pickup_location_source: 'given' as const,
    pickup_location_confidence: 1,
    pickup_window_end: '10:00',
    window_start: '12:00',
  }
  const patient = await make.delivery({ ...waiting, max_detour_minutes: 300 })
  const urgent = await make.delivery({ ...waiting, max_detour_minutes: 10 })
  const plan = await optimize(member, [budi], 10)
  expect(stopsOf(plan).map(({ delivery_id }) => delivery_id)).toEqual([patient.id])
  expect(plan.unassigned).toMatchObject([
    {
      delivery_id: urgent.id,
      reason_code: 'max_ride',
      reason: expect.stringContaining('within 10 min more than the direct ride. Allow longer'),
      fix: expect.stringContaining('It would fit if its pickup’s window closed'),
    },
  ])
})

test('a driver serves so many territories at most, and what is left out says what would help', async () => {
  const { member, make } = await start()
  const budi = await make.driver({ max_territories: 1 })
  const zone = (name: string, west: number, east: number) => {
    const corners = [[west, -7], [east, -7], [east, -6], [west, -6], [west, -7]] // prettier-ignore
    return as(member).call(createTerritory, {
      body: { name, area: { type: 'Polygon', coordinates: [corners as [number, number][]] } },
    })
  }
  await zone('West', 106.5, 106.83)
  await zone('East', 106.83, 107)
  const at = (lng: number) => ({ lat: -6.2, lng })
  const kept = [await make.delivery(at(106.82)), await make.delivery(at(106.81))]
  const outside = await make.delivery({ lat: -5.99, lng: 106.84 })
  const other = await make.delivery(at(106.84))
  const plan = await optimize(member, [budi])
  const planned = stopsOf(plan).map(({ delivery_id }) => delivery_id)
  expect(planned.toSorted()).toEqual([...kept, outside].map(({ id }) => id).toSorted())
  expect(plan.unassigned).toMatchObject([
    {
      delivery_id: other.id,
      reason_code: 'max_districts',
      reason: expect.stringContaining('as many other territories as they may'),
      fix: `It would fit if ${budi.name} could serve 1 more territory.`,
    },
  ])
})

test('pay by stop and by parcel decides who drives what, and is part of the cost', async () => {
  const { member, make } = await start()
  const own = { cost_per_hour: 100, cost_per_service_hour: 100 }
  const byParcel = await make.driver({ name: 'Parcels' }, { ...own, cost_per_parcel: 50 })
  const byStop = await make.driver({ name: 'Stops' }, { ...own, cost_per_stop: 300 })
  // Who does not count pieces brings one.
  const pieces = [0, 20, 1, 30]
  for (const units of pieces) await make.delivery({ units })
  const plan = await optimize(member, [byParcel, byStop])
  const loads = plan.routes.map(({ driver_name, load_units }) => [driver_name, load_units])
  expect(Object.fromEntries(loads)).toEqual({ Parcels: 1, Stops: 50 })
  expect(plan.totals!.cost).toBeGreaterThanOrEqual(2 * 50 + 2 * 300)
  expect(plan.totals!.cost).toBeLessThan(2 * 50 + 2 * 300 + 1000)
})

test('a day too long for one shift is planned into overtime, or a second driver pays off', async () => {
  const { member, make } = await start()
  const hours = { shift_start: '09:00', shift_end: '11:00' }
  const budi = await make.driver({ name: 'Budi', ...hours }, { cost_fixed: 3000, cost_per_hour: 2500 })
  const sari = await make.driver({ name: 'Sari', ...hours }, { cost_fixed: 3000, cost_per_hour: 2500 })
  for (let i = 0; i < 6; i++) await make.delivery({ service_minutes: 25 })
  const set = (percent: number) =>
    as(member).call(changePlanningSettings, { body: { overtime: [{ minutes: 180, percent }] } })
  const short = await optimize(member, [budi])
  expect(short.totals!.unassigned).toBeGreaterThan(0)

  await set(150)
  const long = await optimize(member, [budi])
  expect(long.totals!.unassigned).toBe(0)
  expect(long.routes[0]!.ends_at > at('11:00')).toBe(true)
  expect(long.routes[0]!.overtime_seconds).toBe((Date.parse(long.routes[0]!.ends_at) - Date.parse(at('11:00'))) / 1000)
  const hoursOver = (Date.parse(long.routes[0]!.ends_at) - Date.parse(at('11:00'))) / 3_600_000
  const driven = 3000 + (long.routes[0]!.driving_seconds / 3600) * 2500
  expect(long.totals!.cost).toBeCloseTo(driven + hoursOver * 1250, -1)

  // At half as much again, overtime costs less than a second vehicle; at five times as much, it does not.
  expect((await optimize(member, [budi, sari])).routes).toHaveLength(1)
  await set(500)
  const both = await optimize(member, [budi, sari])
  expect(both.routes).toHaveLength(2)
  expect(both.totals!.unassigned).toBe(0)

  // A driver's own overtime comes first, here none.
  await as(member).call(changeDriver, { params: { id: budi.id }, body: { overtime: [] } })
  expect((await optimize(member, [budi])).totals!.unassigned).toBeGreaterThan(0)
})

/** A delivery that is picked up on the way, both within half an hour. */
const ride = (from: number, pickup: [string, string], window: [string, string]) => ({
  pickup_address: `Shop ${from}`,
  pickup_lat: -6.18,
  pickup_lng: 106.8 + from / 100,
  pickup_location_source: 'given' as const,
  pickup_location_confidence: 1,
  pickup_window_start: pickup[0],
  pickup_window_end: pickup[1],
  window_start: window[0],
  window_end: window[1],
})

test('a vehicle with one door leaves out what would lie behind other goods, and says what would help', async () => {
  const { member, make } = await start()
  const trailer = await make.driver({ name: 'Budi', shift_end: '21:00' }, { last_in_first_out: true })
  const first = await make.delivery({ ...ride(1, ['09:00', '09:30'], ['15:00', '15:30']), priority: 1 })
  const second = await make.delivery(ride(2, ['12:00', '12:30'], ['18:00', '18:30']))
  const plan = await optimize(member, [trailer], 10)
  expect(stopsOf(plan).map(({ delivery_id }) => delivery_id)).toEqual([first.id])
  const [vehicle] = (await as(member).call(listVehicles, { query: {} })).body.data
  expect(plan.unassigned).toMatchObject([
    {
      delivery_id: second.id,
      reason_code: 'last_in_first_out',
      reason: expect.stringContaining('other goods would lie in front of it, or it in front of others'),
      fix: `It would fit if ${vehicle!.code} could be unloaded in any order.`,
    },
  ])
  await as(member).call(changeVehicle, { params: { id: vehicle!.id }, body: { last_in_first_out: false } })
  expect((await optimize(member, [trailer], 10)).unassigned).toEqual([])
})

test('goods that must not be on board together follow each other, or one is left out and says which tag is in the way', async () => {
  const { member, make } = await start()
  const budi = await make.driver({ name: 'Budi' }, {})
  await as(member).call(changePlanningSettings, { body: { keep_apart_on_board: [['food', 'paint']] } })
  const food = await make.delivery({ ...ride(1, ['09:00', '09:30'], ['12:00', '12:30']), tags: ['food'], priority: 1 })
  const meets = await make.delivery({ ...ride(2, ['10:00', '10:30'], ['11:00', '11:30']), tags: ['paint'] })
  const follows = await make.delivery({ ...ride(3, ['13:00', '13:30'], ['14:00', '14:30']), tags: ['paint'] })
  const plan = await optimize(member, [budi], 10)
  expect(stopsOf(plan).map(({ delivery_id }) => delivery_id)).toEqual([food.id, follows.id])
  expect(plan.unassigned).toMatchObject([
    {
      delivery_id: meets.id,
      reason_code: 'apart_on_board',
      reason: expect.stringContaining('goods with the tag “food” would be on board, which it must not meet'),
    },
  ])
})

/** Beside the depot, and far from it. */
const near = { lat: -6.158, lng: 106.847 }
const far = { lat: -6.35, lng: 106.6 }
const placed = { service_minutes: null, windows: [] }
const lockerPlace = { ...placed, name: 'Parcel locker', address: 'Kemayoran station', location: near }
const workPlace = { ...placed, name: 'Work', address: 'Jl. Jauh 9', location: { lat: -6.4, lng: 106.5 } }

test('a plan chooses the place of a delivery, and approving makes it the delivery address for everybody', async () => {
  const { member, make } = await start()
  const driver = await makeMember({ workspaceId: member.workspaceId, role: 'driver' })
  const budi = await make.driver({ name: 'Budi', user_id: driver.userId }, {})
  const { call } = as(member)
  const scheduled_date = day
  const { body: created } = await call(createDelivery, {
    body: {
      delivery_address: 'Jl. Jauh 1',
      delivery_location: far,
      place_name: 'Home',
      scheduled_date,
      window_start: '10:00',
      window_end: '12:00',
      service_minutes: 7,
      other_places: [workPlace, { ...lockerPlace, service_minutes: 2, windows: [{ start: '08:00', end: '20:00' }] }],
    },
  })
  const plan = await optimize(member, [budi])
  const params = { id: plan.id }
  const chosen = { address: 'Kemayoran station', place_name: 'Parcel locker', location: near, service_seconds: 120 }
  expect(stopsOf(plan)).toMatchObject([{ ...chosen, window_start: '08:00', window_end: '20:00' }])
  const read = async () => (await call(getDelivery, { params: { id: created.id } })).body
  expect(await read()).toMatchObject({ delivery_address: 'Jl. Jauh 1', place_name: 'Home', status: 'pending' })

  expect(await call(api.approvePlan, { params })).toMatchObject({ status: 200 })
  const moved = {
    delivery_address: 'Kemayoran station',
    delivery_location: near,
    location_source: 'dispatcher',
    place_name: 'Parcel locker',
    window_start: '08:00',
    window_end: '20:00',
    service_minutes: 2,
    other_places: [
      workPlace,
      {
        name: 'Home',
        address: 'Jl. Jauh 1',
        location: far,
        windows: [{ start: '10:00', end: '12:00' }],
        service_minutes: 7,
      },
    ],
  }
  expect(await read()).toMatchObject({ ...moved, status: 'planned' })
  const { body: history } = await call(listDeliveryEvents, { params: { id: created.id } })
  expect(history).toMatchObject({ chain_intact: true })
  expect(history.data.find(({ kind }) => kind === 'updated')).toMatchObject({
    detail: { place_name: { from: 'Home', to: 'Parcel locker' } },
  })

  // Taking back and approving again goes to the same place, and so does the driver.
  for (const step of [api.takeBackPlan, api.approvePlan, api.dispatchPlan] as const)
    expect(await call(step, { params })).toMatchObject({ status: 200 })
  expect(await read()).toMatchObject({ ...moved, status: 'dispatched' })
  expect(stopsOf((await call(api.getPlan, { params })).body)).toMatchObject([chosen])
  const [route] = (await as(driver).call(getMyRoute)).body.routes
  expect(route!.stops.find(({ kind }) => kind === 'delivery')).toMatchObject({
    address: 'Kemayoran station',
    place_name: 'Parcel locker',
    location: near,
  })
})

test('a draft keeps the chosen place through changes by hand, and is outdated once the places change', async () => {
  const { member, make } = await start()
  const budi = await make.driver({ name: 'Budi' }, {})
  const sari = await make.driver({ name: 'Sari' }, {})
  const other_places = JSON.stringify([lockerPlace]) as never
  const { id } = await make.delivery({ ...far, other_places })
  await make.delivery()
  const { call } = as(member)
  const plan = await optimize(member, [budi])
  const params = { id: plan.id }
  expect(stopsOf(plan).find(({ delivery_id }) => delivery_id === id)).toMatchObject({ place_name: 'Parcel locker' })
  const edit = { type: 'move' as const, delivery_ids: [id], driver_id: sari.id }
  expect(await call(changePlan, { params, body: { changes: [edit] } })).toMatchObject({ status: 200 })
  const changed = (await call(api.getPlan, { params })).body
  const route = changed.routes.find(({ driver_name }) => driver_name === 'Sari')!
  expect(route.stops.find(({ delivery_id }) => delivery_id === id)).toMatchObject({
    address: 'Kemayoran station',
    place_name: 'Parcel locker',
    location: near,
  })

  await call(changeDelivery, { params: { id }, body: { other_places: [workPlace] } })
  expect(await call(api.approvePlan, { params })).toMatchObject({ status: 409, code: 'plan_outdated' })
  await call(changeDelivery, { params: { id }, body: { other_places: [lockerPlace] } })
  expect(await call(api.approvePlan, { params })).toMatchObject({ status: 200 })
  expect((await call(getDelivery, { params: { id } })).body).toMatchObject({ delivery_address: 'Kemayoran station' })
})

test('a delivery that no place has room for says so of each, and orders and tags keep to one place', async () => {
  const { member, make } = await start()
  const budi = await make.driver({ name: 'Budi' }, { capacity_kg: 10 })
  const { id } = await make.delivery({ ...far, weight_kg: 50, other_places: JSON.stringify([lockerPlace]) as never })
  const { call } = as(member)
  const plan = await optimize(member, [budi])
  expect(plan).toMatchObject({ totals: { unassigned: 1 }, unassigned_groups: [{ count: 1, delivery_ids: [id] }] })
  const [left] = plan.unassigned
  expect(left).toMatchObject({ delivery_id: id, reason_code: 'capacity', delivery_address: 'Jl. Merdeka 1' })
  expect(left!.reason).toMatch(
    /^None of its places has a driver with room and time. Jl. Merdeka 1: .*50.* Parcel locker: .*50/,
  )

  const refused = { status: 400, code: 'validation_failed', errors: [{ path: 'other_places' }] }
  expect(await call(changeDelivery, { params: { id }, body: { order_reference: 'A1' } })).toMatchObject(refused)
  await call(changeDelivery, { params: { id }, body: { tags: ['kit'], other_places: [lockerPlace] } })
  await call(changePlanningSettings, { body: { keep_together: ['kit'] } })
  const { body } = await call(api.getPlanningDay, { query: { day } })
  expect(body.obstacles).toMatchObject([{ code: 'one_of_together', delivery_ids: [id] }])
})

test.each([
  [[{ ...lockerPlace, location: null }], 'other_places.0.location'],
  [[{ ...lockerPlace, name: ' ' }], 'other_places.0.name'],
  [[{ ...lockerPlace, windows: [{ start: '12:00', end: '10:00' }] }], 'other_places'],
  [Array.from({ length: 5 }, () => lockerPlace), 'other_places'],
  [[{ ...lockerPlace, floor: 2 }], 'other_places.0'],
])('refuses other places that nobody could go to: %j', async (other_places, path) => {
  const { member, make } = await start()
  const { id } = await make.delivery()
  const reply = await as(member).call(changeDelivery, { params: { id }, body: { other_places } as never })
  expect(reply).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ path }] })
})

test('what cannot be planned together is said before planning, with who is off that day', async () => {
  const { member, make } = await start()
  const breaks = [{ earliest: '12:00', latest: '13:00', minutes: 30 }]
  const budi = await make.driver({ name: 'Budi', breaks }, { reloads: true })
  const free = { mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null }
  const sari = await make.driver({ name: 'Sari', week: free })
  await make.delivery()
  const { body } = await as(member).call(api.getPlanningDay, { query: { day } })
  expect(body.off).toMatchObject([{ driver_id: sari.id, reason: 'Does not work on Mondays.' }])
  expect(body.obstacles).toMatchObject([{ code: 'reload_breaks', driver_ids: [budi.id] }])
  const refused = await as(member).call(api.createPlan, { body: { day, driver_ids: [budi.id] } })
  expect(refused).toMatchObject({ status: 409, code: 'cannot_combine' })
  const plan = await optimize(member, [sari])
  expect(plan.unused_drivers).toMatchObject([{ reason_code: 'free_day' }])
})
