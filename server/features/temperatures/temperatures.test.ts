import { expect, test } from 'vitest'
import { listAlerts } from '#domain/api/alerts.ts'
import { changeRoadSettings } from '#domain/api/road.ts'
import { createDelivery, listDeliveryEvents } from '#domain/api/deliveries.ts'
import { createDriver } from '#domain/api/drivers.ts'
import * as api from '#domain/api/temperatures.ts'
import { changeVehicle, createVehicle } from '#domain/api/vehicles.ts'
import { listEvents } from '#domain/api/events.ts'
import { inWorkspace } from '../../db/connect.ts'
import { rig } from '../../testing/rig.ts'
import { testApp } from '../../testing/test-app.ts'
import { noteOnRoad } from '../delivery-moves/commands.ts'
import { tellExcursions } from './commands.ts'

const began = new Date('2026-03-16T03:00:00Z')
let clock = began
const { as, deps, makeMember } = await testApp(() => ({ now: () => clock }))

const at = (minutes: number) => new Date(began.getTime() + minutes * 60_000)

async function coldVan() {
  clock = began
  const owner = await makeMember()
  const { call } = as(owner)
  const compartments = [
    { name: 'Cold', temperature_min_c: 2, temperature_max_c: 8 },
    { name: 'Frozen', temperature_min_c: -25, temperature_max_c: -18 },
  ]
  const { body: vehicle } = await call(createVehicle, { body: { code: 'KA-1', compartments } })
  const { body: driver } = await call(createDriver, { body: { name: 'Budi', vehicle_id: vehicle.id } })
  const read = (
    compartment: string,
    degrees: [minutes: number, celsius: number][],
    source: 'sensor' | 'file' = 'sensor',
  ) =>
    call(api.recordTemperatures, {
      body: {
        source,
        readings: degrees.map(([minutes, celsius]) => ({
          vehicle: 'ka-1',
          compartment,
          read_at: at(minutes).toISOString(),
          celsius,
        })),
      },
    })
  return { owner, call, vehicle, driver, read }
}

/** A delivery that was loaded into the van at the beginning. */
async function loaded({ owner, call, driver }: Awaited<ReturnType<typeof coldVan>>, range: object) {
  const { body: delivery } = await call(createDelivery, {
    body: { delivery_address: 'Jalan 1', scheduled_date: '2026-03-16', ...range },
  })
  await rig(deps.db, owner.workspaceId, (trx) =>
    trx.updateTable('deliveries').set({ driver_id: driver.id }).where('id', '=', delivery.id).execute(),
  )
  const author = { workspaceId: owner.workspaceId, userId: null, name: 'Budi' }
  await inWorkspace(deps.db, owner.workspaceId, (trx) =>
    noteOnRoad(trx, author, [{ delivery_id: delivery.id, kind: 'loaded', detail: {} }], began),
  )
  return delivery.id
}

test('a breach is told to dispatchers and the driver once, is over once it is, and is in the history of what was on board', async () => {
  const van = await coldVan()
  const { call, read } = van
  const cold = await loaded(van, { temperature_min_c: 2, temperature_max_c: 8 })
  const tough = await loaded(van, { temperature_min_c: 0, temperature_max_c: 20 })
  clock = at(6)
  await read('cold', [[1, 5], [5, 9]]) // prettier-ignore
  expect((await call(listAlerts)).body.data).toEqual([])
  clock = at(20)
  expect((await read('Cold', [[16, 11]])).body).toEqual({ accepted: 1, duplicates: 0, refused: [] })
  await read('Cold', [[17, 11]])
  const { data: alerts } = (await call(listAlerts)).body
  expect(alerts).toMatchObject([
    {
      kind: 'temperature',
      severity: 'high',
      driver_name: 'Budi',
      sentence: 'Cold of KA-1 is at up to 11 °C for 15 min, and should be at 2 to 8 °C.',
    },
  ])
  expect((await call(api.listExcursions)).body).toMatchObject({ total: 1, data: [{ ended_at: null, highest_c: 11 }] })
  clock = at(40)
  await read('Cold', [[30, 6]])
  const { body } = await call(api.listExcursions)
  expect(body.data).toMatchObject([{ ended_at: at(30).toISOString(), degree_minutes: 44.5, lowest_c: 9 }])
  const { body: events } = await call(listEvents, {
    query: { types: 'temperature_excursion.*,message.sent', limit: '50' },
  })
  expect(events.data.map(({ type }) => type)).toEqual([
    'temperature_excursion.began',
    'message.sent',
    'temperature_excursion.ended',
  ])
  const history = async (id: string) => {
    const { body } = await call(listDeliveryEvents, { params: { id } })
    expect(body.chain.misfit).toBeNull()
    return body.data.filter(({ kind }) => kind === 'excursion').map(({ detail }) => detail)
  }
  expect(await history(cold)).toMatchObject([
    { ended_at: null, vehicle: 'KA-1', compartment: 'Cold' },
    { ended_at: at(30).toISOString(), highest_c: 11, degree_minutes: 44.5 },
  ])
  expect(await history(tough)).toEqual([])
  const { body: own } = await call(api.getDeliveryTemperatures, { params: { id: cold } })
  expect(own).toMatchObject({ compartment: 'Cold', lowest_c: 5, highest_c: 11, excursions: [{ degree_minutes: 44.5 }] })
  expect(own.readings).toHaveLength(5)
})

