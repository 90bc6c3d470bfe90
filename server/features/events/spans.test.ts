import { afterAll, expect, test } from 'vitest'
import { changeDelivery, createDelivery } from '#domain/api/deliveries.ts'
import { listEvents } from '#domain/api/events.ts'
import { openPool } from '../../db/connect.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { forgetEvents, keepSpans } from './commands.ts'

const { as, databaseUrl, deps, makeMember } = await testApp()
const owner = openPool(databaseUrl, { max: 2, onError: () => {} })
afterAll(() => owner.end())

const keep = () => keepSpans(deps.db, 5)
const ask = async <T>(query: string, values: unknown[] = []) => (await owner.query(query, values)).rows as T[]

/** The tables of the log, oldest first. */
const spans = async () =>
  (
    await ask<{ span: number }>(`select substr(relname, 6)::int as span from pg_class
      where relnamespace = 'event_spans'::regnamespace and relkind = 'r' and relname ~ '^span' order by 1`)
  ).map(({ span }) => span)
/** In which tables events of a workspace are. */
const whereOf = async ({ workspaceId }: TestMember) =>
  (
    await ask<{ name: string }>(
      'select distinct tableoid::regclass::text as name from events where workspace_id = $1 order by 1',
      [workspaceId],
    )
  ).map(({ name }) => name)
const running = async () =>
  (await ask<{ span: number }>('select (last_value >> 32)::int as span from event_batches_id_seq'))[0]!.span
/** As if the tables had been made, and the running one begun, so many days ago. */
async function age(days: number): Promise<void> {
  for (const span of await spans()) {
    const [{ at }] = (await ask<{ at: string }>(`select (now() - $1 * interval '1 day')::text as at`, [days])) as [
      { at: string },
    ]
    await owner.query(`comment on table event_spans.span_${span} is '${at}'`)
  }
}
async function nextSpan(): Promise<number> {
  await keep()
  await age(6)
  await keep()
  return running()
}

const body = { delivery_address: 'Jl. Melati 3', scheduled_date: '2026-03-15' }
const create = async (member: TestMember) => (await as(member).call(createDelivery, { body })).body
const noted = async (member: TestMember, id: string, notes: string) =>
  as(member).call(changeDelivery, { params: { id }, body: { notes } })
const told = async (member: TestMember, after?: string) =>
  (await as(member).call(listEvents, { query: { ...(after && { after }) } })).body.data.map(({ data }) =>
    'notes' in data ? data.notes : null,
  )

test('the log goes on in the next table once the running one is old, and is read across them in order', async () => {
  const member = await makeMember()
  const { id } = await create(member)
  await noted(member, id, 'one')
  await keep()
  const first = await running()
  expect(await spans()).toContain(first + 1)
  // Not at once: a statement that began before the table was made would not know it.
  await keep()
  expect(await running()).toBe(first)

  await age(6)
  await keep()
  expect(await running()).toBe(first + 1)
  expect(await spans()).toContain(first + 1)
  await noted(member, id, 'two')
  expect(await whereOf(member)).toEqual([`event_spans.span_${first}`, `event_spans.span_${first + 1}`])
  expect(await told(member)).toEqual([null, 'one', 'two'])
  const { cursor } = (await as(member).call(listEvents, { query: { limit: 2 } })).body
  expect(await told(member, cursor)).toEqual(['two'])

  // It is young, so it goes on.
  await keep()
  await keep()
  expect(await running()).toBe(first + 1)
  expect(await spans()).toContain(first + 2)
})

test('a table goes as a whole when every workspace’s events in it are forgotten, and not before', async () => {
  await nextSpan()
  const [quick, slow] = [await makeMember(), await makeMember()]
  const [{ id }, other] = [await create(quick), await create(slow)]
  const old = await running()
  expect(await nextSpan()).toBe(old + 1)
  await noted(quick, id, 'later')
  // The clock of the server that wrote one of them was ahead.
  await owner.query(`update event_batches set at = now() + interval '2 days' where workspace_id = $1`, [
    slow.workspaceId,
  ])

  await forgetEvents(deps.db, new Date(Date.now() + 1000))
  expect(await told(quick)).toEqual([])
  expect(await told(slow)).toEqual([null])
  await keep()
  expect(await spans()).toContain(old)

  await forgetEvents(deps.db, new Date(Date.now() + 3 * 86_400_000))
  await keep()
  expect(await spans()).toEqual([old + 1, old + 2])
  expect(await told(slow)).toEqual([])
  await noted(slow, other.id, 'still works')
  expect(await told(slow)).toEqual(['still works'])
})

test('a table that somebody reads stays until the next time, and nobody waits for it', async () => {
  const member = await makeMember()
  const { id } = await create(member)
  const old = await running()
  await nextSpan()
  await forgetEvents(deps.db, new Date(Date.now() + 1000))
  const reader = await owner.connect()
  try {
    await reader.query('begin')
    await reader.query('select from events limit 1')
    await keep()
    expect(await spans()).toContain(old)
    await noted(member, id, 'meanwhile')
  } finally {
    await reader.query('rollback')
    reader.release()
  }
  await keep()
  expect(await spans()).not.toContain(old)
  expect(await told(member)).toEqual(['meanwhile'])
})

test('events without a table are kept, as after a restore, and get one later', async () => {
  const member = await makeMember()
  const { id } = await create(member)
  const before = await running()
  await owner.query(`select setval('event_batches_id_seq', ($1::bigint << 32) + 17)`, [before + 5])
  await noted(member, id, 'lost?')
  expect(await whereOf(member)).toContain('event_spans.other')
  expect(await told(member)).toEqual([null, 'lost?'])
  await keep()
  expect(await whereOf(member)).toContain(`event_spans.span_${before + 5}`)
  expect(await whereOf(member)).not.toContain('event_spans.other')
  await noted(member, id, 'found')
  expect(await told(member)).toEqual([null, 'lost?', 'found'])
})

test('a clock that was wrong neither stops the log nor keeps the next table from beginning', async () => {
  const member = await makeMember()
  const { id } = await create(member)
  await keep()
  await age(-400)
  const wrong = await running()
  await noted(member, id, 'in the future')
  await keep()
  expect(await running()).toBe(wrong + 1)
  await noted(member, id, 'now')
  expect(await told(member)).toEqual([null, 'in the future', 'now'])
})

test('a workspace takes its events along from every table', async () => {
  const member = await makeMember()
  const { id } = await create(member)
  await nextSpan()
  await noted(member, id, 'more')
  expect(await whereOf(member)).toHaveLength(2)
  await owner.query('delete from workspaces where id = $1', [member.workspaceId])
  expect(await whereOf(member)).toEqual([])
})
