import { expect, test } from 'vitest'
import { changeInBulk } from '#domain/api/bulk.ts'
import * as api from '#domain/api/deliveries.ts'
import type { z } from 'zod'
import { openPool } from '../../db/connect.ts'
import { testApp } from '../../testing/test-app.ts'

const { as, databaseUrl, makeMember } = await testApp()
type Query = z.input<typeof api.listDeliveries.query>

const rows = [
  { delivery_address: 'Jl. Sudirman 5', recipient_name: 'eka', scheduled_date: '2026-03-15', priority: 1 },
  { delivery_address: 'Jl. thamrin 10', recipient_name: null, scheduled_date: '2026-03-16', priority: 3 },
  { delivery_address: 'Jl. Thamrin 2', recipient_name: 'Adi', scheduled_date: '2026-03-15', notes: '100% fragile' },
  { delivery_address: 'Kemang', recipient_name: null, scheduled_date: '2026-03-14', notes: '100 pieces' },
  { delivery_address: 'Blok_M', recipient_name: 'Adi', scheduled_date: '2026-03-15', reference: 'ORD\\7' },
  { delivery_address: 'Blok M', recipient_name: null, scheduled_date: '2026-03-17', recipient_phone: '+628110000001' },
  {
    delivery_address: 'Ragunan',
    recipient_name: 'Budi',
    scheduled_date: '2026-03-15',
    delivery_location: { lat: 0, lng: 0 },
  },
]

const { call } = as(await makeMember())
for (const body of rows) await call(api.createDelivery, { body })

async function numbers(query: Query) {
  const { status, body } = await call(api.listDeliveries, { query })
  expect(status).toBe(200)
  return body.data.map((each) => each.number)
}

/** Reads all pages of two rows and checks the total. */
async function pages(query: Query) {
  const seen: number[] = []
  let cursor: string | null | undefined
  do {
    const reply: { body: z.output<typeof api.listDeliveries.reply> } = await call(api.listDeliveries, {
      query: { ...query, limit: 2, ...(cursor && { cursor }) },
    })
    seen.push(...reply.body.data.map((each) => each.number))
    cursor = reply.body.next_cursor
    expect(reply.body.data.length).toBeGreaterThan(0)
  } while (cursor)
  return seen
}

test('the newest come first by default', async () => {
  expect(await numbers({})).toEqual([7, 6, 5, 4, 3, 2, 1])
})

test('every sort order pages through all rows once, including equal values and nulls', async () => {
  const expected: [Query, number[]][] = [
    [{ sort: 'number', order: 'asc' }, [1, 2, 3, 4, 5, 6, 7]],
    [{ sort: 'scheduled_date', order: 'asc' }, [4, 1, 3, 5, 7, 2, 6]],
    [{ sort: 'scheduled_date', order: 'desc' }, [6, 2, 7, 5, 3, 1, 4]],
    [{ sort: 'recipient_name', order: 'asc' }, [3, 5, 7, 1, 2, 4, 6]],
    [{ sort: 'recipient_name', order: 'desc' }, [1, 7, 5, 3, 6, 4, 2]],
    [{ sort: 'delivery_address', order: 'asc' }, [6, 5, 1, 2, 3, 4, 7]],
    [{ sort: 'priority', order: 'asc' }, [1, 3, 4, 5, 6, 7, 2]],
    [{ sort: 'status', order: 'desc' }, [7, 6, 5, 4, 3, 2, 1]],
  ]
  for (const [query, order] of expected) {
    expect(await numbers(query), JSON.stringify(query)).toEqual(order)
    expect(await pages(query), JSON.stringify(query)).toEqual(order)
  }
})