test('a delivery that went twice has the readings of its last trip, and is out of range no longer than it was on board', async () => {
  const van = await coldVan()
  const { owner, call, vehicle, read } = van
  await call(createDriver, { body: { name: 'Wati', vehicle_id: vehicle.id } })
  const id = await loaded(van, { temperature_min_c: 2, temperature_max_c: 8 })
  const author = { workspaceId: owner.workspaceId, userId: null, name: 'Budi' }
  const note = (kind: 'returned' | 'loaded', minutes: number) =>
    inWorkspace(deps.db, owner.workspaceId, (trx) =>
      noteOnRoad(trx, author, [{ delivery_id: id, kind, detail: {} }], at(minutes)),
    )
  await note('returned', 60)
  await note('loaded', 120)
  clock = at(200)
  await read('Cold', [[30, 20], [40, 5], [130, 5], [150, 12], [170, 12]]) // prettier-ignore
  await rig(deps.db, owner.workspaceId, (trx) =>
    trx
      .updateTable('deliveries')
      .set({ status: 'delivered', status_at: at(180) })
      .where('id', '=', id)
      .execute(),
  )
  const { body } = await call(api.getDeliveryTemperatures, { params: { id } })
  expect(body).toMatchObject({ aboard_from: at(120).toISOString(), highest_c: 12 })
  expect(body.excursions).toMatchObject([{ began_at: at(150).toISOString(), ended_at: at(180).toISOString() }])
  // Two drivers share the vehicle.
  expect((await call(api.getColdChain)).body.data.map(({ compartment }) => compartment)).toEqual(['Cold', 'Frozen'])
  clock = at(120 + 40 * 24 * 60)
  await rig(deps.db, owner.workspaceId, (trx) =>
    trx.updateTable('deliveries').set({ status: 'failed' }).where('id', '=', id).execute(),
  )
  expect((await call(api.getDeliveryTemperatures, { params: { id } })).status).toBe(200)
})

test('a vehicle without compartments is judged by what is on board then, until it is back in range', async () => {
  const van = await coldVan()
  const { owner, call, vehicle } = van
  await call(changeVehicle, { params: { id: vehicle.id }, body: { compartments: [] } })
  const read = (degrees: [number, number][]) => van.read('', degrees)
  const frozen = await loaded(van, { temperature_max_c: -18 })
  const author = { workspaceId: owner.workspaceId, userId: null, name: 'Budi' }
  const note = (delivery_id: string, kind: 'returned' | 'loaded', minutes: number) =>
    inWorkspace(deps.db, owner.workspaceId, (trx) =>
      noteOnRoad(trx, author, [{ delivery_id, kind, detail: {} }], at(minutes)),
    )
  await note(frozen, 'returned', 60)
  const { body: chilled } = await call(createDelivery, {
    body: { delivery_address: 'Jalan 2', scheduled_date: '2026-03-16', temperature_min_c: 2, temperature_max_c: 8 },
  })
  await rig(deps.db, owner.workspaceId, (trx) =>
    trx.updateTable('deliveries').set({ driver_id: van.driver.id }).where('id', '=', chilled.id).execute(),
  )
  await note(chilled.id, 'loaded', 100)
  clock = at(150)
  await read([[110, 5], [120, 12], [140, 12]]) // prettier-ignore
  const list = async () => (await call(api.listExcursions)).body.data
  expect(await list()).toMatchObject([{ temperature_min_c: 2, temperature_max_c: 8, ended_at: null }])
  await note(chilled.id, 'returned', 150)
  clock = at(200)
  await read([[190, 6]]) // prettier-ignore
  expect(await list()).toMatchObject([{ ended_at: at(190).toISOString() }])
})

