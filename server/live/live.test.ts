import { randomUUID } from 'node:crypto'
import { createClient, type RealtimeChannel } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { changeInBulk } from '#domain/api/bulk.ts'
import { changeDelivery, createDelivery, importDeliveries } from '#domain/api/deliveries.ts'
import { createClient as addClient } from '#domain/api/clients.ts'
import { createDriver, listDrivers } from '#domain/api/drivers.ts'
import { createAddress } from '#domain/api/addresses.ts'
import { changeMember, removeMember, suspendMember } from '#domain/api/members.ts'
import { createPlan } from '#domain/api/plans.ts'
import { changeWorkspace, loadSampleData } from '#domain/api/workspace.ts'
import { deleteWorkspace } from '#domain/api/workspaces.ts'
import { liveTopic } from '#domain/live.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { inAuthScope, inWorkspace, openPool } from '../db/connect.ts'
import { appendEvents } from '../events/append.ts'
import { progressTopic } from '../events/progress.ts'
import { asKarta, setTier } from '../features/tiers/commands.ts'
import { authClients } from '../testing/auth-client.ts'
import { rig } from '../testing/rig.ts'
import { testApp, type TestMember } from '../testing/test-app.ts'
import { catalogueOf } from '../db/api/read-catalogue.ts'
import { publishedTables } from './changes/published.ts'
import { openLane } from './lane.ts'
import { readEndedSessions } from './sessions.ts'

/* What people hear on live channels, through the official client and a real socket. */
const testing = await testApp()
const { as, deps, makeMember } = testing
const { url } = await authClients(testing)

const clients: { realtime: { disconnect(): unknown } }[] = []
afterAll(() => Promise.all(clients.map((client) => client.realtime.disconnect())))

async function clientOf(member: TestMember, params: Record<string, string> = {}) {
  const client = createClient(url, deps.keys.publishableKey, {
    auth: { persistSession: false },
    accessToken: async () => member.token,
    realtime: { params },
  })
  clients.push(client)
  await client.realtime.setAuth()
  return client
}

/** Subscribes, and resolves to the first status with its error. */
const subscribed = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) =>
    channel.subscribe((status, error) => resolve(error ? `${status} ${error.message}` : status)),
  )

type Heard = { event: string; payload: Record<string, any> }

/** Joins a private channel, and keeps what the server says on it. */
async function listen(member: TestMember, topic: string) {
  const client = await clientOf(member)
  const channel = client.channel(topic, { config: { private: true } })
  const heard: Heard[] = []
  const system: string[] = []
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => heard.push({ event, payload }))
  channel.on('system', {}, ({ message }) => system.push(message))
  expect(await subscribed(channel)).toBe('SUBSCRIBED')
  await expect.poll(() => heard[0]?.event).toBe('start')
  return { client, channel, heard, system }
}

const newDelivery = { delivery_address: 'Jl. Sudirman 1', scheduled_date: '2027-03-01', recipient_name: 'Ani' }

async function makeDelivery(member: TestMember, body: object = {}) {
  const reply = await as(member).call(createDelivery, { body: { ...newDelivery, ...body } })
  expect(reply.status).toBe(201)
  return reply.body
}

test('whoever belongs to a workspace hears each of its events once and in order, and nobody else hears any', async () => {
  const [one, elsewhere] = [await makeMember(), await makeMember()]
  const other = await makeMember({ workspaceId: one.workspaceId, role: 'viewer' })
  const mine = await listen(other, liveTopic.workspace(one.workspaceId))
  const theirs = await listen(elsewhere, liveTopic.workspace(elsewhere.workspaceId))

  const { id } = await makeDelivery(one)
  await as(one).call(changeDelivery, { params: { id }, body: { recipient_name: 'Budi' } })
  await as(one).call(changeInBulk, { body: { ids: [id], change: { deleted: true } } })
  await expect.poll(() => mine.heard.length).toBe(4)
  expect(mine.heard.map(({ event, payload }) => [event, payload.event?.type])).toEqual([
    ['start', undefined],
    ['event', 'delivery.created'],
    ['event', 'delivery.updated'],
    ['event', 'delivery.deleted'],
  ])
  expect(mine.heard[2]!.payload.event.data).toMatchObject({ id, recipient_name: 'Budi' })
  // Each message begins where the one before it ended.
  mine.heard.slice(1).forEach(({ payload }, index) => expect(payload.after).toBe(mine.heard[index]!.payload.cursor))

  deps.bus.publish(progressTopic(one.workspaceId), '{"plan_id":"p"}')
  await expect.poll(() => mine.heard[4]).toEqual({ event: 'progress', payload: { plan_id: 'p' } })

  await makeDelivery(elsewhere)
  await expect.poll(() => theirs.heard.length).toBe(2)
  expect(mine.heard.length).toBe(5)
})

