import { expect, test } from 'vitest'
import { changeInBulk } from '#domain/api/bulk.ts'
import { createDelivery, listDeliveries, listDeliveryEvents } from '#domain/api/deliveries.ts'
import { createDepot, listDepots } from '#domain/api/depots.ts'
import { createDriver, listDrivers } from '#domain/api/drivers.ts'
import { createVehicle, listVehicles } from '#domain/api/vehicles.ts'
import { loadSampleData } from '#domain/api/workspace.ts'
import { toProblem } from '#domain/to-problem.ts'
import { solve } from '#solver/index.ts'
import { testApp } from '../../testing/test-app.ts'
import { sampleDay } from './rules.ts'

// Evening of the 14th in UTC, and morning of the 15th in Jakarta.
const { makeMember, as } = await testApp(() => ({ now: () => new Date('2026-03-14T23:30:00Z') }))
const all = { query: { limit: 200 } }

test('an empty workspace gets a depot, six drivers with vehicles and 120 deliveries for today', async () => {
  const { call } = as(await makeMember())
  const loaded = await call(loadSampleData)
  expect(loaded).toMatchObject({
    status: 201,
    body: { day: '2026-03-15', depots: 1, drivers: 6, vehicles: 6, deliveries: 120 },
  })

  const depots = (await call(listDepots)).body.data
  expect(depots).toMatchObject([{ name: 'Gudang Pusat', is_default: true, active: true }])
  const vehicles = (await call(listVehicles)).body.data
  expect(vehicles.map((each) => each.code)).toEqual(['KA-1001', 'KA-1002', 'KA-1003', 'KA-1004', 'KA-1005', 'KA-1006'])
  expect(vehicles.every((each) => each.driver_id)).toBe(true)
  expect(vehicles.filter((each) => each.skills.includes('cold'))).toHaveLength(2)
  const drivers = (await call(listDrivers)).body.data
  expect(drivers.map((each) => each.depot_id)).toEqual(drivers.map(() => depots[0]!.id))

  const { data, total } = (await call(listDeliveries, { query: { limit: 200, order: 'asc' } })).body
  expect(total).toBe(120)
  expect(data.map((each) => each.number)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1))
  expect(data[3]).toMatchObject({
    reference: 'ORD-0004',
    source: 'sample',
    status: 'pending',
    scheduled_date: '2026-03-15',
    delivery_location: { lat: -6.1876, lng: 106.8241 },
    skills: ['cold'],
    priority: 1,
  })
  expect(data.every((each) => each.delivery_location && each.scheduled_date === '2026-03-15')).toBe(true)
  const history = await call(listDeliveryEvents, { params: { id: data[119]!.id } })
  expect(history.body).toMatchObject({ chain_intact: true, data: [{ kind: 'created' }] })
})

test.each([
  ['2026-03-14T17:00:00Z', '2026-03-15', 'just after midnight'],
  ['2026-03-15T01:20:00Z', '2026-03-15', '08:20, just in time for the shifts'],
  ['2026-03-15T01:21:00Z', '2026-03-16', '08:21, too late to get ready'],
  ['2026-03-15T13:00:00Z', '2026-03-16', 'the evening'],
  ['2026-03-15T16:59:00Z', '2026-03-16', 'just before midnight'],
])('at %s the sample orders are for %s: %s', (now, day) => {
  expect(sampleDay(new Date(now), { time_zone: 'Asia/Jakarta', get_ready_minutes: 10 })).toBe(day)
})

test('its pickups leave from its depot', async () => {
  const { call } = as(await makeMember())
  await call(loadSampleData)
  const { body } = await call(listDeliveries, all)
  expect(body.data.filter(({ pickup_depot_id }) => pickup_depot_id === null)).toEqual([])
})

test('the six drivers can deliver all of it', async () => {
  const { call } = as(await makeMember())
  await call(loadSampleData)
  const depot = (await call(listDepots)).body.data[0]!
  const vehicles = new Map((await call(listVehicles)).body.data.map((vehicle) => [vehicle.id, vehicle]))
  const drivers = (await call(listDrivers)).body.data
  const deliveries = (await call(listDeliveries, all)).body.data
  const { problem } = toProblem(
    '2026-03-15',
    { time_zone: 'Asia/Jakarta', speed_kmh: 40 },
    drivers.map((driver) => ({ ...driver, depot, vehicle: vehicles.get(driver.vehicle_id!)!, busy_until: null })),
    deliveries.map((delivery) => ({ ...delivery, location: delivery.delivery_location })),
  )
  expect(problem.jobs).toHaveLength(120)
  expect(solve(problem, { iterationLimit: 500 }).unassigned).toEqual([])
})

test('existing data is kept, and codes do not clash', async () => {
  const { call } = as(await makeMember())
  const place = { address: 'A', location: { lat: 52.5, lng: 13.4 } }
  await call(createDepot, { body: { name: 'Berlin', ...place } })
  await call(createVehicle, { body: { code: 'KA-1002' } })
  await call(createDriver, { body: { name: 'Anna' } })
  expect((await call(loadSampleData)).status).toBe(201)
  const depots = (await call(listDepots)).body.data
  expect(depots.map((each) => [each.name, each.is_default])).toEqual([
    ['Berlin', true],
    ['Gudang Pusat', false],
  ])
  const codes = (await call(listVehicles)).body.data.map((each) => each.code)
  expect(codes).toEqual(['KA-1001', 'KA-1002', 'KA-1003', 'KA-1004', 'KA-1005', 'KA-1006', 'KA-1007'])
  const anna = (await call(listDrivers)).body.data.find((each) => each.name === 'Anna')
  expect(anna).toMatchObject({ vehicle_id: null, depot_id: null })
})

test('a workspace with deliveries is left alone', async () => {
  const { call } = as(await makeMember())
  await call(createDelivery, { body: { delivery_address: 'A', scheduled_date: '2026-03-15' } })
  const refused = await call(loadSampleData)
  expect(refused).toMatchObject({ status: 409, code: 'sample_data_loaded' })
  expect((await call(listDrivers)).body.total).toBe(0)
})

test('pressing the button twice loads once, and it can be loaded again after everything is deleted', async () => {
  const { call } = as(await makeMember())
  const replies = await Promise.all([call(loadSampleData), call(loadSampleData)])
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409])
  await call(changeInBulk, { body: { filter: {}, change: { deleted: true } } })
  expect((await call(loadSampleData)).status).toBe(201)
})

test('a viewer cannot load it', async () => {
  const { workspaceId } = await makeMember()
  const viewer = as(await makeMember({ workspaceId, role: 'viewer' }))
  expect(await viewer.call(loadSampleData)).toMatchObject({ status: 403, code: 'not_allowed' })
})
