import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordPings } from '#domain/api/positions.ts'
import * as api from '#domain/api/replay.ts'
import { changeWorkspace } from '#domain/api/workspace.ts'
import { fromColumns } from '#domain/replay/columns.ts'
import { dayAfter, instantOf } from '#domain/time.ts'
import { setTier } from '../../testing/optimizing.ts'
import { day } from '../../testing/planning-day.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { rig } from '../../testing/rig.ts'
import { testApp } from '../../testing/test-app.ts'

const zone = 'Asia/Jakarta'
let now = instantOf(day, '10:00', zone)
const app = await testApp(() => ({ now: () => now }))
const { as, deps } = app
const at = (time: string) => instantOf(day, time, zone).toISOString()

/** A driver on the road from 09:00 on, with a fix every 10 seconds for a quarter of an hour. */
async function driven({ endsAt = null as string | null } = {}) {
  now = instantOf(day, '08:00', zone)
  const road = await dispatchedDay(app, { stops: 2 })
  const { workspaceId } = road.owner
  const begun = Date.parse(at('09:00'))
  await rig(deps.db, workspaceId, (trx) =>
    sql`insert into shifts (workspace_id, id, driver_id, started_at, ended_at)
      values (${workspaceId}, ${randomUUID()}, ${road.record.id}, ${at('09:00')}, ${endsAt})`.execute(trx),
  )
  now = instantOf(day, '10:00', zone)
  const pings = Array.from({ length: 90 }, (_, index) => ({
    recorded_at: new Date(begun + index * 10_000).toISOString(),
    lat: -6.157 - index * 0.0003,
    lng: 106.846 + index * 0.0002,
    speed_mps: 5,
  }))
  await as(road.driver).call(recordPings, { body: { pings } as never })
  return { ...road, begun }
}