/** Follows rows, and keeps the changes and what the server says about the subscription. */
async function follow(member: TestMember, bindings: object[], params: Record<string, string> = {}) {
  const client = await clientOf(member, params)
  const channel = client.channel('rows')
  const heard: { binding: number; change: any }[] = []
  const system: { status: string; message: string }[] = []
  bindings.forEach((binding, index) =>
    channel.on('postgres_changes', { event: '*', schema: 'public', ...binding } as never, (change: unknown) => {
      heard.push({ binding: index, change })
    }),
  )
  channel.on('system', {}, ({ status, message }) => system.push({ status, message }))
  expect(await subscribed(channel)).toBe('SUBSCRIBED')
  await expect.poll(() => system.length).toBe(1)
  return { channel, heard, system: system[0]! }
}

test('rows are followed by table, event and filter, in the columns and words of the client', async () => {
  const [one, elsewhere] = [await makeMember(), await makeMember()]
  const rows = await follow(one, [
    { table: 'deliveries' },
    { table: 'deliveries', event: 'INSERT', filter: 'recipient_name=like.A%,number=gte.1,driver_id=is.null' },
    { table: 'deliveries', event: 'UPDATE', filter: 'priority=in.(1,3)', select: ['id', 'priority'] },
    { schema: '*', event: 'DELETE' },
    { table: 'drivers' },
  ])
  expect(rows.system).toEqual({ status: 'ok', message: 'Subscribed to PostgreSQL' })
  const nothing = await follow(elsewhere, [{ schema: '*' }])

  const { id } = await makeDelivery(one, { skills: ['cold'], weight_kg: 2.5 })
  await as(one).call(changeDelivery, { params: { id }, body: { priority: 1 } })
  await as(one).call(changeInBulk, { body: { ids: [id], change: { deleted: true } } })
  await expect.poll(() => rows.heard.length).toBe(6)

  expect(rows.heard.map(({ binding, change }) => [binding, change.eventType, change.table])).toEqual([
    [0, 'INSERT', 'deliveries'],
    [1, 'INSERT', 'deliveries'],
    [0, 'UPDATE', 'deliveries'],
    [2, 'UPDATE', 'deliveries'],
    [0, 'DELETE', 'deliveries'],
    [3, 'DELETE', 'deliveries'],
  ])
  const [inserted, , updated, chosen, deleted] = rows.heard.map(({ change }) => change)
  expect(inserted).toMatchObject({ schema: 'public', errors: null, old: {} })
  expect(inserted.new).toMatchObject({ id, skills: ['cold'], weight_kg: 2.5, scheduled_date: '2027-03-01' })
  expect(inserted.new).not.toHaveProperty('workspace_id')
  expect(new Date(inserted.commit_timestamp).toISOString()).toBe(inserted.commit_timestamp)
  expect(updated).toMatchObject({ new: { id, priority: 1 }, old: { id } })
  expect(updated.old).toEqual({ id })
  expect(chosen.new).toEqual({ id, priority: 1 })
  expect(deleted).toMatchObject({ new: {}, old: { id } })
  expect(nothing.heard).toEqual([])
})