test('a cursor only works for its own sort order', async () => {
  const { body } = await call(api.listDeliveries, { query: { sort: 'priority', limit: 2 } })
  const cursor = body.next_cursor!
  expect((await call(api.listDeliveries, { query: { sort: 'priority', cursor } })).status).toBe(200)
  for (const query of [{ cursor }, { sort: 'priority', order: 'asc', cursor }, { cursor: 'AAAA' }] as Query[]) {
    expect(await call(api.listDeliveries, { query })).toMatchObject({ status: 400, code: 'bad_cursor' })
  }
  const forged = Buffer.from(JSON.stringify(['number desc', 1e12, 1])).toString('base64url')
  expect(await call(api.listDeliveries, { query: { cursor: forged } })).toMatchObject({ code: 'bad_cursor' })
})

test('paging continues after the longest address', async () => {
  const { call } = as(await makeMember())
  for (const last of ['a', 'b']) {
    await call(api.createDelivery, {
      body: { delivery_address: '東'.repeat(299) + last, scheduled_date: '2026-03-15' },
    })
  }
  const query: Query = { sort: 'delivery_address', order: 'asc', limit: 1 }
  const { body } = await call(api.listDeliveries, { query })
  const next = await call(api.listDeliveries, { query: { ...query, cursor: body.next_cursor! } })
  expect(next.body.data.map((each) => each.number)).toEqual([2])
})

test('search matches all words anywhere, and wildcards literally', async () => {
  expect(await numbers({ q: 'THAMRIN jl.' })).toEqual([3, 2])
  expect(await numbers({ q: 'adi thamrin' })).toEqual([3])
  expect(await numbers({ q: '100%' })).toEqual([3])
  expect(await numbers({ q: 'blok_m' })).toEqual([5])
  expect(await numbers({ q: 'ord\\7' })).toEqual([5])
  expect(await numbers({ q: '+62811' })).toEqual([6])
  expect(await numbers({ q: "' or 1=1 --" })).toEqual([])
  expect(await numbers({ q: 'a\u0000b' })).toEqual([])
  expect(await numbers({ q: '   ' })).toHaveLength(7)
})

test('filters combine, and the total counts the result', async () => {
  expect(await numbers({ date_from: '2026-03-16' })).toEqual([6, 2])
  expect(await numbers({ date_from: '2026-03-15', date_to: '2026-03-15', q: 'adi' })).toEqual([5, 3])
  expect(await numbers({ has_location: 'true' })).toEqual([7])
  expect(await numbers({ has_location: 'false', date_to: '2026-03-14' })).toEqual([4])
  expect(await numbers({ status: 'pending,planned' })).toHaveLength(7)
  expect(await numbers({ status: 'delivered' })).toEqual([])
  expect((await numbers({ numbers: '2-4,6', date_to: '2026-03-15' })).toSorted()).toEqual([3, 4])
  const { body } = await call(api.listDeliveries, { query: { date_to: '2026-03-15', limit: 1 } })
  expect(body.total).toBe(5)
})

test('bad filters are rejected', async () => {
  const bad = [
    { status: 'lost' },
    { limit: 0 },
    { limit: 201 },
    { sort: 'id' },
    { date_from: 'today' },
    { numbers: '1-' },
    { q: 'x'.repeat(201) },
  ]
  for (const query of [...bad, { unknown: '1' }]) {
    expect(await call(api.listDeliveries, { query: query as never })).toMatchObject({ code: 'validation_failed' })
  }
})

