import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDelivery } from '#domain/api/deliveries.ts'
import { listNearDrivers } from '#domain/api/near-drivers.ts'
import * as api from '#domain/api/positions.ts'
import { liveTopic, type PositionsMessage } from '#domain/live.ts'
import type { LivePosition } from '#domain/schema/position.ts'
import { busTopicOf, readMessage, roomOf } from '../../realtime/message.ts'
import { inWorkspace } from '../../db/connect.ts'
import { rig } from '../../testing/rig.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { tidyPositions } from './tasks.ts'

let now = new Date('2026-03-15T02:00:00Z')
const { app, as, deps, makeMember } = await testApp(() => ({ now: () => now }))
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()

type Driving = TestMember & { driverId: string; shiftId: string }

/** A driver who signed in, on shift for an hour. */
async function makeDriver(workspaceId: string, { startedAt = secondsAgo(3600), depotId = null as string | null } = {}) {
  const member = await makeMember({ workspaceId, role: 'driver' })
  const shiftId = randomUUID()
  const driverId = await rig(deps.db, workspaceId, async (trx) => {
    const { rows } = await sql<{ id: string }>`insert into drivers (workspace_id, name, user_id, depot_id)
      values (${workspaceId}, ${member.userId}, ${member.userId}, ${depotId}) returning id`.execute(trx)
    await sql`insert into shifts (workspace_id, id, driver_id, started_at)
      values (${workspaceId}, ${shiftId}, ${rows[0]!.id}, ${startedAt})`.execute(trx)
    return rows[0]!.id
  })
  return { ...member, driverId, shiftId }
}

const ping = (seconds: number, more: object = {}) => ({
  recorded_at: secondsAgo(seconds),
  lat: -6.2,
  lng: 106.8,
  ...more,
})
const send = (driver: TestMember, ...pings: object[]) => as(driver).call(api.recordPings, { body: { pings } as never })
const positionOf = async (viewer: TestMember, driver: Driving) => {
  const { body } = await as(viewer).call(api.listPositions)
  return body.data.find(({ driver_id }) => driver_id === driver.driverId)!
}
const trailOf = async (viewer: TestMember, { driverId }: Driving, query: object = {}) =>
  (
    await as(viewer).call(api.getTrail, {
      params: { id: driverId },
      query: { from: secondsAgo(86_000), tolerance_m: 0, ...query } as never,
    })
  ).body

const owner = await makeMember()
const budi = await makeDriver(owner.workspaceId)

test('fixes are kept once, late ones too, and the marker never goes back', async () => {
  expect((await send(budi, ping(30, { speed_mps: 5, battery_percent: 70, heading: 90 }), ping(60))).body).toEqual({
    accepted: 2,
    hidden: 0,
    ignored: [],
    shift_id: budi.shiftId,
    near: null,
  })
  const again = await send(budi, ping(60), ping(300, { lat: -6.201 }), ping(300, { lat: -6.3 }))
  expect(again.body).toMatchObject({ accepted: 1, ignored: [{ reason: 'double', count: 2 }] })
  expect(await positionOf(owner, budi)).toMatchObject({
    position: { recorded_at: secondsAgo(30), speed_mps: 5, heading: 90, battery_percent: 70, source: 'app' },
    age_seconds: 30,
    shift: { id: budi.shiftId },
  })
  const { data } = await trailOf(owner, budi)
  expect(data.map(({ recorded_at }) => recorded_at)).toEqual([300, 60, 30].map(secondsAgo))
  expect(await deps.observer.meters.registry.metrics()).toContain('karta_positions_total{source="app"} 3')
})

test('the same fixes at the same moment, in many calls, are kept once', async () => {
  const driver = await makeDriver(owner.workspaceId)
  const pings = Array.from({ length: 40 }, (_, i) => ping(i + 1))
  const replies = await Promise.all(Array.from({ length: 5 }, () => send(driver, ...pings)))
  expect(replies.reduce((sum, { body }) => sum + body.accepted, 0)).toBe(40)
  expect((await trailOf(owner, driver, { limit: 30 })).data).toHaveLength(30)
  const first = await trailOf(owner, driver, { limit: 30 })
  expect((await trailOf(owner, driver, { limit: 30, cursor: first.next_cursor })).data).toHaveLength(10)
  for (const cursor of ['0000-01-01T00:00:00Z', '+275760-09-13T00:00:00.000Z', '2026-13-45', "';"]) {
    expect((await trailOf(owner, driver, { limit: 30, cursor })).data, cursor).toHaveLength(30)
  }
})

