import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { changeDelivery, createDelivery, getDelivery, listDeliveryEvents } from '#domain/api/deliveries.ts'
import * as api from '#domain/api/retention.ts'
import { inWorkspace, openPool } from '../../db/connect.ts'
import { rig } from '../../testing/rig.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { applyPart } from './commands.ts'
import { workspacesToClean } from './queries.ts'
import { applyRetention } from './tasks.ts'

let at = new Date('2027-03-10T05:00:00Z')
const { as, databaseUrl, deps, makeMember } = await testApp(() => ({ now: () => at }))
const owner = openPool(databaseUrl, { max: 1, onError: () => {} })
afterAll(() => owner.end())

const recipient = { recipient_name: 'Sari', recipient_phone: '+6281234567891', delivery_address: 'Jl. Cempaka 4' }

async function add(member: TestMember, scheduled_date: string, isEnded = true) {
  const { body } = await as(member).call(createDelivery, { body: { ...recipient, scheduled_date } })
  if (isEnded) await as(member).call(changeDelivery, { params: { id: body.id }, body: { status: 'cancelled' } })
  return body.id
}

/** A night in UTC, at 3 in the morning. */
async function night(day: string): Promise<void> {
  at = new Date(`${day}T03:00:00Z`)
  await applyRetention(deps)
}

const nameOf = async (member: TestMember, id: string) =>
  (await as(member).call(getDelivery, { params: { id } })).body.recipient_name
const retentionOf = async (member: TestMember) => (await as(member).call(api.getRetention)).body

test('a workspace keeps everything until it says otherwise', async () => {
  at = new Date('2027-03-10T05:00:00Z')
  const member = await makeMember({ timeZone: 'UTC' })
  const id = await add(member, '2020-01-05')
  await night('2027-03-11')
  expect(await nameOf(member, id)).toBe('Sari')
  expect(await retentionOf(member)).toMatchObject({
    recipients_days: null,
    proofs_days: null,
    messages_days: null,
    audit_days: null,
    last_run: null,
    version: 1,
  })
})

test('what is older than the settings allow goes in the coming night, which says how much, and the rest stays', async () => {
  at = new Date('2027-03-10T05:00:00Z')
  const member = await makeMember({ timeZone: 'UTC' })
  const [old, edge, open] = [
    await add(member, '2027-02-08'),
    await add(member, '2027-02-09'),
    await add(member, '2027-01-01', false),
  ]
  await rig(deps.db, member.workspaceId, async (trx) => {
    await sql`set local role none`.execute(trx)
    await sql`insert into storage.buckets (workspace_id, id, name) values (${member.workspaceId}, 'proofs', 'proofs'), (${member.workspaceId}, 'documents', 'documents')`.execute(
      trx,
    )
    const sha256 = randomUUID().replaceAll('-', '').repeat(2)
    await sql`insert into storage.blobs values (${sha256}, 3, now())`.execute(trx)
    await sql`insert into storage.objects (workspace_id, bucket_id, name, sha256, size, metadata, version, created_at)
      select ${member.workspaceId}, bucket, 'p' || day, ${sha256}, 3, '{}', gen_random_uuid(), day
      from unnest(array['proofs', 'documents']) as bucket, unnest(array['2027-02-08T22:00Z', '2027-02-10T22:00Z']::timestamptz[]) as day`.execute(
      trx,
    )
    await sql`insert into realtime.messages (id, workspace_id, topic, event, payload, inserted_at, expires_at)
      select gen_random_uuid(), ${member.workspaceId}, 't', 'e', '{}', day, day + interval '3 days'
      from unnest(array['2027-03-09T20:00Z', '2027-03-10T20:00Z']::timestamptz[]) as day`.execute(trx)
  })
  const limits = { recipients_days: 30, proofs_days: 30, messages_days: 1, audit_days: 1 }
  const preview = await as(member).call(api.previewRetention, { query: limits })
  expect(preview.body).toEqual({ recipients: 1, proofs: 1, messages: 1, audit: 0 })
  const changed = await as(member).call(api.changeRetention, { body: limits, headers: { 'if-match': '"1"' } })
  expect(changed).toMatchObject({ status: 200, headers: { etag: '"2"' } })
  // Not at once: the coming night.
  await applyRetention(deps)
  expect(await nameOf(member, old)).toBe('Sari')

  await night('2027-03-11')
  const after = await retentionOf(member)
  expect(after.last_run).toEqual({
    day: '2027-03-11',
    finished_at: at.toISOString(),
    removed: { recipients: 1, proofs: 1, messages: 1, audit: 0 },
  })
  expect([await nameOf(member, old), await nameOf(member, edge), await nameOf(member, open)]).toEqual([
    null,
    'Sari',
    'Sari',
  ])
  const { chain } = (await as(member).call(listDeliveryEvents, { params: { id: old } })).body
  expect(chain).toMatchObject({ misfit: null, erased_at: at.toISOString() })
  const files = await inWorkspace(deps.db, member.workspaceId, (trx) =>
    trx.selectFrom('storage.objects').select('bucket_id').execute(),
  )
  expect(files.map(({ bucket_id }) => bucket_id).toSorted()).toEqual(['documents', 'documents', 'proofs'])

  // The audit log tells of the settings before and after, and of what the night removed.
  const { rows } = await owner.query(
    `select action, changes from audit_entries where workspace_id = $1 and action like 'retention.%' order by number`,
    [member.workspaceId],
  )
  expect(rows).toMatchObject([
    { action: 'retention.updated', changes: { recipients_days: { from: null, to: 30 } } },
    {
      action: 'retention.applied',
      changes: { last_run: { from: null, to: { removed: { recipients: 1, proofs: 1 } } } },
    },
  ])
  // The next night drops who that was, and says so.
  await night('2027-03-12')
  expect((await retentionOf(member)).last_run).toMatchObject({
    day: '2027-03-12',
    removed: { recipients: 1, audit: expect.any(Number) },
  })
  const left = await owner.query(
    `select count(*)::int from audit_entries where workspace_id = $1 and at < '2027-03-11' and opened <> '{}'`,
    [member.workspaceId],
  )
  expect(left.rows).toEqual([{ count: 0 }])
})

