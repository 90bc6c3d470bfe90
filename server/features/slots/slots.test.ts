import { expect, test, vi } from 'vitest'
import { createApiKey } from '#domain/api/api-keys.ts'
import { createHoliday } from '#domain/api/calendar.ts'
import { createDelivery, getDelivery } from '#domain/api/deliveries.ts'
import * as plans from '#domain/api/plans.ts'
import * as api from '#domain/api/slots.ts'
import { createTerritory } from '#domain/api/territories.ts'
import { offRoad } from '#domain/travel/tables.ts'
import { clockFrom, day, dayMaker } from '../../testing/planning-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'
import type { TravelEngine } from '../../outside/travel/engine.ts'
import { TravelUnavailable } from '../../outside/travel/unavailable.ts'
import { makeReady, workspacesAsked, workspacesWithSlots } from '../slot-boards/queries.ts'
import { forgetSlotHolds } from './commands.ts'

let aheadMs = 0
const { app, deps, makeMember, as } = await testApp(({ now }) => {
  const clock = clockFrom('06:00', now)
  return { now: () => new Date(clock().getTime() + aheadMs) }
})
workOnPlans(deps)

const depot = { lat: -6.157, lng: 106.846 }
/** So many degrees to the east: 1,105 m for each hundredth. */
const east = (degrees: number) => ({ lat: depot.lat, lng: depot.lng + degrees })
const window = (start: string, end: string, capacity: number | null = null) => ({
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  start,
  end,
  capacity,
})
const morning = { day, start: '09:00', end: '11:00' }
const home = { delivery_location: east(0.02), delivery_address: 'Jl. Sabang 1' }

/** A workspace with a depot, a van that costs money, and slots. */
async function start(settings: object = {}, van: object = {}) {
  const owner = await makeMember()
  const make = dayMaker(deps.db, owner.workspaceId)
  await make.depot()
  const driver = await make.driver({}, { capacity_kg: 100, cost_per_km: 500, cost_per_hour: 6000, ...van })
  const { call } = as(owner)
  const windows = [window('09:00', '11:00'), window('11:00', '13:00'), window('15:00', '17:00')]
  const changed = await call(api.changeSlotSettings, { body: { is_on: true, windows, ...settings } })
  expect(changed.status).toBe(200)
  const find = (body: object = {}) => call(api.findSlots, { body: { ...home, days: 1, ...body } })
  const times = async (body: object = {}) => (await find(body)).body.data.map(({ start }) => start)
  const hold = (body: object = {}) => call(api.holdSlot, { body: { ...home, ...morning, ...body } })
  const confirm = (id: string, body: object = {}) => call(api.confirmSlot, { params: { id }, body })
  return { owner, make, call, driver, find, times, hold, confirm }
}

async function planned({ call, driver }: Awaited<ReturnType<typeof start>>, state: 'draft' | 'dispatched') {
  const { id } = (await call(plans.createPlan, { body: { day, driver_ids: [driver.id], time_limit_seconds: 1 } })).body
  const params = { id }
  while ((await call(plans.getPlanProgress, { params })).body.state !== 'draft')
    await new Promise((wake) => setTimeout(wake, 20))
  if (state === 'dispatched') {
    await call(plans.approvePlan, { params })
    await call(plans.dispatchPlan, { params })
  }
  return params
}

test('windows that can be kept come with cost and price, those with the van in the street first; others with the reason', async () => {
  const price = { base: 1000, cost_percent: 100, most: null, round_to: 500, near_discount: 1000 }
  const here = await start({ price, cut_off_minutes: 240 })
  await here.make.delivery({ ...east(0.0201), window_start: '15:00', window_end: '17:00' })
  const { body } = await here.find({ days: 3 })
  expect(body.location).toEqual(home.delivery_location)
  const [first, second] = body.data
  expect(first).toMatchObject({ day, start: '15:00', near_stops: 1, left: null })
  expect(second).toMatchObject({ day, start: '11:00', near_stops: 0, starts_at: '2026-03-16T04:00:00.000Z' })
  // On the way of a van that has to wait, it costs nothing; on a day without a stop, it costs the whole way.
  const tomorrow = body.data.find((slot) => slot.day !== day)!
  expect(first!.added_cost!).toBeLessThan(tomorrow.added_cost! / 2)
  expect(tomorrow.price).toBe(Math.ceil((1000 + tomorrow.added_cost!) / 500) * 500)
  expect(tomorrow.added_minutes).toBeCloseTo(6.6, 0)
  expect(body.data).toHaveLength(8)
  expect(body.unavailable).toMatchObject([{ day, start: '09:00', why: 'cut_off' }])
  // What is too far away for the shift is offered in no window, and what is out of the area not at all.
  expect(await here.find({ delivery_location: { lat: -6.157, lng: 111 } })).toMatchObject({
    status: 422,
    code: 'slot_outside',
  })
})