test('rows of every kind are followed, each in the columns of its view', async () => {
  const member = await makeMember()
  const by = { workspaceId: member.workspaceId, userId: member.userId, name: 'Ani' }
  const rows = await follow(member, [{ schema: '*' }])
  const { day } = (await as(member).call(loadSampleData)).body
  await as(member).call(createAddress, { body: { address: 'Jl. Sudirman 1', location: { lat: -6.2, lng: 106.8 } } })
  await as(member).call(addClient, { body: { name: 'Toko Satu' } })
  await as(member).call(changeWorkspace, { body: { name: 'Ani Deliveries' } })
  const drivers = (await as(member).call(listDrivers)).body.data
  const driver_ids = drivers.map(({ id }) => id)
  await as(member).call(createPlan, { body: { day, driver_ids } })
  await rig(deps.db, member.workspaceId, async (trx) => {
    const { rows: routes } = await sql<{ id: string }>`with route as (
        insert into routes (workspace_id, plan_id, position, driver_id, driver_name, starts_at, ends_at, distance_km,
          driving_seconds, waiting_seconds, service_seconds, duration_seconds, fuel_liters, load_kg, load_l)
        select ${member.workspaceId}, id, 0, ${driver_ids[0]}, 'Budi', now(), now(), 0, 0, 0, 0, 0, 0, 0, 0 from plans returning id)
      insert into stops (workspace_id, route_id, position, kind, name, address, lat, lng, arrival_at, departure_at,
          waiting_seconds, service_seconds, distance_km, load_kg, load_l)
        select ${member.workspaceId}, id, 0, 'start', 'Depot', 'A', 0, 0, now(), now(), 0, 0, 0, 0, 0 from route
        returning route_id as id`.execute(trx)
    const { id } = routes[0]!
    const data = { id, driver_id: driver_ids[0], driver_name: 'Budi', starts_at: deps.now().toISOString() }
    await appendEvents(trx, by, [{ type: 'route.created', id, data: data as never }], deps.now())
  })
  const { userId: id } = await makeMember({ workspaceId: member.workspaceId })
  await as(member).call(changeMember, { params: { id }, body: { role: 'viewer' } })

  await expect.poll(() => rows.heard.at(-1)?.change.table).toBe('members')
  const seen = new Map(rows.heard.map(({ change }) => [change.table, change]))
  expect([...seen.keys()].toSorted()).toEqual(publishedTables.filter((name) => name !== 'integrations').toSorted())
  const { relations } = await catalogueOf(deps.db)
  for (const [table, change] of seen) {
    expect(Object.keys(change.new).toSorted(), table).toEqual([...relations.get(table)!.columns.keys()].toSorted())
  }
})

test('a subscription that cannot be is answered with the reason', async () => {
  const member = await makeMember()
  for (const [binding, why] of [
    [{ table: 'auth.users' }, 'unknown table auth.users'],
    [{ table: 'quotas' }, 'whose changes are not published'],
    [{ schema: 'auth', table: 'users' }, 'unknown schema auth'],
    [{ table: 'deliveries', filter: 'workspace_id=eq.1' }, 'deliveries has no column workspace_id'],
    [{ table: 'deliveries', filter: 'id=eq.1' }, 'invalid input syntax for type uuid'],
    [{ table: 'deliveries', filter: 'notes=match."("' }, 'invalid regular expression'],
    [{ table: 'deliveries', filter: "notes=eq.'; drop table deliveries--" }, undefined],
    [{ table: 'deliveries', filter: 'number=like.1%' }, undefined],
    [{ table: 'deliveries', filter: 'number=is.true' }, 'only is.null is possible'],
    [{ table: 'deliveries', filter: 'nonsense' }, 'cannot read the filter'],
    [{ filter: 'id=eq.1' }, 'need a table'],
    [{ table: 'deliveries', select: ['secret'] }, 'deliveries has no column secret'],
  ] as const) {
    const { system } = await follow(member, [binding])
    if (why) expect(system).toEqual({ status: 'error', message: expect.stringContaining(why) })
    else expect(system.status).toBe('ok')
  }
})

test('a filter that fails on some rows ends, and holds up nobody else', async () => {
  const member = await makeMember()
  // A pattern may not end with a backslash, which PostgreSQL only notices when it gets there.
  const failing = await follow(member, [{ table: 'deliveries', filter: 'recipient_name=like."Ani\\\\"' }])
  const sound = await follow(member, [
    { table: 'deliveries', filter: 'recipient_name=like.A%' },
    { table: 'deliveries' },
  ])
  const told: string[] = []
  failing.channel.on('system', {}, ({ message }) => told.push(message))
  expect(failing.system.status).toBe('ok')
  await makeDelivery(member, { recipient_name: 'Anita' })
  await expect.poll(() => sound.heard.map(({ binding }) => binding)).toEqual([0, 1])
  await expect.poll(() => told).toEqual([expect.stringContaining('a filter takes too long, or fails on some rows')])
  expect(failing.heard).toEqual([])
})