test('each workspace has its own night, and a night is made up for when no server ran', async () => {
  at = new Date('2027-03-10T05:00:00Z')
  const jakarta = await makeMember({ timeZone: 'Asia/Jakarta' })
  const utc = await makeMember({ timeZone: 'UTC' })
  for (const member of [jakarta, utc]) await as(member).call(api.changeRetention, { body: { recipients_days: 30 } })
  const due = async (moment: string) => {
    const all = await workspacesToClean(deps.db, new Date(moment))
    return [jakarta, utc].map(({ workspaceId }) => all.find((each) => each.workspaceId === workspaceId)?.day)
  }
  expect(await due('2027-03-10T18:30:00Z')).toEqual([undefined, undefined])
  expect(await due('2027-03-10T19:00:00Z')).toEqual(['2027-03-11', undefined])
  expect(await due('2027-03-11T01:59:00Z')).toEqual(['2027-03-11', undefined])
  expect(await due('2027-03-11T02:00:00Z')).toEqual(['2027-03-11', '2027-03-11'])
  expect(await due('2027-03-14T12:00:00Z')).toEqual(['2027-03-14', '2027-03-14'])
})

test('of several servers, together they remove everything once, also after one of them died', async () => {
  at = new Date('2027-03-10T05:00:00Z')
  const member = await makeMember({ timeZone: 'UTC' })
  const { workspaceId } = member
  for (let n = 0; n < 4; n++) await add(member, '2027-01-01')
  await as(member).call(api.changeRetention, { body: { recipients_days: 30 } })
  at = new Date('2027-03-11T03:00:00Z')
  const due = { workspaceId, day: '2027-03-11' }
  const dying = inWorkspace(deps.db, workspaceId, async (trx) => {
    await applyPart(trx, due, at)
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')
  await Promise.all([applyRetention(deps), applyRetention(deps), applyRetention(deps)])
  expect((await retentionOf(member)).last_run?.removed.recipients).toBe(4)
  const { rows } = await owner.query(
    `select count(*)::int from events where workspace_id = $1 and type = 'retention.applied'`,
    [workspaceId],
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('only managers see and change how long data is kept, from the version that they have seen', async () => {
  at = new Date('2027-03-10T05:00:00Z')
  const member = await makeMember({ timeZone: 'UTC' })
  const dispatcher = await makeMember({ workspaceId: member.workspaceId, role: 'dispatcher' })
  expect(await as(dispatcher).call(api.getRetention)).toMatchObject({ status: 403, code: 'not_allowed' })
  await as(member).call(api.changeRetention, { body: { proofs_days: 90 } })
  const late = await as(member).call(api.changeRetention, { body: { proofs_days: 10 }, headers: { 'if-match': '"1"' } })
  expect(late).toMatchObject({ status: 412, code: 'version_conflict' })
  for (const days of [0, 1.5, 4000]) {
    const wrong = await as(member).call(api.changeRetention, { body: { proofs_days: days } })
    expect(wrong, String(days)).toMatchObject({ status: 400, errors: [{ path: 'proofs_days' }] })
  }
  expect((await as(member).call(api.changeRetention, { body: { proofs_days: null } })).body.proofs_days).toBe(null)
})