test('nothing outside of a shift is kept, and a shift that was over earlier takes away what came after', async () => {
  const driver = await makeDriver(owner.workspaceId, { startedAt: secondsAgo(600) })
  const { body } = await send(driver, ping(700), ping(500), ping(100), ping(10))
  expect(body).toMatchObject({ accepted: 3, ignored: [{ reason: 'off_shift', count: 1 }] })
  const end = sql`update shifts set ended_at = ${secondsAgo(200)} where id = ${driver.shiftId}`
  await inWorkspace(deps.db, owner.workspaceId, (trx) => end.execute(trx))
  expect((await trailOf(owner, driver)).data.map(({ recorded_at }) => recorded_at)).toEqual([secondsAgo(500)])
  expect(await positionOf(owner, driver)).toMatchObject({ shift: null, position: { recorded_at: secondsAgo(500) } })
  // Fixes that were judged before the shift ended are judged again.
  const late = sql`select record_positions(array[${owner.workspaceId}::uuid], array[${driver.driverId}::uuid], '{1}',
    array[${secondsAgo(5)}::timestamptz], '{0}', '{0}', '{null}', '{null}', '{null}', '{null}', '{null}', '{app}',
    array[${driver.shiftId}::uuid], '{null}', '[]', null, '{}', now())`
  await expect(late.execute(deps.db)).rejects.toMatchObject({ code: '40001' })
  expect((await send(driver, ping(5), ping(300))).body).toMatchObject({
    accepted: 1,
    ignored: [{ reason: 'off_shift', count: 1 }],
    shift_id: null,
  })
})

test('a GPS that lies is kept but not shown, and what says no place or time is left out', async () => {
  const driver = await makeDriver(owner.workspaceId)
  const { body } = await send(
    driver,
    ping(50),
    ping(45, { lat: 0, lng: 0 }),
    // In the Java Sea, sixty kilometers from where it was ten seconds ago; then in Paris.
    ping(42, { lat: -5.6, lng: 106.8 }),
    ping(40, { lat: 48.8, lng: 2.3 }),
    ping(35, { accuracy_m: 9000 }),
    ping(-600),
    ping(-100_000),
    ping(30, { lat: 91 }),
    ping(400_000_000),
    { ...ping(1), recorded_at: 'now' },
    ping(20, { speed_mps: -1, heading: 720, battery_percent: 300, accuracy_m: -5 }),
  )
  expect(body).toMatchObject({ accepted: 7, hidden: 5 })
  expect(Object.fromEntries(body.ignored.map(({ reason, count }) => [reason, count]))).toEqual({
    invalid: 2,
    future: 1,
    too_old: 1,
  })
  const { position } = await positionOf(owner, driver)
  const unknown = { speed_mps: null, heading: null, battery_percent: null, accuracy_m: null }
  expect(position).toMatchObject({ recorded_at: secondsAgo(20), ...unknown })
  expect((await trailOf(owner, driver)).data).toHaveLength(2)
  const all = await trailOf(owner, driver, { hidden: 'true' })
  expect(all.data.map(({ hidden }) => hidden)).toEqual([null, 'null_island', 'jump', 'jump', 'inaccurate', null])
  for (const wrong of [{ lat: '1' }, { lat: null }, { driver_id: budi.driverId }, { charging: 'yes' }]) {
    expect(await send(driver, ping(1, wrong))).toMatchObject({ status: 400, code: 'validation_failed' })
  }
  expect(await send(driver)).toMatchObject({ status: 400 })
  // Smaller than what the database takes.
  const least = { speed_mps: 1e-300, heading: 5e-324, battery_percent: 1e-60, accuracy_m: 1e-46 }
  expect((await send(driver, ping(10, least))).body).toMatchObject({ accepted: 1, hidden: 0 })
  const huge = await app.inject({
    method: 'POST',
    url: '/v1/pings',
    headers: { authorization: `Bearer ${driver.token}`, 'content-type': 'application/json' },
    payload: `{"pings":"${'x'.repeat(10_000_000)}"}`,
  })
  expect(huge.statusCode).toBe(413)
})

