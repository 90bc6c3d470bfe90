import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as api from '#domain/api/positions.ts'
import { rig } from '../../testing/rig.ts'
import { testApp } from '../../testing/test-app.ts'

const now = new Date('2026-03-15T02:00:00Z')
const { app, as, deps, makeMember } = await testApp((parts) => ({
  now: () => now,
  config: { ...parts.config, limits: { ...parts.config.limits, trackers: 30 } },
}))
const seconds = now.getTime() / 1000
const owner = await makeMember()
const { workspaceId } = owner

async function makeDriver() {
  return rig(deps.db, workspaceId, async (trx) => {
    const { rows } = await sql<{ id: string }>`insert into drivers (workspace_id, name)
      values (${workspaceId}, 'Budi') returning id`.execute(trx)
    await sql`insert into shifts (workspace_id, id, driver_id, started_at)
      values (${workspaceId}, ${randomUUID()}, ${rows[0]!.id}, ${new Date(now.getTime() - 3_600_000)})`.execute(trx)
    return rows[0]!.id
  })
}

const add = async (driverId: string, name = 'Phone') =>
  (await as(owner).call(api.createTracker, { params: { id: driverId }, body: { name } })).body
const positionOf = async (driverId: string) =>
  (await as(owner).call(api.listPositions)).body.data.find(({ driver_id }) => driver_id === driverId)?.position

test('a tracker’s token is shown once, with what to scan, and what it sends moves its driver', async () => {
  const driverId = await makeDriver()
  const { tracker, token, url, link, picture } = await add(driverId)
  expect(url).toMatch(/\/traccar$/)
  expect(link).toBe(`${url}?id=${token}&interval=10&distance=0`)
  expect(picture).toMatch(/^<svg/)
  const query = `id=${token}&timestamp=${seconds - 20}&lat=-6.2&lon=106.8&speed=10&bearing=45&accuracy=5&batt=88&charge=true`
  const reply = await app.inject({ method: 'GET', url: `/traccar?${query}` })
  expect([reply.statusCode, reply.json()]).toEqual([200, { accepted: 1, hidden: 0, ignored: [] }])
  expect(await positionOf(driverId)).toMatchObject({
    lat: -6.2,
    speed_mps: expect.closeTo(5.144, 2),
    heading: 45,
    battery_percent: 88,
    charging: true,
    source: 'tracker',
  })
  const listed = await as(owner).call(api.listTrackers, { params: { id: driverId } })
  expect(listed.body.data).toEqual([{ ...tracker, last_seen_at: now.toISOString() }])
  expect(JSON.stringify(listed.body)).not.toContain(token)
})

test('forms, JSON and wrong types are read, on both addresses, and late fixes do not move the marker back', async () => {
  const driverId = await makeDriver()
  const { token } = await add(driverId)
  const post = (url: string, type: string | undefined, payload: string) =>
    app.inject({ method: 'POST', url, payload, ...(type && { headers: { 'content-type': type } }) })
  const location = {
    timestamp: new Date(now.getTime() - 10_000).toISOString(),
    coords: { latitude: -6.21, longitude: 106.81, accuracy: 5, speed: 3, heading: 10 },
    battery: { level: 0.4, is_charging: false },
  }
  const replies = [
    await post('/v1/traccar', 'application/json', JSON.stringify({ location, device_id: token })),
    await post(
      '/traccar/',
      'application/x-www-form-urlencoded',
      `id=${token}&timestamp=${seconds - 300}&lat=-6.2&lon=106.8`,
    ),
    await post(`/traccar?id=${token.toUpperCase()}&timestamp=${seconds - 200}&lat=-6.2&lon=106.8`, undefined, ''),
    await post('/v1/traccar', 'text/html', `id=${token}&timestamp=${seconds - 100}&location=-6.2,106.8`),
  ]
  expect(replies.map((reply) => `${reply.statusCode} ${reply.json().accepted}`)).toEqual(Array(4).fill('200 1'))
  expect(await positionOf(driverId)).toMatchObject({ lat: -6.21, battery_percent: 40, speed_mps: 3 })
})