test('a held slot is taken from all others until it is confirmed, given back, or its time is over', async () => {
  const { find, times, hold, confirm, call } = await start({
    windows: [window('09:00', '11:00', 2), window('15:00', '17:00')],
  })
  const one = (await hold()).body
  expect(one).toMatchObject({ ...morning, state: 'held', delivery_id: null })
  expect(Date.parse(one.expires_at) - Date.parse(one.created_at)).toBe(15 * 60_000)
  expect((await find()).body.data.map(({ left }) => left)).toEqual([1, null])
  const two = (await hold()).body
  expect(await times()).toEqual(['15:00'])
  expect(await hold()).toMatchObject({ status: 409, code: 'slot_taken' })

  await call(api.releaseSlot, { params: { id: two.id } })
  expect(await confirm(two.id)).toMatchObject({ status: 409, code: 'slot_hold_ended' })
  expect(await times()).toEqual(['09:00', '15:00'])

  const made = await confirm(one.id, { recipient_name: 'Siti', recipient_phone: '+62 811 0000 001' })
  expect(made).toMatchObject({
    status: 201,
    body: {
      id: one.id,
      status: 'pending',
      scheduled_date: day,
      window_start: '09:00',
      window_end: '11:00',
      delivery_address: 'Jl. Sabang 1',
      delivery_location: home.delivery_location,
      recipient_name: 'Siti',
    },
  })
  expect((await confirm(one.id)).body.id).toBe(one.id)
  expect((await call(api.releaseSlot, { params: { id: one.id } })).code).toBe('slot_hold_ended')
  expect((await find()).body.data.map(({ left }) => left)).toEqual([1, null])

  const late = (await hold()).body
  expect(await times()).toEqual(['15:00'])
  aheadMs += 15 * 60_000 + 1
  expect(await confirm(late.id)).toMatchObject({ status: 409, code: 'slot_hold_ended' })
  expect(await times()).toEqual(['09:00', '15:00'])
  aheadMs = 0
  await forgetSlotHolds(deps.db, new Date(deps.now().getTime() + 2 * 86_400_000))
  expect((await call(api.getSlotHold, { params: { id: late.id } })).code).toBe('slot_hold_not_found')
})

test('of a hundred buyers at once, as many get a slot as the van has room for', async () => {
  const { owner, hold, confirm, times } = await start({}, { capacity_kg: 50 })
  const replies = await Promise.all(Array.from({ length: 100 }, () => hold({ weight_kg: 7 })))
  const held = replies.filter(({ status }) => status === 201)
  expect(held).toHaveLength(7)
  expect(new Set(replies.map(({ code }) => code ?? 'held'))).toEqual(new Set(['held', 'slot_taken']))
  for (const { body } of held) expect((await confirm(body.id)).status).toBe(201)
  expect(await times({ weight_kg: 7 })).toEqual([])
  expect(await times({ weight_kg: 1 })).toEqual(['09:00', '11:00', '15:00'])

  // Nobody can keep them otherwise either: a plan brings all of them in their window.
  const make = dayMaker(deps.db, owner.workspaceId)
  expect((await make.deliveries()).map(({ window_start }) => window_start)).toEqual(Array(7).fill('09:00'))
})

test('time is sold once, too: as many as one driver can serve in a window', async () => {
  const { hold } = await start({ windows: [window('09:00', '10:00')] })
  const body = { end: '10:00', service_minutes: 20 }
  const replies = await Promise.all(Array.from({ length: 12 }, () => hold(body)))
  // Work begins within the window: at 09:00 plus the way, 20 minutes later, and so on.
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
})

test('a day with a plan is asked with its routes, what waits for one, and its locks', async () => {
  const here = await start({ windows: [window('09:00', '10:00'), window('15:00', '17:00')] })
  const add = async (body: object) =>
    expect((await here.call(createDelivery, { body: { scheduled_date: day, ...body } as never })).status).toBe(201)
  const far = { delivery_address: 'Jl. Timur', delivery_location: east(0.2), service_minutes: 60 }
  await add({ ...far, window_start: '09:00', window_end: '09:40' })
  await planned(here, 'dispatched')
  // At 09:00 the driver is on the way to the far end, and works there until long after ten.
  expect(await here.times({ delivery_location: east(-0.1) })).toEqual(['15:00'])
  expect((await here.find({ delivery_location: east(0.15), service_minutes: 2 })).body.data[0]).toMatchObject({
    start: '09:00',
    near_stops: 0,
  })
  // A late order that waits for a route takes its time as well.
  const waiting = { delivery_address: 'Jl. Jauh', delivery_location: east(0.15), service_minutes: 60 }
  const order = { ...waiting, window_start: '15:00', window_end: '15:30' }
  await add(order)
  expect(await here.times({ delivery_location: east(-0.25), service_minutes: 30 })).toEqual([])
})