test('a day is played with its drivers, stops, positions and what was known when', async () => {
  const { owner, driver, record, stops, begun } = await driven()
  await rig(deps.db, owner.workspaceId, async (trx) => {
    const said = (stop: string, time: string, expected: string) =>
      sql`
      insert into eta_history (workspace_id, stop_id, said_at, route_id, driver_id, basis, p10_at, p50_at, p90_at)
      values (${owner.workspaceId}, ${stop}, ${at(time)}, ${stop}, ${record.id}, 'plan', ${at(expected)}, ${at(expected)},
        ${at(expected)})`.execute(trx)
    await said(stops[0]!.id, '09:01', '09:10')
    await said(stops[0]!.id, '09:05', '09:14')
    await sql`insert into stop_progress (workspace_id, stop_id, delivery_id, driver_id, arrived_at, done_at)
      values (${owner.workspaceId}, ${stops[0]!.id}, ${stops[0]!.delivery_id}, ${record.id}, ${at('09:12')},
        ${at('09:20')})`.execute(trx)
  })
  const { call } = as(owner)
  const { body } = await call(api.getReplay, { query: { day } })
  expect(body).toMatchObject({
    from: at('00:00'),
    to: at('10:00'),
    is_over: false,
    positions: 'kept',
    facts: 'kept',
    drivers: [{ id: record.id, name: 'Budi', active: true, shifts: [{ started_at: at('09:00'), ended_at: null }] }],
  })
  expect(body.stops).toHaveLength(2)
  expect(body.stops[0]).toMatchObject({ arrived_at: at('09:12'), done_at: at('09:20'), outcome: 'done' })
  expect(body.stops[1]).toMatchObject({ arrived_at: null, outcome: null, driver_id: record.id })

  const fixes = []
  let cursor: string | undefined
  do {
    const page = (
      await call(api.listReplayPositions, { query: { day, limit: 100, ...(cursor && { cursor }) } as never })
    ).body
    fixes.push(...page.data.flatMap(fromColumns))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(fixes).toHaveLength(90)
  expect(fixes[1]).toEqual({ at: begun + 10_000, lat: -6.1573, lng: 106.8462 })

  const etas = (await call(api.listReplayEtas, { query: { day, driver_id: record.id } })).body
  expect(etas.data.map(({ p50_at }) => p50_at)).toEqual([at('09:10'), at('09:14')])

  expect(await as(driver).call(api.getReplay, { query: { day } })).toMatchObject({ code: 'not_allowed' })
  const other = await app.makeMember()
  expect((await as(other).call(api.getReplay, { query: { day } })).body).toMatchObject({
    drivers: [],
    positions: 'none',
  })
  expect((await as(other).call(api.listReplayPositions, { query: { day } })).body.data).toEqual([])
  expect(await as(other).call(api.listReplayEtas, { query: { day, driver_id: record.id } })).toMatchObject({
    code: 'driver_not_found',
  })
  await setTier(deps.db, owner.workspaceId, 'free')
  expect(await call(api.getReplay, { query: { day } })).toMatchObject({ code: 'not_in_tier' })
})

test('a decision says who took it and when', async () => {
  const { owner, lock } = await driven()
  await lock((await as(owner).call(api.getReplay, { query: { day } })).body.stops[0]!.id)
  const data = []
  let cursor: string | undefined
  do {
    const query = { day, limit: 1, ...(cursor && { cursor }) } as never
    const page = (await as(owner).call(api.listReplayFacts, { query })).body
    data.push(...page.data)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(data.find(({ is_decision }) => is_decision)).toMatchObject({
    type: 'plan.changed',
    detail: expect.stringMatching(/^by /),
    at: at('10:00'),
  })
})

test('a shift that nobody ended is not in the days after', async () => {
  const { owner } = await driven()
  now = instantOf(dayAfter(day, 5), '12:00', zone)
  const drivers = async (of: string) => (await as(owner).call(api.getReplay, { query: { day: of } })).body.drivers
  expect(await drivers(dayAfter(day))).toHaveLength(1)
  expect(await drivers(dayAfter(day, 2))).toEqual([])
})

test('a shift that passes midnight belongs to the day on which it began, and old positions are said to be gone', async () => {
  const { owner } = await driven({ endsAt: instantOf(day, '26:30', zone).toISOString() })
  const { call } = as(owner)
  now = instantOf(dayAfter(day, 5), '12:00', zone)
  const { body } = await call(api.getReplay, { query: { day } })
  expect(body).toMatchObject({ is_over: true, to: instantOf(day, '26:30', zone).toISOString() })
  now = instantOf(dayAfter(day, 60), '12:00', zone)
  expect((await call(api.getReplay, { query: { day } })).body).toMatchObject({ positions: 'kept', facts: 'deleted' })
  now = instantOf(dayAfter(day, 90), '12:00', zone)
  expect((await call(api.getReplay, { query: { day } })).body).toMatchObject({ positions: 'partly' })
  now = instantOf(dayAfter(day, 100), '12:00', zone)
  expect((await call(api.getReplay, { query: { day } })).body).toMatchObject({ positions: 'deleted' })
})

test('a day ahead, a day that is none and a cursor of another list are refused; days have 23 or 25 hours', async () => {
  const owner = await app.makeMember()
  const { call } = as(owner)
  now = instantOf('2026-11-10', '12:00', zone)
  expect(await call(api.getReplay, { query: { day: '2026-11-12' } })).toMatchObject({ status: 409, code: 'day_ahead' })
  expect((await call(api.getReplay, { query: { day: '2026-02-30' } })).status).toBe(400)
  expect((await call(api.getReplay, { query: {} as never })).status).toBe(400)
  expect(await call(api.listReplayFacts, { query: { day: '2026-11-01', cursor: 'x' } })).toMatchObject({
    code: 'bad_cursor',
  })
  await call(changeWorkspace, { body: { time_zone: 'America/New_York' } })
  const hours = async (which: string) => {
    const { from, to } = (await call(api.getReplay, { query: { day: which } })).body
    return (Date.parse(to) - Date.parse(from)) / 3_600_000
  }
  expect([await hours('2026-03-08'), await hours('2026-11-01'), await hours('2026-11-02')]).toEqual([23, 25, 24])
})