test('a driver sees what is kept of them and nobody else, and the snapshot is of one workspace', async () => {
  const other = await makeMember()
  const theirs = await makeDriver(other.workspaceId)
  await send(theirs, ping(10))
  const driver = await makeDriver(owner.workspaceId)
  await send(driver, ping(10), ping(20))
  expect((await as(driver).call(api.getKeptPositions)).body).toEqual({
    keeps_days: 90,
    total: 2,
    days: [{ day: '2026-03-15', count: 2, first_at: secondsAgo(20), last_at: secondsAgo(10) }],
    shift_id: driver.shiftId,
    trackers: [],
  })
  const own = await as(driver).call(api.getOwnTrail, { query: { from: secondsAgo(3600), tolerance_m: 0 } as never })
  expect(own.body.data).toHaveLength(2)
  expect(await positionOf(owner, theirs)).toBeUndefined()
  expect(
    await as(owner).call(api.getTrail, { params: { id: theirs.driverId }, query: { from: secondsAgo(9) } as never }),
  ).toMatchObject({
    status: 404,
  })
  const asDriver = inWorkspace(deps.db, owner.workspaceId, async (trx) => {
    await sql`select set_config('karta.role', 'driver', true), set_config('karta.driver', ${driver.driverId}, true)`.execute(
      trx,
    )
    return trx.selectFrom('positions').select('driver_id').execute()
  })
  expect(new Set((await asDriver).map(({ driver_id }) => driver_id))).toEqual(new Set([driver.driverId]))
})

test('live maps hear of all who moved in one message, and those limited to depots of their own drivers', async () => {
  const { workspaceId } = await makeMember()
  const depotId = await rig(deps.db, workspaceId, async (trx) => {
    const { rows } = await sql<{ id: string }>`insert into depots (workspace_id, name, address, lat, lng)
      values (${workspaceId}, 'D', 'A', -6.2, 106.8) returning id`.execute(trx)
    return rows[0]!.id
  })
  const [near, free] = [await makeDriver(workspaceId, { depotId }), await makeDriver(workspaceId)]
  /** The newest position of each driver on a topic, once there are so many. */
  const hear = (topic: string, count: number) =>
    new Promise<Map<string, LivePosition>>((resolve) => {
      const heard = new Map<string, LivePosition>()
      const stop = deps.bus.subscribe(busTopicOf(roomOf({ topic, isPrivate: true })), (text) => {
        const { positions } = JSON.parse(readMessage(text).payload as string) as PositionsMessage
        for (const position of positions) heard.set(position.driver_id, position)
        if (heard.size < count) return
        stop()
        resolve(heard)
      })
    })
  const heard = Promise.all([
    hear(liveTopic.positions(workspaceId), 2),
    hear(liveTopic.positions(workspaceId, depotId), 1),
    hear(liveTopic.positions(workspaceId, 'none'), 1),
  ])
  await Promise.all([send(near, ping(5)), send(free, ping(5), ping(4, { lat: -6.2001 }))])
  const [all, ofDepot, ofNone] = await heard
  expect([...all.keys()].toSorted()).toEqual([near.driverId, free.driverId].toSorted())
  expect([...ofDepot.keys()]).toEqual([near.driverId])
  expect([...ofNone.keys()]).toEqual([free.driverId])
  expect(all.get(free.driverId)).toMatchObject({ lat: -6.2001, recorded_at: secondsAgo(4), source: 'app' })
})