test('counts by state and by day', async () => {
  const { call } = as(await makeMember())
  const made = []
  for (const body of rows) made.push((await call(api.createDelivery, { body })).body.id)
  await call(api.changeDelivery, { params: { id: made[2]! }, body: { window_end: '11:00' } })
  await call(api.changeDelivery, { params: { id: made[4]! }, body: { window_start: '09:00', window_end: '10:30' } })
  await call(api.changeDelivery, { params: { id: made[3]! }, body: { status: 'cancelled' } })
  await call(api.changeDelivery, { params: { id: made[0]! }, body: { window_end: '08:00', status: 'cancelled' } })
  await call(changeInBulk, { body: { ids: [made[5]!], change: { deleted: true } } })
  const { body } = await call(api.countDeliveries)
  expect(body).toEqual({
    total: 6,
    by_status: {
      pending: 4,
      planned: 0,
      dispatched: 0,
      in_transit: 0,
      arrived: 0,
      delivered: 0,
      failed: 0,
      cancelled: 2,
    },
    without_location: 5,
    without_day: 0,
    by_day: [
      { day: '2026-03-15', pending: 3, total: 4, first_deadline: '10:30' },
      { day: '2026-03-16', pending: 1, total: 1, first_deadline: null },
    ],
  })
  const { body: open } = await call(api.countDeliveries, { query: { open: 'true' } })
  expect(open).toMatchObject({ total: 4, by_status: { pending: 4, cancelled: 0 }, without_location: 3 })
  expect(open.by_day).toEqual([{ ...body.by_day[0], total: 3 }, body.by_day[1]])
  const { body: span } = await call(api.countDeliveries, { query: { date_from: '2026-03-14', date_to: '2026-03-14' } })
  expect(span).toMatchObject({ total: 1, by_day: [] })
})

test('all deliveries of a large workspace are counted by its quota, and everything narrower as it is', async () => {
  const owner = await makeMember()
  const { workspaceId } = owner
  for (const body of rows) await as(owner).call(api.createDelivery, { body })
  const client = await makeMember({ workspaceId, role: 'client' })
  const totalFor = async (member: typeof owner, query: Query = {}) =>
    (await as(member).call(api.listDeliveries, { query: { limit: 1, ...query } })).body.total
  expect(await totalFor(owner)).toBe(7)
  const tables = openPool(databaseUrl, { onError: () => {} })
  await tables.query(
    `insert into quota_counts (workspace_id, name, used) values ($1, 'deliveries', 5000000)
      on conflict (workspace_id, name) do update set used = excluded.used + quota_counts.used`,
    [workspaceId],
  )
  await tables.end()
  const all = await totalFor(owner)
  expect(all).toBeGreaterThanOrEqual(5_000_000)
  expect(all).toBeLessThanOrEqual(5_000_007)
  expect(await totalFor(owner, { sort: 'status', order: 'asc' })).toBe(all)
  expect(await totalFor(owner, { q: 'adi' })).toBe(2)
  expect(await totalFor(owner, { date_from: '2026-03-16' })).toBe(2)
  expect(await totalFor(client)).toBe(0)
})

test('the counts of states respect the search and the days, but not the states asked for', async () => {
  const { call } = as(await makeMember())
  for (const body of rows) await call(api.createDelivery, { body })
  const count = async (query: z.input<typeof api.countDeliveries.query>) => {
    const { total, by_status, without_location } = (await call(api.countDeliveries, { query })).body
    return { total, pending: by_status.pending, without_location }
  }
  expect(await count({ q: 'adi' })).toEqual({ total: 2, pending: 2, without_location: 2 })
  expect(await count({ q: 'thamrin', date_from: '2026-03-16' })).toEqual({ total: 1, pending: 1, without_location: 1 })
  expect(await count({ date_to: '2026-03-15', status: 'planned' })).toEqual({
    total: 0,
    pending: 5,
    without_location: 0,
  })
  expect(await count({ has_location: 'true' })).toEqual({ total: 1, pending: 1, without_location: 6 })
})

test('the list is filtered by kind, tag and order', async () => {
  const { call } = as(await makeMember())
  const add = (fields: object) =>
    call(api.createDelivery, { body: { delivery_address: 'A', scheduled_date: '2026-03-15', ...fields } })
  await add({ kind: 'return' })
  await add({ tags: ['cold', 'vip'] })
  await add({ order_reference: 'PO-7', order_step: 1 })
  const found = async (query: Query) => {
    const { data } = (await call(api.listDeliveries, { query: { order: 'asc', ...query } })).body
    return data.map(({ number }) => number)
  }
  expect(await found({ kind: 'return' })).toEqual([1])
  expect(await found({ tag: 'VIP' })).toEqual([2])
  expect(await found({ tag: 'warm' })).toEqual([])
  expect(await found({ order_reference: 'PO-7' })).toEqual([3])
})