test('what should not be sent again is answered with 200: no place, no shift, doubled, another driver, revoked', async () => {
  const driverId = await makeDriver()
  const { token, tracker } = await add(driverId)
  const send = async (query: string) => {
    const reply = await app.inject({ method: 'POST', url: `/traccar?id=${token}&${query}` })
    return [reply.statusCode, reply.json()]
  }
  const ignored = (reason: string) => [200, { accepted: 0, hidden: 0, ignored: [{ reason, count: 1 }] }]
  expect(await send('lat=NaN&lon=x')).toEqual(ignored('invalid'))
  expect(await send('cell=510,10,1,2')).toEqual(ignored('invalid'))
  expect(await send(`lat=-6.2&lon=106.8&timestamp=${seconds - 7200}`)).toEqual(ignored('off_shift'))
  expect(await send(`lat=-6.2&lon=106.8&timestamp=${seconds - 60}`)).toMatchObject([200, { accepted: 1 }])
  expect(await send(`lat=-6.2&lon=106.8&timestamp=${seconds - 60}`)).toEqual(ignored('double'))
  expect(await send(`lat=-6.2&lon=106.8&driverUniqueId=${randomUUID()}`)).toEqual([
    200,
    { accepted: 0, ignored: 'other_driver' },
  ])
  expect((await as(owner).call(api.revokeTracker, { params: { id: tracker.id } })).body.revoked_at).toBe(
    now.toISOString(),
  )
  expect(await send('lat=-6.3&lon=106.8')).toEqual([200, { accepted: 0, ignored: 'revoked' }])
  expect(await positionOf(driverId)).toMatchObject({ lat: -6.2 })
})

test('an unknown identifier, a broken body and a huge one are refused', async () => {
  const status = async (url: string, payload = '') => (await app.inject({ method: 'POST', url, payload })).statusCode
  expect(await status('/traccar?id=abc&lat=1&lon=2')).toBe(401)
  expect(await status('/traccar?lat=1&lon=2')).toBe(401)
  expect(await status(`/traccar?id=${'a'.repeat(20)}&lat=1&lon=2`)).toBe(401)
  expect(await status('/traccar', '{"location":')).toBe(400)
  expect(await status('/traccar', 'x'.repeat(10_000_000))).toBe(413)
})

test('each token has a limit of its own', async () => {
  const [one, other] = [await add(await makeDriver()), await add(await makeDriver())]
  const send = async (token: string) => (await app.inject(`/traccar?id=${token}&lat=-6.2&lon=106.8`)).statusCode
  const codes = []
  for (let i = 0; i < 32; i++) codes.push(await send(one.token))
  expect(codes.filter((code) => code === 429)).toHaveLength(2)
  expect(await send(other.token)).toBe(200)
})

test('trackers are of one workspace, an active driver has at most 20, and their coming and going is in the log', async () => {
  const driverId = await makeDriver()
  const { tracker } = await add(driverId)
  const stranger = await makeMember()
  expect(await as(stranger).call(api.revokeTracker, { params: { id: tracker.id } })).toMatchObject({ status: 404 })
  expect(await as(stranger).call(api.listTrackers, { params: { id: driverId } })).toMatchObject({ status: 404 })
  for (let i = 1; i < 20; i++) await add(driverId)
  const more = await as(owner).call(api.createTracker, { params: { id: driverId }, body: { name: 'One too many' } })
  expect(more).toMatchObject({ status: 409, code: 'too_many_trackers' })
  await as(owner).call(api.revokeTracker, { params: { id: tracker.id } })
  const events = await rig(deps.db, workspaceId, (trx) =>
    trx.selectFrom('events').select('type').where('subject_id', '=', tracker.id).orderBy('at').execute(),
  )
  expect(events.map(({ type }) => type).toSorted()).toEqual(['tracker.created', 'tracker.revoked'])
})
