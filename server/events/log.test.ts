import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDelivery } from '#domain/api/deliveries.ts'
import { eventTypeNames } from '#domain/events/types.ts'
import { inWorkspace, type Trx } from '../db/connect.ts'
import { testApp, type TestMember } from '../testing/test-app.ts'
import { appendEvents } from './append.ts'
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