test('a delivery moves to a slot, from its route, too, and its own place is free for it', async () => {
  const here = await start({ windows: [window('09:00', '11:00', 1), window('15:00', '17:00')] }, { capacity_kg: 10 })
  const { id } = await here.make.delivery({ ...east(0.02), weight_kg: 9, window_start: '09:00', window_end: '11:00' })
  await planned(here, 'dispatched')
  expect((await here.find({ weight_kg: 9 })).body.data).toEqual([])
  const asked = { delivery_id: id, delivery_address: null, delivery_location: null }
  expect(await here.times(asked)).toEqual(['15:00'])
  const held = (await here.hold({ ...asked, start: '15:00', end: '17:00' })).body
  const moved = await here.confirm(held.id)
  expect(moved.body).toMatchObject({
    id,
    status: 'pending',
    window_start: '15:00',
    window_end: '17:00',
    scheduled_date: day,
  })
  expect((await here.call(getDelivery, { params: { id } })).body.version).toBe(moved.body.version)
  await here.make.change(id, { status: 'delivered' })
  expect(await here.find(asked)).toMatchObject({ status: 409, code: 'slot_delivery_moving' })
})

test('zones, holidays, blackout days, cut-offs and what no van carries are refused with a sentence', async () => {
  const { call, find, hold, owner } = await start({ days_ahead: 3, blackout_days: ['2026-03-17'] })
  await call(createHoliday, { body: { day: '2026-03-18', name: 'Nyepi' } })
  expect(new Set((await find({ days: 31 })).body.data.map((slot) => slot.day))).toEqual(new Set([day]))
  for (const other of ['2026-03-15', '2026-03-17', '2026-03-18', '2026-03-19'])
    expect(await hold({ day: other })).toMatchObject({ status: 422, code: 'slot_not_offered' })
  expect(await hold({ end: '11:30' })).toMatchObject({ status: 422, code: 'slot_not_offered' })
  expect(await find({ weight_kg: 101 })).toMatchObject({ status: 422, code: 'slot_too_large' })
  expect(await find({ skills: ['crane'] })).toMatchObject({ status: 422, code: 'slot_too_large' })
  expect(await find({ delivery_location: null })).toMatchObject({ status: 422, code: 'slot_address_unknown' })
  expect(await find({ delivery_location: null, delivery_address: null })).toMatchObject({ status: 400 })
  expect(await find({ delivery_location: { lat: -5.7, lng: 106.9 } })).toMatchObject({
    status: 422,
    code: 'slot_outside',
  })

  const ring = [
    [106.85, -6.17],
    [106.9, -6.17],
    [106.9, -6.1],
    [106.85, -6.1],
    [106.85, -6.17],
  ] as [number, number][]
  const area = { type: 'Polygon' as const, coordinates: [ring] }
  const zone = (
    await call(createTerritory, { body: { name: 'East', color: '#336699', area, driver_ids: [] } as never })
  ).body
  await call(api.changeSlotSettings, { body: { territory_ids: [zone.id] } })
  expect((await find()).status).toBe(200)
  expect(await find({ delivery_location: east(-0.02) })).toMatchObject({ status: 422, code: 'slot_outside' })
  const other = await makeMember()
  expect(await as(other).call(api.changeSlotSettings, { body: { territory_ids: [zone.id] } })).toMatchObject({
    status: 404,
    code: 'territory_not_found',
  })
  await call(api.changeSlotSettings, { body: { is_on: false } })
  expect(await find()).toMatchObject({ status: 409, code: 'slots_off' })
  const viewer = await makeMember({ workspaceId: owner.workspaceId, role: 'viewer' })
  expect((await as(viewer).call(api.findSlots, { body: home })).status).toBe(403)
})

