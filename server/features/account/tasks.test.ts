import { beforeEach, expect, test } from 'vitest'
import * as api from '#domain/api/account.ts'
import { createPlan, getPlan } from '#domain/api/plans.ts'
import { createApiKey } from '#domain/api/api-keys.ts'
import { listDrivers } from '#domain/api/drivers.ts'
import { getMe, loadSampleData } from '#domain/api/workspace.ts'
import { keyScopes } from '#domain/permissions.ts'
import { openPool, inAuthScope } from '../../db/connect.ts'
import { openQueue } from '../../queue/queue.ts'
import { peopleOf } from '../../testing/people.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'
import { leaveWorkspaces } from './commands.ts'
import { carryOutDeletions } from './tasks.ts'

let now = new Date()
beforeEach(() => {
  now = new Date()
})

const testing = await testApp(() => ({ now: () => now }))
const { as, deps, databaseUrl, makeMember } = testing
const { join, foundAnother, membersOf, anotherSession, addFactor } = peopleOf(testing)

const days = (count: number) => (now = new Date(now.getTime() + count * 86_400_000))

const request = (member: TestMember, workspaces: unknown[]) =>
  as(member).call(api.requestAccountDeletion, { body: { confirmation: member.email, workspaces: workspaces as [] } })

const remove = (id: string) => ({ id, action: 'delete' })
const give = (id: string, to: TestMember) => ({ id, action: 'transfer', new_owner_id: to.userId })

/** How many rows contain this ID, by column, in all our tables, read as the owner, whom no policy restricts. */
async function rowsNaming(id: string): Promise<Record<string, number>> {
  const owner = openPool(databaseUrl, { onError: () => {} })
  const { rows: columns } = await owner.query<{ table: string; column: string }>(
    `select format('%I.%I', n.nspname, c.relname) as table, a.attname as column
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'auth', 'site', 'storage')
       and a.attnum > 0 and not a.attisdropped and a.atttypid = 'uuid'::regtype`,
  )
  const found: Record<string, number> = {}
  for (const { table, column } of columns) {
    const { rows } = await owner.query(`select count(*)::int as count from ${table} where ${column} = $1`, [id])
    if (rows[0].count > 0) found[`${table}.${column}`.replace('public.', '')] = rows[0].count
  }
  await owner.end()
  return found
}

const isThere = (id: string) =>
  inAuthScope(deps.db, async (trx) =>
    Boolean(await trx.selectFrom('auth.users').select('id').where('id', '=', id).executeTakeFirst()),
  )

test('after seven days, and not earlier, a workspace with 120 deliveries and a plan is gone without a trace', async () => {
  const member = await makeMember()
  await planSampleDay(member, (await as(member).call(loadSampleData)).body.day)
  await as(member).call(createApiKey, { body: { name: 'Shop', scopes: [...keyScopes] } })
  await addFactor(member)
  const full = await anotherSession(member, { aal: 'aal2' })
  const before = await rowsNaming(member.workspaceId)
  expect(before).toMatchObject({
    'deliveries.workspace_id': 120,
    'plans.workspace_id': 1,
    'api_keys.workspace_id': 1,
  })
  expect(before['stops.workspace_id']).toBeGreaterThan(100)
  expect(before['delivery_events.workspace_id']).toBeGreaterThanOrEqual(120)
  expect((await request(full, [remove(member.workspaceId)])).status).toBe(200)

  const requestedAt = now
  now = new Date(requestedAt.getTime() + 7 * 86_400_000 - 1)
  await carryOutDeletions(deps)
  expect(await isThere(member.userId)).toBe(true)

  now = new Date(requestedAt.getTime() + 7 * 86_400_000)
  const other = await makeMember()
  await as(other).call(loadSampleData)
  await carryOutDeletions(deps)
  expect(await isThere(member.userId)).toBe(false)
  expect(await rowsNaming(member.workspaceId)).toEqual({})
  expect(Object.keys(await rowsNaming(member.userId))).toEqual([
    'auth.audit_entries.user_id',
    'auth.audit_entries.actor_id',
  ])
  expect(await as(full).call(api.getAccount)).toMatchObject({ status: 401, code: 'session_ended' })
  expect(await rowsNaming(other.workspaceId)).toMatchObject({ 'deliveries.workspace_id': 120 })
  expect((await as(other).call(getMe)).status).toBe(200)
})

test('the address can be used again', async () => {
  const member = await makeMember()
  await request(member, [remove(member.workspaceId)])
  const addSomebody = () =>
    inAuthScope(deps.db, (trx) =>
      trx
        .insertInto('auth.users')
        .values({ email: member.email, phone: null, password_hash: null, app_metadata: '{}', user_metadata: '{}' })
        .execute(),
    )
  await expect(addSomebody()).rejects.toThrow(/users_email/)
  days(8)
  await carryOutDeletions(deps)
  await expect(addSomebody()).resolves.toBeDefined()
})

test('a person who withdrew the deletion keeps the account', async () => {
  const member = await makeMember()
  await request(member, [remove(member.workspaceId)])
  await as(member).call(api.withdrawAccountDeletion)
  days(30)
  await carryOutDeletions(deps)
  expect((await as(member).call(getMe)).status).toBe(200)
})