test('a room keeps what was said, for whoever comes later and asks for it', async () => {
  const [one, viewer] = [await makeMember(), await makeMember()]
  const other = await makeMember({ workspaceId: one.workspaceId, role: 'viewer' })
  const topic = liveTopic.room(one.workspaceId, 'shift')
  const config = { private: true, broadcast: { ack: true } }
  const room = (await clientOf(one)).channel(topic, { config })
  expect(await subscribed(room)).toBe('SUBSCRIBED')
  for (let n = 1; n <= 30; n++) await room.send({ type: 'broadcast', event: 'note', payload: { n } })
  await room.httpSend('note', { n: 31 }, { persist: true })

  const replayed = async (member: TestMember, replay: object) => {
    const channel = (await clientOf(member)).channel(topic, {
      config: { private: true, broadcast: { replay } as never },
    })
    const heard: { n: number; replayed: unknown; id: unknown }[] = []
    channel.on('broadcast', { event: 'note' }, ({ payload, meta }) =>
      heard.push({ n: payload.n, replayed: meta?.replayed, id: typeof meta?.id }),
    )
    return { status: await subscribed(channel), heard, channel }
  }
  const later = await replayed(other, { since: Date.now() - 60_000, limit: 3 })
  expect(later.status).toBe('SUBSCRIBED')
  await expect.poll(() => later.heard.length).toBe(3)
  expect(later.heard).toEqual([29, 30, 31].map((n) => ({ n, replayed: true, id: 'string' })))
  const all = await replayed(other, { since: 1 })
  await expect.poll(() => all.heard.length).toBe(25)
  expect(all.heard[0]!.n).toBe(7)

  expect((await replayed(other, { since: 'yesterday' })).status).toContain('UnableToReplayMessages: Replay params')
  expect((await replayed(viewer, { since: 1 })).status).toContain('Unauthorized: You do not have permissions to read')
  // A viewer listens. What it sends is ignored, without an answer.
  expect(await later.channel.send({ type: 'broadcast', event: 'note', payload: { n: 32 } })).toBe('ok')
  await room.send({ type: 'broadcast', event: 'note', payload: { n: 33 } })
  await expect.poll(() => later.heard.at(-1)?.n).toBe(33)
  expect(later.heard.map(({ n }) => n)).not.toContain(32)
})

/** A driver with an account, on a route of a plan that is dispatched, with one delivery. */
async function makeDriver(owner: TestMember, name: string) {
  const { workspaceId } = owner
  const member = await makeMember({ workspaceId, role: 'driver' })
  const driver = await as(owner).call(createDriver, { body: { name, user_id: member.userId } })
  const delivery = await makeDelivery(owner)
  await rig(deps.db, workspaceId, async (trx) => {
    await sql`with plan as (insert into plans (workspace_id, day, driver_ids, time_limit_seconds, state)
        values (${workspaceId}, '2027-03-01', '{}', 1, 'dispatched') returning id),
      route as (insert into routes (workspace_id, plan_id, position, driver_id, driver_name, starts_at, ends_at, distance_km,
        driving_seconds, waiting_seconds, service_seconds, duration_seconds, fuel_liters, load_kg, load_l)
        select ${workspaceId}, id, 0, ${driver.body.id}, ${name}, now(), now(), 0, 0, 0, 0, 0, 0, 0, 0 from plan returning id)
      update deliveries set route_id = route.id, driver_id = ${driver.body.id} from route where deliveries.id = ${delivery.id}`.execute(
      trx,
    )
  })
  return { member, driverId: driver.body.id, delivery }
}

/** Says in the log that a delivery changed. */
const touch = (by: TestMember, data: Delivery) =>
  inWorkspace(deps.db, by.workspaceId, (trx) =>
    appendEvents(
      trx,
      { workspaceId: by.workspaceId, userId: by.userId, name: 'Ani' },
      [{ type: 'delivery.updated', id: data.id, data }],
      deps.now(),
    ),
  )

