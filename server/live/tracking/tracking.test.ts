import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeDelivery, eraseDelivery } from '#domain/api/deliveries.ts'
import { recordPings } from '#domain/api/positions.ts'
import { setStatus } from '#domain/api/statuses.ts'
import * as api from '#domain/api/tracking.ts'
import { liveTopic } from '#domain/live.ts'
import { estimateDue } from '../../features/etas/tasks.ts'
import { authClients } from '../../testing/auth-client.ts'
import { forged } from '../../testing/forged.ts'
import { clockFrom } from '../../testing/planning-day.ts'
import { openRaw } from '../../testing/realtime-socket.ts'
import { rig } from '../../testing/rig.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { testApp } from '../../testing/test-app.ts'

/* What whoever has the link to a tracking page hears, over a real socket. */
const testing = await testApp((deps) => ({ now: clockFrom('10:00', deps.now) }))
const { as, deps } = testing
const { url } = await authClients(testing)

async function followedDay() {
  const day = await dispatchedDay(testing, { stops: 3 })
  const { call } = as(day.owner)
  const ids = day.stops.map(({ delivery_id }) => delivery_id)
  const tokenOf = async (id: string) => (await call(api.getTrackingLink, { params: { id } })).body.url.split('/t/')[1]!
  return { ...day, call, ids, tokenOf }
}

/** Karta looks once a second. */
const patience = { timeout: 10_000 }

const open = () => openRaw(url, `vsn=2.0.0&apikey=${deps.keys.publishableKey}`)

/** Joins a topic with a token, and keeps what the server says there. */
async function listen(topic: string, token: string) {
  const socket = await open()
  const join = { config: { private: true }, access_token: token }
  const { status } = await socket.ask(`realtime:${topic}`, 'phx_join', join)
  const heard = (event: string) =>
    socket.frames.flatMap(({ event: kind, payload }) =>
      kind === 'broadcast' && payload.event === event ? [payload.payload] : [],
    )
  return { ...socket, status: status as string, heard }
}

const follow = (id: string, token: string) => listen(liveTopic.tracking(id), token)

/** The driver sets out for the first stop, in a shift. */
async function leave({ owner, driver, record, stops }: Awaited<ReturnType<typeof followedDay>>) {
  await rig(deps.db, owner.workspaceId, async (trx) => {
    const [workspace_id, now] = [owner.workspaceId, deps.now()]
    await sql`insert into stop_progress (workspace_id, stop_id, driver_id, departed_at)
      values (${workspace_id}, ${stops[0]!.id}, ${record.id}, ${now})`.execute(trx)
    await sql`insert into shifts (workspace_id, id, driver_id, started_at)
      values (${workspace_id}, new_id(), ${record.id}, ${now})`.execute(trx)
  })
  return async (lat: number) => {
    const fix = { recorded_at: deps.now().toISOString(), lat, lng: 106.84 }
    await as(driver).call(recordPings, { body: { pings: [fix] } })
  }
}

test('a recipient hears how far the driver is, and where the van is once it may be seen', async () => {
  const day = await followedDay()
  const [first, second] = day.ids
  const [next, later] = [
    await follow(first!, await day.tokenOf(first!)),
    await follow(second!, await day.tokenOf(second!)),
  ]
  expect([next.status, later.status]).toEqual(['ok', 'ok'])
  await expect.poll(() => next.heard('progress').at(-1), patience).toMatchObject({ step: 'expected', van: null })
  expect(next.heard('start')).toEqual([{ version: next.heard('progress')[0].version }])

  const drive = await leave(day)
  await drive(-6.16)
  await day.call(setStatus, { params: { id: first! }, body: { status: 'in_transit' } })
  const van = { lat: -6.16, lng: 106.84 }
  await expect.poll(() => next.heard('progress').at(-1), patience).toMatchObject({ step: 'next', stops_before: 0, van })
  await expect
    .poll(() => later.heard('progress').at(-1))
    .toMatchObject({ step: 'on_the_way', stops_before: 1, van: null })
  await estimateDue(deps)
  await expect.poll(() => later.heard('progress').at(-1)?.arrival, patience).toMatchObject({ probability: 0.8 })
  const before = later.frames.length
  await drive(-6.161)
  await expect.poll(() => next.heard('progress').at(-1), patience).toMatchObject({ van: { lat: -6.161 } })
  expect(later.frames).toHaveLength(before)

  await day.call(api.changeTrackingSettings, { body: { show_van: 'off' } })
  await expect.poll(() => next.heard('progress').at(-1), patience).toMatchObject({ step: 'next', van: null })
  await drive(-6.162)
  await day.call(setStatus, { params: { id: first! }, body: { status: 'delivered' } })
  await expect.poll(() => later.heard('progress').at(-1), patience).toMatchObject({ step: 'next', stops_before: 0 })
  expect(next.heard('changed')).toHaveLength(2)
  expect(later.heard('changed')).toEqual([])
  expect(next.heard('progress').at(-1)).toMatchObject({ van: null })
})

test('a token opens its own delivery’s channel alone, to listen, and nothing once it is withdrawn', async () => {
  const [day, other] = [await followedDay(), await followedDay()]
  const [id, second] = day.ids
  const token = await day.tokenOf(id!)
  const elsewhere = await other.tokenOf(other.ids[0]!)
  for (const [topic, shown] of [
    [liveTopic.tracking(second!), token],
    [liveTopic.tracking(id!), elsewhere],
    [liveTopic.tracking(id!), forged(token)],
    [liveTopic.tracking(id!), `${token}x`],
    [liveTopic.tracking(id!), day.owner.token],
    [liveTopic.workspace(day.owner.workspaceId), token],
    [liveTopic.positions(day.owner.workspaceId), token],
    [liveTopic.driver(day.record.id), token],
  ])
    expect((await listen(topic!, shown!)).status, `${topic} ${shown}`).toBe('error')
  await expect(openRaw(url, `vsn=2.0.0&apikey=${token}`)).rejects.toThrow(/401/)

  const [one, two, guest] = [
    await follow(id!, token),
    await follow(id!, token),
    await follow(second!, await day.tokenOf(second!)),
  ]
  await expect.poll(() => two.heard('start'), patience).toHaveLength(1)
  one.push(`realtime:${liveTopic.tracking(id!)}`, 'broadcast', { type: 'broadcast', event: 'changed', payload: {} })
  await day.call(changeDelivery, { params: { id: id! }, body: { notes: 'Ring' } })
  await expect.poll(() => two.heard('changed'), patience).toHaveLength(1)
  await day.call(api.renewTrackingLink, { params: { id: id! } })
  expect((await one.next('phx_close')).topic).toContain(id)
  expect((await follow(id!, token)).status).toBe('error')
  const renewed = await follow(id!, await day.tokenOf(id!))
  expect(renewed.status).toBe('ok')
  await day.call(setStatus, { params: { id: id! }, body: { status: 'delivered' } })
  await day.call(eraseDelivery, { params: { id: id! } })
  await renewed.next('phx_close')
  expect(guest.frames.some(({ event }) => event === 'phx_close')).toBe(false)
})