test('keys with the scope deliveries book, others do not, and no other workspace sees a hold', async () => {
  const { call, hold } = await start()
  const key = async (scope: 'deliveries' | 'read') =>
    ({ token: (await call(createApiKey, { body: { name: scope, scopes: [scope] } })).body.secret }) as TestMember
  const [shop, reader] = [await key('deliveries'), await key('read')]
  expect((await as(reader).call(api.findSlots, { body: home })).status).toBe(403)
  const { data } = (await as(shop).call(api.findSlots, { body: { ...home, days: 1 } })).body
  const [first] = data
  const held = await as(shop).call(api.holdSlot, {
    body: { ...home, ...morning, start: first!.start, end: first!.end },
  })
  const made = await as(shop).call(api.confirmSlot, { params: { id: held.body.id }, body: {} })
  expect(made.body.source).toBe('api')
  const { id } = (await hold()).body
  const stranger = await start()
  for (const endpoint of [api.getSlotHold, api.confirmSlot, api.releaseSlot]) {
    const reply = await stranger.call(endpoint as typeof api.confirmSlot, { params: { id }, body: undefined as never })
    expect([404, 400]).toContain(reply.status)
  }
  expect((await call(api.getSlotHold, { params: { id } })).body.state).toBe('held')
  const huge = { ...home, delivery_address: 'x'.repeat(400), weight_kg: -1, skills: 'all', day: "'; drop table" }
  const reply = await app.inject({
    method: 'POST',
    url: '/v1/slots/holds',
    payload: huge,
    headers: { authorization: `Bearer ${shop.token}` },
  })
  expect(reply.statusCode).toBe(400)
})

test('days are made ready before somebody asks, and stay so while somebody does', async () => {
  const { owner, call, find, times } = await start({ days_ahead: 3 })
  expect(await workspacesWithSlots(deps.db)).toContain(owner.workspaceId)
  expect(workspacesAsked(deps)).not.toContain(owner.workspaceId)
  const openBoard = vi.spyOn(deps.engine, 'openBoard')
  const ready = () => makeReady(deps, owner.workspaceId, new AbortController().signal)
  await ready()
  expect(openBoard).toHaveBeenCalledTimes(3)
  const offered = await times()
  expect((await find({ days: 3 })).body.data).toHaveLength(9)
  expect(openBoard).toHaveBeenCalledTimes(3)
  expect(workspacesAsked(deps)).toContain(owner.workspaceId)
  const body = { delivery_address: 'Jl. Sabang 2', delivery_location: east(0.03), scheduled_date: day }
  expect(await call(createDelivery, { body })).toMatchObject({ status: 201 })
  await ready()
  expect(openBoard).toHaveBeenCalledTimes(4)
  expect(await times()).toEqual(offered)
  expect(openBoard).toHaveBeenCalledTimes(4)
  openBoard.mockRestore()
})

test('the first buyer of a booked day waits for no search, which follows', async () => {
  const { owner, call, find } = await start({ days_ahead: 3 })
  const body = { delivery_address: 'Jl. Sabang 2', delivery_location: east(0.03), scheduled_date: day }
  expect(await call(createDelivery, { body })).toMatchObject({ status: 201 })
  const solve = vi.spyOn(deps.engine, 'solve')
  expect((await find({ days: 3 })).body.data).toHaveLength(9)
  expect(solve).not.toHaveBeenCalled()
  for (let round = 0; round < 2; round++) {
    await makeReady(deps, owner.workspaceId, new AbortController().signal)
    expect(solve).toHaveBeenCalledTimes(1)
  }
  solve.mockRestore()
})

test('an address in the sea is refused, by the routing engine or by the coasts; where somebody delivered before, it is not', async () => {
  const { find, hold, make } = await start()
  const bay = { lat: -6.05, lng: depot.lng }
  const refused = { status: 422, code: 'slot_off_road' }
  expect(await find({ delivery_location: bay })).toMatchObject(refused)
  expect(await hold({ delivery_location: bay })).toMatchObject(refused)
  // New ground, which the coasts do not have.
  await make.delivery({ status: 'delivered', lat: bay.lat + 0.005, lng: bay.lng })
  expect((await find({ delivery_location: bay })).status).toBe(200)

  const measure = vi.fn<TravelEngine['measure']>(async (question, onBlock) =>
    onBlock({ question, table: { seconds: Int32Array.of(offRoad), meters: Int32Array.of(offRoad) } }),
  )
  deps.travel = { measure } as Partial<TravelEngine> as TravelEngine
  try {
    expect(await find()).toMatchObject(refused)
    measure.mockRejectedValue(new TravelUnavailable('silent', 'OSRM does not answer'))
    expect((await find()).status).toBe(200)
  } finally {
    deps.travel = undefined
  }
})
