import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createApiKey } from '#domain/api/api-keys.ts'
import { changeInBulk } from '#domain/api/bulk.ts'
import {
  changeDelivery,
  createDelivery,
  eraseDelivery,
  importDeliveries,
  listDeliveryEvents,
} from '#domain/api/deliveries.ts'
import { createDriver } from '#domain/api/drivers.ts'
import { listEvents } from '#domain/api/events.ts'
import { changeWorkspace } from '#domain/api/workspace.ts'
import { eventTypeNames } from '#domain/events/types.ts'
import { openLocalBus } from '../bus/bus.ts'
import { inWorkspace, type Trx } from '../db/connect.ts'
import { watchedTables } from '../db/event-log.ts'
import { forgetEvents } from '../features/events/commands.ts'
import { testApp, type TestMember } from '../testing/test-app.ts'
import { appendEvents } from './append.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { followEvents } from './follow.ts'
import { readEvents, type After } from './read.ts'

const { as, deps, makeMember } = await testApp()
const types = eventTypeNames

const delivery = (reference: string) => ({
  reference,
  delivery_address: 'Jl. Merdeka 1',
  scheduled_date: '2026-03-15',
})

const read = (member: TestMember, after: After, limit = 100) =>
  inWorkspace(deps.db, member.workspaceId, (trx) =>
    readEvents(trx, { workspaceId: member.workspaceId, after, limit, types }),
  )

const referencesOf = (page: Awaited<ReturnType<typeof read>>) =>
  page.events.map(({ data }) => ('reference' in data ? data.reference : undefined))

/** A transaction that appends an event and then stays open until it is told to commit. */
async function holding({ workspaceId }: TestMember, reference: string) {
  const gate = Promise.withResolvers<void>()
  const appended = Promise.withResolvers<number>()
  const committed = inWorkspace(deps.db, workspaceId, async (trx) => {
    await append(trx, workspaceId, reference)
    const { id } = await trx
      .selectFrom('event_batches')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    appended.resolve(id)
    await gate.promise
  })
  return { id: await appended.promise, commit: async () => (gate.resolve(), committed) }
}

const append = async (trx: Trx, workspaceId: string, reference: string) => {
  const id = '00000000-0000-4000-8000-000000000001'
  const data = { ...template, id, reference } as never
  await appendEvents(
    trx,
    { workspaceId, userId: null, name: 'Test' },
    [{ type: 'delivery.updated', id, data }],
    new Date(),
  )
}
const template = (await as(await makeMember()).call(createDelivery, { body: delivery('template') })).body

test('an event that commits late is not skipped, although its transaction began first', async () => {
  const member = await makeMember()
  const { cursor } = await read(member, 'now')
  const early = await holding(member, 'early')
  const late = await holding(member, 'late')
  // A reader that remembered the highest number that it has seen would never look for the lower one again.
  expect(early.id).toBeLessThan(late.id)

  await late.commit()
  const first = await read(member, { cursor })
  expect(referencesOf(first)).toEqual(['late'])
  await early.commit()
  const second = await read(member, { cursor: first.cursor })
  expect(referencesOf(second)).toEqual(['early'])
  expect(referencesOf(await read(member, 'oldest'))).toEqual(['late', 'early'])
})

