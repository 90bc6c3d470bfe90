import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeWorkspace, getMe } from '#domain/api/workspace.ts'
import * as own from '#domain/api/workspaces.ts'
import type { Role } from '#domain/permissions.ts'
import { inAuthScope, inWorkspace } from '../../db/connect.ts'
import { authClients } from '../../testing/auth-client.ts'
import { usualLimits } from '#domain/quotas.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { rig } from '../../testing/rig.ts'

const testing = await testApp(({ config }) => ({
  config: { ...config, quotas: { ...usualLimits, workspaces_per_person: 3 } },
}))
const { as, deps, makeMember } = testing
const { signedUp } = await authClients(testing)

/** Signs a person up through the public client, for calls to the product. */
async function founder(data: Record<string, unknown> = {}) {
  const { user, session, email } = await signedUp(data)
  const member = { userId: user.id, workspaceId: '', sessionId: '', email, token: session.access_token }
  const { body } = await as(member).call(getMe)
  return { ...member, workspaceId: body.workspace.id, me: body }
}

test('a person who signs up owns a new workspace with default settings', async () => {
  const { me, userId, email } = await founder({
    workspace_name: '  Kopi Kirim  ',
    time_zone: 'Asia/Jakarta',
    language: 'id-ID',
  })
  expect(me).toMatchObject({
    user_id: userId,
    email,
    role: 'owner',
    workspace: {
      name: 'Kopi Kirim',
      tier: 'free',
      time_zone: 'Asia/Jakarta',
      language: 'id-ID',
      start_time: '09:00',
      end_time: '17:00',
      speed_kmh: 40,
      fuel_l_per_km: 0.1,
    },
  })
})

test('unusable requests for the workspace are ignored', async () => {
  for (const data of [
    { workspace_name: 'x'.repeat(101), time_zone: 'Mars/Olympus', language: 'tlh' },
    { workspace_name: '  ', time_zone: 7 },
    { workspace_name: { a: 1 }, time_zone: ['UTC'] },
  ]) {
    const { me } = await founder(data)
    expect(me.workspace.name).toMatch(/'s deliveries$/)
    expect(me.workspace).toMatchObject({ time_zone: 'UTC', language: 'en-GB' })
  }
})

test('a new person sees only their own, empty workspace', async () => {
  const earlier = await founder()
  await rig(deps.db, earlier.workspaceId, (trx) =>
    sql`insert into depots (workspace_id, name, address, lat, lng)
      values (${earlier.workspaceId}, 'Depot', 'Jl. Asia Afrika', -6.2, 106.8)`.execute(trx),
  )
  const later = await founder()
  expect(later.workspaceId).not.toBe(earlier.workspaceId)
  const seen = await inWorkspace(deps.db, later.workspaceId, async (trx) => ({
    workspaces: (await trx.selectFrom('workspaces').select('id').execute()).map(({ id }) => id),
    members: (await trx.selectFrom('members').select('user_id').execute()).map(({ user_id }) => user_id),
    depots: await trx.selectFrom('depots').select('id').execute(),
  }))
  expect(seen).toEqual({ workspaces: [later.workspaceId], members: [later.userId], depots: [] })

  const asked = await as(later).call(getMe, { headers: { 'karta-workspace': earlier.workspaceId } })
  expect(asked).toMatchObject({ status: 403, code: 'no_workspace' })
})

test('only the given settings of this workspace change', async () => {
  const [mine, theirs] = [await founder(), await founder()]
  const { status, body } = await as(mine).call(changeWorkspace, {
    body: { name: 'North', start_time: '08:00', currency: 'IDR', speed_kmh: 32.5, language: 'de-DE' },
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    ...mine.me.workspace,
    name: 'North',
    start_time: '08:00',
    currency: 'IDR',
    speed_kmh: 32.5,
    language: 'de-DE',
    version: 2,
  })
  expect((await as(mine).call(getMe)).body.workspace).toEqual(body)
  expect((await as(theirs).call(getMe)).body.workspace).toEqual(theirs.me.workspace)
  expect((await as(mine).call(changeWorkspace, { body: {} })).body).toEqual(body)
})

test('the working day cannot end before it starts, even if only one end is given', async () => {
  const mine = await founder()
  const refused = await as(mine).call(changeWorkspace, { body: { start_time: '17:00' } })
  expect(refused).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ path: 'start_time' }] })
  expect(await as(mine).call(changeWorkspace, { body: { end_time: '08:59' } })).toMatchObject({
    code: 'validation_failed',
    errors: [{ path: 'end_time' }],
  })
  expect((await as(mine).call(getMe)).body.workspace).toEqual(mine.me.workspace)
})

test('only owners and admins change settings, and everyone may see who they are', async () => {
  const owner = await founder()
  for (const role of ['dispatcher', 'driver', 'viewer'] as const) {
    const member = await makeMember({ role, workspaceId: owner.workspaceId })
    expect(await as(member).call(changeWorkspace, { body: { name: 'Mine' } })).toMatchObject({ code: 'not_allowed' })
    expect((await as(member).call(getMe)).body).toMatchObject({ role, workspace: { id: owner.workspaceId } })
  }
  const admin = await makeMember({ role: 'admin', workspaceId: owner.workspaceId })
  expect((await as(admin).call(changeWorkspace, { body: { name: 'Ours' } })).status).toBe(200)
})

/** Makes somebody a member of one more workspace. */
const join = (workspaceId: string, userId: string, role: Role) =>
  rig(deps.db, workspaceId, (trx) =>
    trx.insertInto('members').values({ workspace_id: workspaceId, user_id: userId, role, name: 'Budi' }).execute(),
  )

