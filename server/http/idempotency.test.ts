import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDelivery } from '#domain/api/deliveries.ts'
import { inWorkspace } from '../db/connect.ts'
import { testApp } from '../testing/test-app.ts'
import { forgetReplies } from './idempotency.ts'

const { deps, makeMember, as } = await testApp()
const delivery = (reference: string) => ({
  reference,
  delivery_address: 'Jl. Sudirman 1',
  scheduled_date: '2026-03-15',
})

test('simultaneous calls with one key create one thing', async () => {
  const { call } = as(await makeMember())
  const input = { body: delivery('A'), headers: { 'idempotency-key': randomUUID() } }
  const replies = await Promise.all([1, 2, 3, 4].map(() => call(createDelivery, input)))
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  expect(replies.filter(({ headers }) => headers['idempotent-replayed']).length).toBe(3)
})

test('the key of a refused attempt can be used again', async () => {
  const { call } = as(await makeMember())
  const headers = { 'idempotency-key': randomUUID() }
  await call(createDelivery, { body: delivery('A') })
  expect(await call(createDelivery, { body: delivery('A'), headers })).toMatchObject({ code: 'duplicate_reference' })
  expect(await call(createDelivery, { body: delivery('B'), headers })).toMatchObject({ status: 201 })
  expect(await call(createDelivery, { body: delivery('C'), headers })).toMatchObject({ code: 'idempotency_key_reused' })
})

test('replies are deleted after a day, in every workspace', async () => {
  const members = await Promise.all([makeMember(), makeMember()])
  const keys = ['old', 'new']
  for (const member of members) {
    for (const key of keys) {
      await as(member).call(createDelivery, { body: delivery(key), headers: { 'idempotency-key': key } })
    }
    await inWorkspace(deps.db, member.workspaceId, (trx) =>
      sql`update idempotent_replies set created_at = now() - interval '25 hours' where key = 'old'`.execute(trx),
    )
  }
  await forgetReplies(deps.db)
  for (const { workspaceId } of members) {
    const left = await inWorkspace(deps.db, workspaceId, (trx) =>
      trx.selectFrom('idempotent_replies').select('key').execute(),
    )
    expect(left).toEqual([{ key: 'new' }])
  }
})