test('a transaction that is rolled back leaves neither an event nor a gap', async () => {
  const member = await makeMember()
  const { workspaceId } = member
  const failed = inWorkspace(deps.db, workspaceId, async (trx) => {
    await append(trx, workspaceId, 'never')
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  await (await holding(member, 'first')).commit()
  await (await holding(member, 'second')).commit()
  expect(referencesOf(await read(member, 'oldest'))).toEqual(['first', 'second'])
  const { rows } = await inWorkspace(deps.db, workspaceId, (trx) =>
    sql<{ position: number }>`select position from event_batches order by position`.execute(trx),
  )
  expect(rows.map(({ position }) => position)).toEqual([1, 2])
})

test('the newest events are read without those before, and lead on from the end', async () => {
  const member = await makeMember()
  for (const reference of ['one', 'two', 'three']) await (await holding(member, reference)).commit()
  const latest = await read(member, 'latest', 2)
  expect(referencesOf(latest)).toEqual(['two', 'three'])
  await (await holding(member, 'four')).commit()
  expect(referencesOf(await read(member, latest))).toEqual(['four'])
})

test('a change of a delivery appends to its history and to the log', async () => {
  const member = await makeMember()
  const { body: made } = await as(member).call(createDelivery, { body: delivery('R-1') })
  const { events } = await read(member, 'oldest')
  expect(events).toMatchObject([
    {
      type: 'delivery.created',
      subject: { kind: 'delivery', id: made.id },
      data: made,
      version: 1,
      previous: {},
      actor: { kind: 'member', id: member.userId },
    },
  ])
})

test('the feed gives what happened since a cursor, of the wanted types, and only their own workspace’s', async () => {
  const [mine, theirs] = [await makeMember(), await makeMember()]
  const start = (await as(mine).call(listEvents, { query: { after: 'now' } })).body
  expect(start).toMatchObject({ data: [], has_more: false })
  await as(theirs).call(createDelivery, { body: delivery('theirs') })
  const { body: made } = await as(mine).call(createDelivery, { body: delivery('mine') })
  const { body: driver } = await as(mine).call(createDriver, { body: { name: 'Budi' } })
  await as(mine).call(changeDelivery, { params: { id: made.id }, body: { notes: 'Ring twice' } })
  await as(mine).call(changeDelivery, { params: { id: made.id }, body: { status: 'cancelled' } })

  const since = (query: object) => as(mine).call(listEvents, { query: { after: start.cursor, ...query } })
  const all = (await since({})).body
  expect(all.data.map(({ type }) => type)).toEqual([
    'delivery.created',
    'driver.created',
    'delivery.updated',
    'delivery.status_changed',
  ])
  expect(all.data[1]).toMatchObject({ data: driver, subject: { kind: 'driver', id: driver.id } })
  expect(all.data[2]).toMatchObject({ version: 2, data: { notes: 'Ring twice' }, previous: { notes: null } })
  expect(all.data[3]).toMatchObject({ version: 3, data: { status: 'cancelled' }, previous: { status: 'pending' } })
  expect(all.cursor).toBe(all.data.at(-1)!.cursor)

  const first = (await since({ limit: 1, types: 'driver.*,delivery.status_changed' })).body
  expect(first).toMatchObject({ data: [{ type: 'driver.created' }], has_more: true })
  const rest = await as(mine).call(listEvents, { query: { after: first.cursor, types: 'delivery.status_changed' } })
  expect(rest.body).toMatchObject({ data: [{ type: 'delivery.status_changed' }], has_more: false })
  // Whoever waits for rare types still moves on.
  expect((await since({ types: 'plan.*' })).body).toEqual({ data: [], cursor: all.cursor, has_more: false })
  expect((await as(mine).call(listEvents, { query: { after: 'now' } })).body.cursor).toBe(all.cursor)
  expect(await since({ types: 'delivery.lost' })).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('everybody reads only what they may see elsewhere', async () => {
  const owner = await makeMember()
  const { workspaceId } = owner
  const viewer = await makeMember({ workspaceId, role: 'viewer' })
  const driver = await makeMember({ workspaceId, role: 'driver' })
  const { body: key } = await as(owner).call(createApiKey, { body: { name: 'Shop', scopes: ['read'] } })
  await as(owner).call(changeWorkspace, { body: { currency: 'IDR' } })
  await as(owner).call(createDelivery, { body: delivery('R-1') })
  const typesOf = async (caller: TestMember) => {
    const reply = await as(caller).call(listEvents)
    return reply.status === 200 ? reply.body.data.map(({ type }) => type) : reply.code
  }
  expect(await typesOf(owner)).toEqual(['api_key.created', 'workspace.updated', 'delivery.created'])
  expect(await typesOf(viewer)).toEqual(['workspace.updated', 'delivery.created'])
  expect(await typesOf({ ...owner, token: key.secret })).toEqual(['delivery.created'])
  expect(await typesOf(driver)).toBe('not_allowed')
  const asked = await as(viewer).call(listEvents, { query: { types: 'api_key.*' } })
  expect(asked).toMatchObject({ status: 403, code: 'not_allowed' })
})

test('more callers than there are connections wait for the next event, and all get it', async () => {
  const member = await makeMember()
  const { cursor } = (await as(member).call(listEvents, { query: { after: 'now' } })).body
  const waiting = Array.from({ length: 12 }, () =>
    as(member).call(listEvents, { query: { after: cursor, types: 'delivery.*', wait: 25 } }),
  )
  await as(member).call(createDriver, { body: { name: 'Budi' } })
  await as(member).call(createDelivery, { body: delivery('R-1') })
  for (const { body } of await Promise.all(waiting)) expect(body.data).toMatchObject([{ type: 'delivery.created' }])
})

test('whoever waits looks by themselves too, and gives up when told', async () => {
  const bus = openLocalBus(() => {})
  const pages = [[], [], [{ type: 'driver.created' }]]
  const read = async () => ({ events: pages.shift() as never, cursor: '1-1-1', has_more: false })
  const following = { bus, workspaceId: 'w', read, everyMs: 1 }
  const found = await followEvents(following, 'now', new AbortController().signal)
  expect(found.events).toEqual([{ type: 'driver.created' }])

  const stop = new AbortController()
  pages.push([], [])
  const stopped = followEvents({ ...following, everyMs: 3_600_000 }, 'now', stop.signal)
  stop.abort()
  expect((await stopped).events).toEqual([])
})

test('only so many of a workspace wait at the same time', async () => {
  const read = async () => ({ events: [], cursor: '1-1-1', has_more: false })
  const following = { bus: openLocalBus(() => {}), workspaceId: 'w', read }
  const stop = new AbortController()
  const follow = (workspaceId: string) => followEvents({ ...following, workspaceId }, 'now', stop.signal)
  const waiting = Array.from({ length: 50 }, () => follow('w'))
  await expect(follow('w')).rejects.toMatchObject({ code: 'rate_limited' })
  const other = follow('another')
  stop.abort()
  await expect(Promise.all([...waiting, other])).resolves.toHaveLength(51)
})

test('a cursor that the log does not know says where to go on', async () => {
  const member = await makeMember()
  await as(member).call(createDelivery, { body: delivery('R-1') })
  const { cursor } = await read(member, 'now')
  const place = readCursor(cursor)!
  // Not a cursor, one of the future, and one of the same position in a log that a restore replaced.
  const unknown = [
    'x',
    '0',
    'zzzzzzzzzz-zzzzzz-zzzzzz',
    writeCursor({ ...place, position: 9 }),
    writeCursor({ ...place, mark: place.mark ^ 1 }),
  ]
  for (const after of unknown) {
    const reply = await as(member).call(listEvents, { query: { after } })
    expect(reply).toMatchObject({ status: 400, code: 'event_cursor_unknown', body: { newest_cursor: cursor } })
  }
})

test('old events are forgotten, whoever was behind is told, and the history of a delivery stays whole', async () => {
  const member = await makeMember()
  const { body: made } = await as(member).call(createDelivery, { body: delivery('R-1') })
  const { cursor: early } = (await as(member).call(listEvents, { query: { limit: 1 } })).body
  await as(member).call(changeDelivery, { params: { id: made.id }, body: { notes: 'Ring twice' } })
  await as(member).call(changeDelivery, { params: { id: made.id }, body: { notes: 'Ring once' } })
  const { cursor: last } = await read(member, 'now')

  await forgetEvents(deps.db, new Date(Date.now() + 1000))
  const refused = await as(member).call(listEvents, { query: { after: early } })
  expect(refused).toMatchObject({ status: 410, code: 'events_forgotten', body: { oldest_cursor: last } })
  for (const after of [last, undefined]) {
    const { body } = await as(member).call(listEvents, { query: { ...(after && { after }) } })
    expect(body).toEqual({ data: [], cursor: last, has_more: false })
  }
  await as(member).call(changeDelivery, { params: { id: made.id }, body: { notes: 'Knock' } })
  expect((await as(member).call(listEvents, { query: { after: last } })).body.data).toMatchObject([
    { data: { notes: 'Knock' } },
  ])
  const { body: history } = await as(member).call(listDeliveryEvents, { params: { id: made.id } })
  expect(history).toMatchObject({ chain_intact: true, chain: { length: 4 } })
})

test('what is erased disappears from the log too', async () => {
  const member = await makeMember()
  const body = { ...delivery('R-1'), recipient_name: 'Siti Rahma', recipient_phone: '+628110000001' }
  const { body: made } = await as(member).call(createDelivery, { body })
  const params = { id: made.id }
  await as(member).call(changeDelivery, { params, body: { recipient_name: 'Siti Aminah' } })
  await as(member).call(changeDelivery, { params, body: { status: 'cancelled' } })
  await as(member).call(eraseDelivery, { params })
  const { events } = await read(member, 'oldest')
  expect(events.map(({ type }) => type).at(-1)).toBe('delivery.erased')
  expect(JSON.stringify(events)).not.toMatch(/Siti|628110000001|Merdeka/)
  expect(events[0]!.data).toMatchObject({ reference: 'R-1', recipient_name: null, delivery_address: 'Erased' })
})

test('many changes at once are one step of the log, each with its event', async () => {
  const member = await makeMember()
  const deliveries = Array.from({ length: 300 }, (_, index) => delivery(`R-${index}`))
  await as(member).call(importDeliveries, { body: { deliveries } })
  const { body: result } = await as(member).call(changeInBulk, { body: { filter: {}, change: { priority: 1 } } })
  expect(result.changed).toHaveLength(300)
  const { events } = await read(member, 'oldest', 1000)
  expect(new Set(events.map(({ cursor }) => readCursor(cursor)!.position))).toEqual(new Set([1, 2]))
  expect(events).toHaveLength(600)
})

test('a change without an event is refused at commit, however it is made', async () => {
  const member = await makeMember()
  const { workspaceId } = member
  const { body: driver } = await as(member).call(createDriver, { body: { name: 'Budi' } })
  const forgetful = [
    sql`update drivers set name = 'Eka'`,
    sql`insert into vehicles (workspace_id, code) values (${workspaceId}, 'KA-1')`,
    sql`delete from drivers`,
    sql`update members set role = 'viewer'`,
    sql`update workspaces set name = 'Other'`,
  ]
  for (const statement of forgetful) {
    const attempt = inWorkspace(deps.db, workspaceId, (trx) => statement.execute(trx))
    await expect(attempt).rejects.toThrow(/was changed without an event/)
  }
  const names = await inWorkspace(deps.db, workspaceId, (trx) => trx.selectFrom('drivers').select('name').execute())
  expect(names).toEqual([{ name: driver.name }])
})

test('an event of an earlier version does not stand for a later change of the same transaction', async () => {
  const member = await makeMember()
  const { workspaceId } = member
  const { body: driver } = await as(member).call(createDriver, { body: { name: 'Budi' } })
  const attempt = inWorkspace(deps.db, workspaceId, async (trx) => {
    await sql`update drivers set name = 'Eka'`.execute(trx)
    const data = { ...driver, name: 'Eka', version: 2 }
    const author = { workspaceId, userId: null, name: 'Test' }
    await appendEvents(trx, author, [{ type: 'driver.updated', id: driver.id, data }], new Date())
    await sql`update drivers set name = 'Fitri'`.execute(trx)
  })
  await expect(attempt).rejects.toThrow(/a driver was changed without an event/)
})

test('what is no change of a record needs no event', async () => {
  const { workspaceId } = await makeMember()
  const count = inWorkspace(deps.db, workspaceId, (trx) =>
    sql`update workspaces set last_delivery_number = 7`.execute(trx),
  )
  await expect(count).resolves.toMatchObject({ numAffectedRows: 1n })
})

/**
 * How people look at deliveries and read files: whoever does not use them has nothing to learn from them. How far a kitchen is
 * with an order is told as an event of the delivery.
 */
const notTold = ['saved_views', 'import_mappings', 'preparations']

test('every table whose records have a version is watched', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = 'raise_version'`.execute(deps.db)
  const told = rows.map(({ name }) => name).filter((name) => !notTold.includes(name))
  expect(Object.keys(watchedTables)).toEqual(expect.arrayContaining(told))
})