test('a person lists the workspaces they belong to, the last one used first, and no others', async () => {
  const person = await founder({ workspace_name: 'Own' })
  const shared = await founder({ workspace_name: 'Shared' })
  const strange = await founder()
  await join(shared.workspaceId, person.userId, 'viewer')
  const mine = () => as(person).call(own.listWorkspaces)
  const { trial_ends_at } = person.me.workspace
  expect((await mine()).body.data).toEqual([
    {
      id: person.workspaceId,
      name: 'Own',
      role: 'owner',
      state: 'active',
      tier: 'free',
      trial_ends_at,
      is_open: true,
      last_used_at: null,
    },
    expect.objectContaining({ id: shared.workspaceId, name: 'Shared', role: 'viewer' }),
  ])

  expect((await as(person).call(own.noteWorkspaceUse, { params: { id: shared.workspaceId } })).status).toBe(204)
  const [first, second] = (await mine()).body.data
  expect([first?.id, second?.id]).toEqual([shared.workspaceId, person.workspaceId])
  expect(Date.parse(first!.last_used_at!)).toBeGreaterThan(0)

  expect(await as(person).call(own.noteWorkspaceUse, { params: { id: strange.workspaceId } })).toMatchObject({
    status: 403,
    code: 'no_workspace',
  })
  expect(await as(null).call(own.listWorkspaces)).toMatchObject({ code: 'not_signed_in' })
})

test('a further workspace is its founder’s, with the chosen settings, and without a second trial', async () => {
  const person = await founder({ full_name: 'Maya Sari', time_zone: 'Asia/Jakarta' })
  const { call } = as(person)
  const settings = { name: 'Kopi Bandung', time_zone: 'Asia/Jakarta', language: 'id-ID', currency: 'IDR' } as const
  const { status, body } = await call(own.createWorkspace, { body: settings })
  expect([status, body]).toEqual([201, expect.objectContaining({ ...settings, tier: 'free' })])
  expect(body.trial_ends_at).toBe(body.created_at)
  expect(Date.parse(person.me.workspace.trial_ends_at)).toBeGreaterThan(Date.parse(person.me.workspace.created_at))

  const there = { headers: { 'karta-workspace': body.id } }
  expect((await call(getMe, there)).body).toMatchObject({ role: 'owner', workspace: { id: body.id } })
  // The one that was created is opened next.
  expect((await call(own.listWorkspaces)).body.data.map(({ id }) => id)).toEqual([body.id, person.workspaceId])
  expect(await call(own.createWorkspace, { body: { name: ' ' } })).toMatchObject({ code: 'validation_failed' })
})

test('somebody who never had a trial begins it with their first workspace, and only one of two at once has it', async () => {
  const person = await makeMember({ role: 'viewer' })
  const create = (name: string) => as(person).call(own.createWorkspace, { body: { name } })
  const made = await Promise.all([create('North'), create('South')])
  const trials = made.filter(({ body }) => body.trial_ends_at !== body.created_at)
  expect(trials).toHaveLength(1)
  expect(trials[0]!.body).toMatchObject({ time_zone: 'UTC', language: 'en-GB', currency: 'USD' })
})

test('a person owns so many workspaces at most, however many are created at once', async () => {
  const person = await makeMember({ role: 'viewer' })
  const create = () => as(person).call(own.createWorkspace, { body: { name: 'One more' } })
  const made = await Promise.all(Array.from({ length: 4 }, create))
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 403])
  const { body } = made.find(({ status }) => status === 403)!
  expect(body).toMatchObject({
    code: 'quota_reached',
    quota: 'workspaces_per_person',
    detail:
      'You own 3 workspaces, which is as many as one person may. Delete one that you no longer need, or ask the operator of this server for a higher limit.',
  })
})

test('an owner deletes a workspace by its name, with everything in it, and the others stay', async () => {
  const person = await founder({ workspace_name: 'Kept' })
  const { body: doomed } = await as(person).call(own.createWorkspace, { body: { name: 'Pop-up' } })
  const admin = await makeMember({ role: 'admin', workspaceId: doomed.id })
  const remove = (member: TestMember, confirmation: string) =>
    as(member).call(own.deleteWorkspace, { params: { id: doomed.id }, body: { confirmation } })

  expect(await remove(await makeMember(), 'Pop-up')).toMatchObject({ status: 403, code: 'no_workspace' })
  expect(await remove(admin, 'Pop-up')).toMatchObject({ status: 403, code: 'not_allowed' })
  expect(await remove(person, 'Popup')).toMatchObject({ code: 'validation_failed', errors: [{ path: 'confirmation' }] })
  expect((await remove(person, ' pop-up ')).status).toBe(204)
  expect(await remove(person, 'Pop-up')).toMatchObject({ code: 'no_workspace' })
  expect((await as(person).call(own.listWorkspaces)).body.data).toMatchObject([{ name: 'Kept' }])
  expect((await as(admin).call(own.listWorkspaces)).body.data).toEqual([])
  expect(await as(admin).call(getMe)).toMatchObject({ code: 'no_workspace' })
})

test('whoever signed in a while ago confirms that it is them before they delete a workspace', async () => {
  const owner = await makeMember()
  await inAuthScope(deps.db, (trx) =>
    trx
      .updateTable('auth.sessions')
      .set({ created_at: new Date(deps.now().getTime() - 3_600_000) })
      .where('id', '=', owner.sessionId)
      .execute(),
  )
  const refused = await as(owner).call(own.deleteWorkspace, {
    params: { id: owner.workspaceId },
    body: { confirmation: 'Test deliveries' },
  })
  expect(refused).toMatchObject({ status: 403, code: 'recent_sign_in_required' })
})

test('nobody gets in without signing in', async () => {
  expect(await as(null).call(getMe)).toMatchObject({ status: 401, code: 'not_signed_in' })
})