test('those who have a record open see each other, as the server says who they are', async () => {
  const owner = await makeMember()
  const colleague = await makeMember({ workspaceId: owner.workspaceId, role: 'viewer' })
  const { id } = await makeDelivery(owner)
  const topic = liveTopic.roomOf(owner.workspaceId, { kind: 'delivery', id })
  const enter = async (member: TestMember) => {
    const channel = (await clientOf(member)).channel(topic, {
      config: { private: true, presence: { key: member.userId } },
    })
    channel.on('presence', { event: 'sync' }, () => {})
    expect(await subscribed(channel)).toBe('SUBSCRIBED')
    // Whatever they say of themselves.
    await channel.track({ who: { id: owner.userId, name: 'The Owner' } })
    return channel
  }
  const [mine, theirs] = [await enter(owner), await enter(colleague)]
  const as = ({ userId, email }: TestMember) => ({ [userId]: [{ who: { id: userId, name: email } }] })
  await expect.poll(() => mine.presenceState()).toMatchObject({ ...as(owner), ...as(colleague) })
  await theirs.unsubscribe()
  await expect.poll(() => Object.keys(mine.presenceState())).toEqual([owner.userId])
})

test('nobody joins the room of a record that they do not see', async () => {
  const owner = await makeMember()
  const { id } = await makeDelivery(owner)
  const driver = await makeMember({ workspaceId: owner.workspaceId, role: 'driver' })
  const stranger = await makeMember()
  const limited = await makeMember({ workspaceId: owner.workspaceId, role: 'dispatcher' })
  await rig(deps.db, owner.workspaceId, (trx) =>
    trx
      .updateTable('members')
      .set({ depot_ids: [randomUUID()] })
      .where('user_id', '=', limited.userId)
      .execute(),
  )
  const join = async (member: TestMember, workspaceId: string, record: { kind: 'delivery' | 'plan'; id: string }) =>
    subscribed((await clientOf(member)).channel(liveTopic.roomOf(workspaceId, record), { config: { private: true } }))
  const delivery = { kind: 'delivery', id } as const
  for (const refused of [
    await join(driver, owner.workspaceId, delivery),
    await join(limited, owner.workspaceId, delivery),
    await join(stranger, owner.workspaceId, delivery),
    await join(stranger, stranger.workspaceId, delivery),
    await join(owner, owner.workspaceId, { kind: 'plan', id }),
  ]) {
    expect(refused).toMatch(/^CHANNEL_ERROR .*You do not have permissions/)
  }
})