test('several workspaces each follow their own choice', async () => {
  const member = await makeMember()
  const heir = await makeMember({ workspaceId: member.workspaceId, role: 'viewer' })
  const admin = await makeMember({ workspaceId: member.workspaceId, role: 'admin' })
  const thrownAway = await foundAnother(member)
  const coOwner = await makeMember()
  await join(member, coOwner.workspaceId, 'owner')
  const host = await makeMember()
  await join(member, host.workspaceId, 'dispatcher')

  expect((await request(member, [give(member.workspaceId, heir), remove(thrownAway)])).status).toBe(200)
  days(7)
  await carryOutDeletions(deps)
  expect(await membersOf(member.workspaceId)).toEqual([
    { user_id: heir.userId, role: 'owner' },
    { user_id: admin.userId, role: 'admin' },
  ])
  expect(await membersOf(thrownAway)).toEqual([])
  expect(await rowsNaming(thrownAway)).toEqual({})
  expect(await membersOf(coOwner.workspaceId)).toEqual([{ user_id: coOwner.userId, role: 'owner' }])
  expect(await membersOf(host.workspaceId)).toEqual([{ user_id: host.userId, role: 'owner' }])
})

test('an outdated choice never destroys other people’s work', async () => {
  const member = await makeMember()
  const heir = await makeMember({ workspaceId: member.workspaceId, role: 'admin' })
  const stays = await makeMember({ workspaceId: member.workspaceId, role: 'dispatcher' })
  const second = await foundAnother(member)
  await request(member, [give(member.workspaceId, heir), remove(second)])
  // The new owner's account is deleted first, and the other workspace gets a second owner.
  const partner = await makeMember()
  await join(partner, second, 'owner')
  await request(heir, [])
  const late = await foundAnother(member)
  await inAuthScope(deps.db, (trx) => leaveWorkspaces(trx, heir.userId, deps.now()))
  days(7)
  await carryOutDeletions(deps)
  expect(await membersOf(member.workspaceId)).toEqual([{ user_id: stays.userId, role: 'owner' }])
  expect(await membersOf(second)).toEqual([{ user_id: partner.userId, role: 'owner' }])
  expect(await rowsNaming(late)).toEqual({})
})

test('two servers delete each account once, even when they repeat', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => makeMember()))
  for (const member of members) await request(member, [remove(member.workspaceId)])
  days(7)
  await Promise.all([carryOutDeletions(deps), carryOutDeletions(deps)])
  await carryOutDeletions(deps)
  for (const { userId } of members) {
    expect(await isThere(userId)).toBe(false)
    const deleted = await inAuthScope(deps.db, (trx) =>
      trx
        .selectFrom('auth.audit_entries')
        .select('id')
        .where('user_id', '=', userId)
        .where('action', '=', 'user_deleted')
        .execute(),
    )
    expect(deleted).toHaveLength(1)
  }
})

test('two owners who leave at once do not leave a workspace without an owner', async () => {
  const first = await makeMember()
  const second = await makeMember({ workspaceId: first.workspaceId, role: 'owner' })
  const worker = await makeMember({ workspaceId: first.workspaceId, role: 'driver' })
  const leave = ({ userId }: TestMember) => inAuthScope(deps.db, (trx) => leaveWorkspaces(trx, userId, deps.now()))
  await Promise.all([leave(first), leave(second)])
  expect(await membersOf(first.workspaceId)).toEqual([{ user_id: worker.userId, role: 'owner' }])
  await leave(worker)
  expect(await rowsNaming(first.workspaceId)).toEqual({})
})

test('withdrawing during the deletion either keeps the whole account or nothing', async () => {
  for (let round = 0; round < 5; round++) {
    const member = await makeMember()
    await request(member, [remove(member.workspaceId)])
    days(7)
    const [kept] = await Promise.all([as(member).call(api.withdrawAccountDeletion), carryOutDeletions(deps)])
    const isKept = kept!.status === 200
    if (!isKept) expect(kept).toMatchObject({ status: 401, code: 'session_ended' })
    expect(await isThere(member.userId)).toBe(isKept)
    expect(await rowsNaming(member.workspaceId)).toEqual(
      isKept ? { 'workspaces.id': 1, 'members.workspace_id': 1 } : {},
    )
  }
})

test('an account that cannot be deleted does not block the others', async () => {
  const [stuck, member] = [await makeMember(), await makeMember()]
  for (const each of [stuck, member]) await request(each, [remove(each.workspaceId)])
  days(7)
  const owner = openPool(databaseUrl, { onError: () => {} })
  await owner.query(`create table public.holds (workspace_id uuid references workspaces)`)
  await owner.query(`insert into public.holds values ($1)`, [stuck.workspaceId])
  await expect(carryOutDeletions(deps)).rejects.toThrow('1 accounts could not be deleted')
  expect([await isThere(stuck.userId), await isThere(member.userId)]).toEqual([true, false])
  expect(await membersOf(stuck.workspaceId)).toHaveLength(1)
  await owner.query(`drop table public.holds`)
  await owner.end()
  await carryOutDeletions(deps)
  expect(await isThere(stuck.userId)).toBe(false)
})

/** A calculated plan of the sample day. */
async function planSampleDay(member: TestMember, day: string): Promise<void> {
  const { data } = (await as(member).call(listDrivers)).body
  const body = { day, driver_ids: data.map(({ id }) => id), time_limit_seconds: 1 }
  const { id } = (await as(member).call(createPlan, { body })).body
  const queue = await openQueue(deps.pool, () => {})
  workOnPlans({ ...deps, queue })
  for (;;) {
    const { state } = (await as(member).call(getPlan, { params: { id } })).body
    if (state === 'draft') break
    if (state === 'failed') throw new Error('the plan failed')
    await new Promise((wake) => setTimeout(wake, 50))
  }
  await queue.stop()
}