test('near the next stop, an arrival is offered to the app and the live map, and a stay there is noted', async () => {
  const { workspaceId, ...member } = await makeMember()
  const viewer = { workspaceId, ...member }
  const driver = await makeDriver(workspaceId)
  const stopId = randomUUID()
  const routeId = await rig(deps.db, workspaceId, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      with plan as (insert into plans (workspace_id, day, driver_ids, time_limit_seconds, state)
        values (${workspaceId}, '2026-03-15', '{}', 1, 'dispatched') returning id)
      insert into routes (workspace_id, plan_id, position, driver_id, driver_name, starts_at, ends_at, distance_km,
          driving_seconds, waiting_seconds, service_seconds, duration_seconds, fuel_liters, load_kg, load_l)
        select ${workspaceId}, id, 0, ${driver.driverId}, 'N', ${secondsAgo(3600)}, ${secondsAgo(-3600)}, 0, 0, 0, 0, 0, 0, 0, 0
          from plan returning id`.execute(trx)
    await sql`insert into stops (id, workspace_id, route_id, position, sequence, kind, name, address, lat, lng, arrival_at,
        departure_at, waiting_seconds, service_seconds, distance_km, load_kg, load_l)
      values (${stopId}, ${workspaceId}, ${rows[0]!.id}, 1, 1, 'delivery', 'Sari', 'Jl. Sudirman 1', -6.2, 106.8,
        ${secondsAgo(-600)}, ${secondsAgo(-900)}, 0, 0, 0, 0, 0)`.execute(trx)
    return rows[0]!.id
  })
  const { body } = await send(driver, ping(600, { lat: -6.22 }), ping(400), ping(300), ping(200), ping(150))
  expect(body.near).toEqual({ stop_id: stopId, since: secondsAgo(400), left_at: null })
  expect(await positionOf(viewer, driver)).toMatchObject({
    route_id: routeId,
    stops_left: 1,
    stops_done: 0,
    next_stop: { id: stopId, name: 'Sari', location: { lat: -6.2, lng: 106.8 }, arrival_at: secondsAgo(-600) },
    position: { near: { stop_id: stopId }, standing_since: secondsAgo(400) },
  })
  await send(driver, ping(60, { lat: -6.21 }), ping(50, { lat: -6.211 }))
  const stays = await as(viewer).call(api.listStays, {
    params: { id: driver.driverId },
    query: { from: secondsAgo(3600) },
  })
  expect(stays.body.data).toEqual([
    expect.objectContaining({
      kind: 'stay',
      stop_id: stopId,
      route_id: routeId,
      from_at: secondsAgo(400),
      to_at: secondsAgo(150),
    }),
  ])
})

test('positions can be erased, and go with their workspace', async () => {
  const boss = await makeMember()
  const driver = await makeDriver(boss.workspaceId)
  await send(driver, ping(10), ping(20))
  expect((await as(boss).call(api.erasePositions, { params: { id: driver.driverId } })).body).toEqual({ erased: 2 })
  expect((await positionOf(boss, driver)).position).toBeNull()
  await send(driver, ping(5))
  const kept = () =>
    inWorkspace(deps.db, boss.workspaceId, (trx) => trx.selectFrom('positions').select('driver_id').execute())
  expect(await kept()).toHaveLength(1)
  await inWorkspace(deps.db, boss.workspaceId, (trx) => sql`select delete_workspace(${boss.userId})`.execute(trx))
  expect(await kept()).toEqual([])
})

test('each day has a table of its own, and what a workspace does not keep any more is forgotten', async () => {
  const short = await makeMember()
  const [long, brief] = [await makeDriver(owner.workspaceId), await makeDriver(short.workspaceId)]
  await rig(deps.db, short.workspaceId, (trx) =>
    sql`insert into road_settings (workspace_id, keep_positions_days) values (${short.workspaceId}, 2)`.execute(trx),
  )
  await send(long, ping(10))
  await send(brief, ping(10))
  const days = async () =>
    (
      await sql<{ name: string }>`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'position_days' and c.relkind = 'r' and c.relname <> 'other' order by 1`.execute(deps.db)
    ).rows.map(({ name }) => name)
  expect(await days()).toEqual([])
  await tidyPositions(deps)
  expect(await days()).toHaveLength(9)
  expect(await days()).toContain('day_20260315')
  expect((await trailOf(owner, long)).data).toHaveLength(1)
  await tidyPositions(deps)
  const march = now
  now = new Date('2026-03-19T00:00:00Z')
  await tidyPositions(deps)
  const count = async (who: Driving) => (await as(who).call(api.getKeptPositions)).body.total
  expect([await count(long), await count(brief)]).toEqual([1, 0])
  now = new Date('2026-07-01T00:00:00Z')
  await tidyPositions(deps)
  expect(await days()).not.toContain('day_20260315')
  expect([await count(long)]).toEqual([0])
  now = march
})

test('who could take a delivery is found, the nearest first, and nobody who is off shift', async () => {
  const dispatcher = await makeMember()
  const [near, far] = [await makeDriver(dispatcher.workspaceId), await makeDriver(dispatcher.workspaceId)]
  await makeMember({ workspaceId: dispatcher.workspaceId, role: 'driver' })
  await send(far, ping(20, { lat: -6.3 }))
  await send(near, ping(20, { lat: -6.21 }))
  const { body: wanted } = await as(dispatcher).call(createDelivery, {
    body: {
      delivery_address: 'Jl. Merdeka 1',
      scheduled_date: '2026-03-15',
      delivery_location: { lat: -6.2, lng: 106.8 },
      weight_kg: 5,
    },
  })
  const found = await as(dispatcher).call(listNearDrivers, { params: { id: wanted.id } })
  expect(found.body.location).toEqual({ lat: -6.2, lng: 106.8 })
  expect(found.body.data.map(({ driver_id }) => driver_id)).toEqual([near.driverId, far.driverId])
  expect(found.body.data[0]).toMatchObject({ distance_km: 1.11, doubts: [], is_suitable: true, free_kg: null })
  const elsewhere = await as(await makeMember()).call(listNearDrivers, { params: { id: wanted.id } })
  expect(elsewhere).toMatchObject({ status: 404, code: 'delivery_not_found' })
})
