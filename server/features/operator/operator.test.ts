import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import * as api from '#domain/api/operator.ts'
import { listAudit } from '#domain/api/audit.ts'
import { createDelivery } from '#domain/api/deliveries.ts'
import { inSiteScope } from '../../db/connect.ts'
import { openDb, openPool } from '../../db/connect.ts'
import { deliverMail } from '../../queue/tasks.ts'
import { testApp } from '../../testing/test-app.ts'
import { withoutAddresses } from './rules.ts'

const operatorEmails: string[] = []
const { deps, as, makeMember, databaseUrl } = await testApp(({ config }) => ({ config: { ...config, operatorEmails } }))
const owner = openDb(openPool(databaseUrl, { max: 1, onError: () => {} }))
afterAll(() => owner.destroy())

async function operator() {
  const member = await makeMember()
  operatorEmails.push(member.email.toLowerCase())
  await owner
    .updateTable('auth.users')
    .set({ email_confirmed_at: deps.now() })
    .where('id', '=', member.userId)
    .execute()
  return { member, call: as(member).call }
}

test('to everybody but the operator, there is nothing', async () => {
  const { member, call } = await operator()
  expect(await call(api.getOperatorOverview)).toMatchObject({ status: 200 })
  const stranger = as(await makeMember()).call
  const params = { id: member.workspaceId }
  for (const reply of [
    await stranger(api.getOperatorOverview),
    await stranger(api.listOperatorWorkspaces, { query: {} }),
    await stranger(api.changeOperatorWorkspace, { params, body: { tier: 'enterprise' } }),
    await stranger(api.listOperatorDays),
    await stranger(api.getOperatorFailures),
    await stranger(api.retryOperatorMails),
    await stranger(api.retryOperatorTasks, { body: { name: 'deliver-mail' } }),
    await stranger(api.listOperatorMessages, { query: {} }),
    await stranger(api.changeOperatorMessage, { params, body: { answered: true } }),
  ]) {
    expect(reply).toMatchObject({ status: 404, code: 'not_found' })
  }
  // Somebody who only claims the address is nobody.
  await owner.updateTable('auth.users').set({ email_confirmed_at: null }).where('id', '=', member.userId).execute()
  expect(await as(member).call(api.getOperatorOverview)).toMatchObject({ status: 404 })
})

test('workspaces are listed with counts, found by name or owner, page by page', async () => {
  const { call } = await operator()
  const known = await makeMember()
  await as(known).call(createDelivery, { body: { delivery_address: 'Secret Street 1', scheduled_date: '2026-03-16' } })
  const { body: found } = await call(api.listOperatorWorkspaces, { query: { q: known.email.slice(0, 30) } })
  expect(found.data).toMatchObject([
    { id: known.workspaceId, owner_email: known.email, members: 1, deliveries: 1, tier: expect.any(String) },
  ])
  expect(found.data[0]!.last_active_at).not.toBeNull()
  expect(JSON.stringify(found)).not.toContain('Secret Street')
  const { body: all } = await call(api.listOperatorWorkspaces, { query: { limit: 200 } })
  const seen: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { body: page } = await call(api.listOperatorWorkspaces, { query: { limit: 2, ...(cursor && { cursor }) } })
    seen.push(...page.data.map(({ id }) => id))
    cursor = page.next_cursor
  }
  expect(seen).toEqual(all.data.map(({ id }) => id))
  expect(seen).toHaveLength(all.total)
  expect(
    (await call(api.listOperatorWorkspaces, { query: { q: `'; drop table workspaces; -- %` } })).body.data,
  ).toEqual([])
  expect(await call(api.listOperatorWorkspaces, { query: { cursor: 'x' } })).toMatchObject({
    status: 400,
    code: 'bad_cursor',
  })
})

test('a tier, an account manager and the end of a trial can be changed, and the audit log says by whom', async () => {
  const { call, member } = await operator()
  const other = await makeMember()
  const params = { id: other.workspaceId }
  const manager = { name: 'Ann', email: 'ann@example.com', phone: null }
  const ends = new Date(deps.now().getTime() + 30 * 86_400_000).toISOString()
  const body = { tier: 'enterprise' as const, account_manager: manager, trial_ends_at: ends }
  expect((await call(api.changeOperatorWorkspace, { params, body })).body).toMatchObject(body)
  const { body: log } = await as(other).call(listAudit, { query: {} })
  expect(log.data[0]).toMatchObject({ action: 'workspace.updated' })
  expect(JSON.stringify(log.data[0])).toContain(`Operator (${member.email.toLowerCase()})`)
  const wrong = async (change: object) => (await call(api.changeOperatorWorkspace, { params, body: change })).status
  expect(await wrong({ trial_ends_at: '2999-01-01T00:00:00Z' })).toBe(400)
  expect(await wrong({ tier: 'gold' })).toBe(400)
  expect(await wrong({ licenses: 0 })).toBe(400)
  expect(await wrong({ name: 'Mine' })).toBe(400)
  const nobody = { id: '00000000-0000-4000-8000-000000000000' }
  expect(await call(api.changeOperatorWorkspace, { params: nobody, body })).toMatchObject({ status: 404 })
})