test('readings that come late and out of order are judged as if they had come in time, and twice is once', async () => {
  const { call, read } = await coldVan()
  clock = at(600)
  await read('Frozen', [[60, -20], [0, -20], [20, -10]], 'file') // prettier-ignore
  expect((await call(api.listExcursions)).body.data).toMatchObject([{ highest_c: -10, degree_minutes: 160 }])
  // A gap is filled: it was colder in between.
  const again = await read('Frozen', [[20, -5], [40, -20], [0, -20]], 'file') // prettier-ignore
  expect(again.body).toEqual({ accepted: 1, duplicates: 2, refused: [] })
  expect((await call(api.listExcursions)).body).toMatchObject({ total: 1, data: [{ ended_at: at(40).toISOString() }] })
  expect((await call(listAlerts)).body.data).toMatchObject([{ severity: 'medium' }])
})

test('when nothing new comes, the clock says that a breach lasts too long, as the workspace allows', async () => {
  const { call, read } = await coldVan()
  await call(changeRoadSettings, { body: { temperature_breach_minutes: 30 } })
  clock = at(1)
  await read('Cold', [[0, 12]])
  clock = at(29)
  await tellExcursions(deps)
  expect((await call(listAlerts)).body.data).toEqual([])
  clock = at(31)
  await tellExcursions(deps)
  await tellExcursions(deps)
  expect((await call(listAlerts)).body.data).toHaveLength(1)
})

test('who acknowledges an excursion says what is done, and nobody else is told', async () => {
  const { owner, call, read } = await coldVan()
  clock = at(20)
  await read('Cold', [[0, 12], [15, 12]]) // prettier-ignore
  const { id } = (await call(api.listExcursions)).body.data[0]!
  const body = { note: 'Moved to KA-2' }
  expect((await call(api.acknowledgeExcursion, { params: { id }, body: { note: ' ' } })).code).toBe('validation_failed')
  const stranger = as(await makeMember())
  expect((await stranger.call(api.acknowledgeExcursion, { params: { id }, body })).code).toBe('excursion_not_found')
  const reply = await call(api.acknowledgeExcursion, { params: { id }, body })
  expect(reply.body).toMatchObject({ note: 'Moved to KA-2', acknowledged_by: owner.email })
  expect((await call(listAlerts)).body.data).toMatchObject([{ state: 'seen' }])
  expect((await call(api.listExcursions, { query: { state: 'unacknowledged' } })).body.total).toBe(0)
})

test('readings of nothing that exists are refused one by one, with the reason', async () => {
  const { call, read } = await coldVan()
  const said = async (reading: object) => {
    const whole = { vehicle: 'KA-1', compartment: 'Cold', read_at: at(0).toISOString(), celsius: 5, ...reading }
    const { body } = await call(api.recordTemperatures, { body: { readings: [whole], dry_run: true } })
    return body.refused[0]?.reason
  }
  expect(await said({ vehicle: "'; drop table vehicles --" })).toBe("No vehicle is called '; drop table vehicles --.")
  expect(await said({ compartment: 'Hot' })).toBe('KA-1 has no compartment Hot. Say Cold or Frozen.')
  expect(await said({ compartment: '' })).toBe('Say which compartment of KA-1: Cold or Frozen.')
  expect(await said({ read_at: at(90).toISOString() })).toMatch(/from the future/)
  expect(await said({ read_at: '2024-01-01T00:00:00Z' })).toBe('It is older than a year.')
  expect(await said({})).toBeUndefined()
  expect((await read('Cold', [[0, 400]])).code).toBe('validation_failed')
  expect((await as(await makeMember()).call(api.recordTemperatures, { body: { readings: [{ vehicle: 'KA-1', read_at: at(0).toISOString(), celsius: 5 }] } })).body.refused).toHaveLength(1) // prettier-ignore
})

test('what every compartment is at now', async () => {
  const { call, read, vehicle } = await coldVan()
  await read('Cold', [[-10, 5], [-1, 9]]) // prettier-ignore
  expect((await call(api.getColdChain)).body.data).toMatchObject([
    { compartment: 'Cold', celsius: 9, state: 'too_warm', driver_name: 'Budi' },
    { compartment: 'Frozen', celsius: null, state: 'unknown' },
  ])
  clock = at(300)
  expect((await call(api.getColdChain)).body.data[0]).toMatchObject({ state: 'silent' })
  const query = { vehicle_id: vehicle.id, compartment: 'Cold', from: at(-20).toISOString(), to: at(0).toISOString() }
  expect((await call(api.listTemperatures, { query })).body.data).toHaveLength(2)
  const long = await call(api.listTemperatures, { query: { ...query, to: at(60 * 24 * 40).toISOString() } })
  expect(long).toMatchObject({ code: 'validation_failed', errors: [{ path: 'to' }] })
})