test('a driver hears what concerns their own route, sees its rows, and nothing of another driver', async () => {
  const owner = await makeMember()
  const [budi, sari] = [await makeDriver(owner, 'Budi'), await makeDriver(owner, 'Sari')]
  const heard = (await listen(budi.member, liveTopic.driver(budi.driverId))).heard
  const watched = (await listen(owner, liveTopic.driver(sari.driverId))).heard
  const rows = await follow(budi.member, [{ schema: '*' }, { table: 'plans' }])
  const client = await clientOf(budi.member)
  for (const topic of [
    liveTopic.driver(sari.driverId),
    liveTopic.workspace(owner.workspaceId),
    liveTopic.positions(owner.workspaceId),
    'guessed',
  ]) {
    expect(await subscribed(client.channel(topic, { config: { private: true } }))).toBe(
      `CHANNEL_ERROR Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
    )
  }

  for (const { delivery, driverId } of [sari, budi]) await touch(owner, { ...delivery, driver_id: driverId })
  await expect.poll(() => [heard.length, watched.length, rows.heard.length]).toEqual([2, 2, 1])
  expect(heard[1]!.payload.event.subject.id).toBe(budi.delivery.id)
  expect(watched[1]!.payload.event.subject.id).toBe(sari.delivery.id)
  expect(rows.heard[0]!.change).toMatchObject({ table: 'deliveries', new: { id: budi.delivery.id } })
})

test('whoever may not hear the workspace hears what becomes of their own membership, and nothing of others', async () => {
  const owner = await makeMember()
  const { workspaceId } = owner
  const budi = await makeMember({ workspaceId, role: 'driver' })
  const sari = await makeMember({ workspaceId, role: 'driver' })
  const own = await listen(budi, liveTopic.member(workspaceId, budi.userId))
  await makeDelivery(owner)
  // Budi stays a driver: a viewer may hear of Sari too, if the server gets to her event only then.
  for (const [{ userId }, body] of [
    [sari, { name: 'Sari', role: 'viewer' }],
    [budi, { name: 'Budi' }],
  ] as const) {
    const reply = await as(owner).call(changeMember, { params: { id: userId }, body })
    expect(reply.status).toBe(200)
  }
  await expect.poll(() => own.heard.length).toBe(2)
  expect(own.heard[1]!.payload.event).toMatchObject({
    type: 'member.updated',
    subject: { id: budi.userId },
    data: { role: 'driver', name: 'Budi' },
  })
})

test('whoever loses the right to a channel loses it at once, and whoever keeps it stays', async () => {
  const owner = await makeMember()
  const { workspaceId } = owner
  const topic = liveTopic.workspace(workspaceId)
  const [removed, suspended, demoted, staying] = [
    await makeMember({ workspaceId, role: 'dispatcher' }),
    await makeMember({ workspaceId, role: 'dispatcher' }),
    await makeMember({ workspaceId, role: 'dispatcher' }),
    await makeMember({ workspaceId, role: 'dispatcher' }),
  ]
  const ears: Awaited<ReturnType<typeof listen>>[] = []
  for (const each of [removed, suspended, demoted, staying]) ears.push(await listen(each, topic))
  const room = (await clientOf(removed)).channel(liveTopic.room(workspaceId, 'shift'), { config: { private: true } })
  expect(await subscribed(room)).toBe('SUBSCRIBED')
  const rows = await follow(removed, [{ table: 'deliveries' }])

  await as(owner).call(removeMember, { params: { id: removed.userId } })
  await as(owner).call(suspendMember, { params: { id: suspended.userId } })
  await as(owner).call(changeMember, { params: { id: demoted.userId }, body: { role: 'driver' } })
  await as(owner).call(changeMember, { params: { id: staying.userId }, body: { role: 'viewer' } })
  await makeDelivery(owner)
  await expect.poll(() => ears[3]!.heard.at(-1)?.payload.event?.type).toBe('delivery.created')
  for (const { channel, system, heard } of ears.slice(0, 3)) {
    await expect.poll(() => system).toEqual([`You no longer have permission to read from this Channel topic: ${topic}`])
    expect(channel.state).toBe('closed')
    expect(heard.map(({ payload }) => payload.event?.type)).not.toContain('delivery.created')
  }
  await expect.poll(() => room.state).toBe('closed')
  expect(ears[3]!.channel.state).toBe('joined')
  expect(rows.heard).toEqual([])
})

test('on a tier without the live map, nobody joins the topic of positions, and whoever is there has to go', async () => {
  const owner = await makeMember()
  const topic = liveTopic.positions(owner.workspaceId)
  const join = async () => {
    const channel = (await clientOf(owner)).channel(topic, { config: { private: true } })
    const system: string[] = []
    channel.on('system', {}, ({ message }) => system.push(message))
    return { status: await subscribed(channel), channel, system }
  }
  const inTrial = await join()
  expect(inTrial.status).toBe('SUBSCRIBED')
  await rig(deps.db, owner.workspaceId, (trx) =>
    sql`update workspaces set trial_ends_at = '2020-01-01', tier = 'standard'`.execute(trx),
  )
  const ofKarta = asKarta(owner.workspaceId)
  await inWorkspace(deps.db, owner.workspaceId, (trx) => setTier(trx, ofKarta, { tier: 'free' }, deps.now()))
  await expect.poll(() => inTrial.channel.state).toBe('closed')
  expect((await join()).status).toMatch(/^CHANNEL_ERROR .*You do not have permissions/)
  await inWorkspace(deps.db, owner.workspaceId, (trx) => setTier(trx, ofKarta, { tier: 'standard' }, deps.now()))
  expect((await join()).status).toBe('SUBSCRIBED')
})

test('when a workspace is deleted, whoever listens there is sent out at once', async () => {
  const owner = await makeMember()
  const colleague = await makeMember({ workspaceId: owner.workspaceId, role: 'viewer' })
  await makeDelivery(owner)
  const listening = await listen(colleague, liveTopic.workspace(owner.workspaceId))
  const { status } = await as(owner).call(deleteWorkspace, {
    params: { id: owner.workspaceId },
    body: { confirmation: 'Test deliveries' },
  })
  expect(status).toBe(204)
  await expect.poll(() => listening.system.join()).toMatch(/You no longer have permission/)
})

test('whoever signed out is found by the next look at sessions', async () => {
  const { sessionId, userId, email } = await makeMember()
  const caller = { kind: 'member', sessionId, userId, email, claims: {} } as const
  const parts = { db: deps.db, now: deps.now, lane: openLane(1) }
  expect(await readEndedSessions(parts, [caller, { kind: 'anon' }])).toEqual(new Set())
  await inAuthScope(deps.db, (trx) => trx.deleteFrom('auth.sessions').where('id', '=', sessionId).execute())
  expect(await readEndedSessions(parts, [caller, { kind: 'operator' }])).toEqual(new Set([sessionId]))
})

test('very many changes at once are one message, and rows come one by one', async () => {
  const member = await makeMember()
  const mine = await listen(member, liveTopic.workspace(member.workspaceId))
  const rows = await follow(member, [{ table: 'deliveries', event: 'INSERT', filter: 'number=gt.250' }])
  const deliveries = Array.from({ length: 260 }, (_, n) => ({ ...newDelivery, reference: `R${n}` }))
  expect((await as(member).call(importDeliveries, { body: { deliveries } })).status).toBe(200)
  await expect.poll(() => mine.heard.length).toBe(2)
  await makeDelivery(member)
  await expect.poll(() => mine.heard.length).toBe(3)
  const [start, many, last] = mine.heard
  expect(many).toMatchObject({
    event: 'many',
    payload: { after: start!.payload.cursor, count: 260, kinds: ['delivery'] },
  })
  expect(last!.payload).toMatchObject({ after: many!.payload.cursor, event: { data: { number: 261 } } })
  await expect.poll(() => rows.heard.length).toBe(11)
  expect(rows.heard.map(({ change }) => change.new.number)).toEqual(Array.from({ length: 11 }, (_, n) => 251 + n))
})

test('nothing is missed or doubled when the database drops all connections', async () => {
  const member = await makeMember()
  const mine = await listen(member, liveTopic.workspace(member.workspaceId))
  const rows = await follow(member, [{ table: 'deliveries' }])
  const operator = openPool(testing.databaseUrl, { onError: () => {} })
  const create = async (): Promise<void> => {
    const { status } = await as(member).call(createDelivery, { body: newDelivery })
    // The call may have got a connection that was just cut.
    if (status === 503) await create()
  }
  for (let n = 1; n <= 3; n++) {
    await create()
    await operator.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await create()
  }
  await operator.end()
  const numbers = [1, 2, 3, 4, 5, 6]
  await expect.poll(() => rows.heard.map(({ change }) => change.new.number)).toEqual(numbers)
  const events = mine.heard.filter(({ event }) => event === 'event').map(({ payload }) => payload.event.data.number)
  expect(events).toEqual(numbers)
})

test('a client hears of their own deliveries alone, without their drivers, and cannot join the workspace’s channel', async () => {
  const owner = await makeMember()
  const { workspaceId } = owner
  const { body: shipper } = await as(owner).call(addClient, { body: { name: 'Toko Satu' } })
  const { body: driver } = await as(owner).call(createDriver, { body: { name: 'Wira' } })
  const member = await makeMember({ workspaceId, role: 'client', clientId: shipper.id })
  const { client, heard } = await listen(member, liveTopic.member(workspaceId, member.userId))
  const refused = client.channel(liveTopic.workspace(workspaceId), { config: { private: true } })
  expect(await subscribed(refused)).toMatch(/^CHANNEL_ERROR/)
  const rows: object[] = []
  const changes = client
    .channel('rows')
    .on('postgres_changes', { event: '*', schema: 'public' }, (row) => rows.push(row))
  const isFollowing = new Promise<void>((resolve) => changes.on('system', {}, () => resolve()))
  expect(await subscribed(changes)).toBe('SUBSCRIBED')
  await isFollowing

  await makeDelivery(owner, { recipient_name: 'Secret' })
  const { id } = await makeDelivery(owner, { client_id: shipper.id, wanted_driver_id: driver.id })
  await expect.poll(() => heard.filter(({ event }) => event === 'event').length).toBe(1)
  await expect.poll(() => rows.length).toBe(1)
  const [told] = heard.filter(({ event }) => event === 'event')
  expect(told!.payload.event).toMatchObject({ subject: { id }, data: { id, wanted_driver_name: null } })
  expect(rows).toMatchObject([{ table: 'deliveries', new: { id, wanted_driver_name: null } }])
  expect(JSON.stringify([heard, rows])).not.toMatch(/Secret|Wira/)
})