test('failed mail and tasks are told by reason, without addresses, and done again', async () => {
  const { call } = await operator()
  await inSiteScope(deps.db, (trx) =>
    sql`insert into site.mails (id, state, recipient, subject, text_part, html_part, created_at, failure) values
      (new_id(), 'failed', 'secret@example.com', 'S', 'T', 'H', now(), '550 <secret@example.com> is unknown')`.execute(
      trx,
    ),
  )
  await deps.db.transaction().execute((trx) => deps.queue.add(trx, deliverMail, { mailId: crypto.randomUUID() }))
  await deps.pool.query(
    `update pgboss.job set state = 'failed', completed_on = now(), output = '{"message":"No route to x@example.com"}'
      where name = 'deliver-mail'`,
  )
  const { body } = await call(api.getOperatorFailures)
  expect(body.mails).toMatchObject([{ reason: '550 <(address)> is unknown', count: 1 }])
  expect(body.tasks).toMatchObject([{ name: 'deliver-mail', reason: 'No route to (address)', count: 1 }])
  const overview = async () => (await call(api.getOperatorOverview)).body
  expect(await overview()).toMatchObject({ mail: { failed: 1 }, mail_in: null, tasks: { failed: 1 } })
  expect((await call(api.retryOperatorMails)).body).toEqual({ retried: 1 })
  expect((await call(api.retryOperatorTasks, { body: { name: 'deliver-mail' } })).body).toEqual({ retried: 1 })
  expect((await call(api.retryOperatorTasks, { body: { name: `'; --` } })).body).toEqual({ retried: 0 })
  expect(await overview()).toMatchObject({ mail: { failed: 0 }, tasks: { failed: 0 } })
})

test('contact messages are read, and marked as answered and back', async () => {
  const { call, member } = await operator()
  await owner
    .insertInto('site.contact_messages')
    .values({
      id: crypto.randomUUID(),
      name: 'Ann',
      email: 'ann@example.com',
      phone: null,
      company: null,
      topic: 'general',
      message: '<b>Hi</b>',
      is_spam: false,
      received_at: new Date(),
    })
    .execute()
  const { body: all } = await call(api.listOperatorMessages, { query: { answered: 'no' } })
  expect(all.data).toMatchObject([{ name: 'Ann', message: '<b>Hi</b>', answered_at: null }])
  const params = { id: all.data[0]!.id }
  const mark = async (answered: boolean) => (await call(api.changeOperatorMessage, { params, body: { answered } })).body
  expect(await mark(true)).toMatchObject({ answered_by: member.email.toLowerCase(), answered_at: expect.any(String) })
  expect((await call(api.listOperatorMessages, { query: { answered: 'no' } })).body.total).toBe(0)
  expect(await mark(false)).toMatchObject({ answered_by: null, answered_at: null })
  const nobody = { id: '00000000-0000-4000-8000-000000000000' }
  expect(await call(api.changeOperatorMessage, { params: nobody, body: { answered: true } })).toMatchObject({
    status: 404,
  })
})

test('use is told by day', async () => {
  const { call } = await operator()
  await sql`select note_usage(${deps.now()})`.execute(deps.db)
  const { body: before } = await call(api.listOperatorDays)
  expect(before.data[0]!.workspaces).toBeGreaterThan(0)
  const { call: shop } = as(await makeMember())
  await shop(createDelivery, { body: { delivery_address: 'Secret Street 1', scheduled_date: '2026-03-16' } })
  const { body: after } = await call(api.listOperatorDays)
  expect(after.data[0]!.deliveries).toBe(before.data[0]!.deliveries + 1)
})

test('addresses and numbers are left out of reasons', () => {
  expect(withoutAddresses('to "ann@example.com", +62 811-0000-002: refused (code 550)')).toBe(
    'to "(address)", (number): refused (code 550)',
  )
  expect(withoutAddresses('550 5.7.26 <ann@example.com> unknown')).toBe('550 5.7.26 <(address)> unknown')
})
