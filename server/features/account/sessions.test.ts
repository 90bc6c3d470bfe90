import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as api from '#domain/api/account.ts'
import { createApiKey } from '#domain/api/api-keys.ts'
import { getMe } from '#domain/api/workspace.ts'
import { keyScopes } from '#domain/permissions.ts'
import { inAuthScope } from '../../db/connect.ts'
import { peopleOf } from '../../testing/people.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { rig } from '../../testing/rig.ts'

const testing = await testApp()
const { app, as, deps, makeMember } = testing
const { anotherSession, addFactor, join, foundAnother } = peopleOf(testing)

/** Any endpoint that needs no input. */
const get = async ({ token }: TestMember, { path }: { path: string }) => {
  const reply = await app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${token}` } })
  return { status: reply.statusCode, body: reply.json() }
}

const actionsOf = (userId: string) =>
  inAuthScope(deps.db, async (trx) => {
    const rows = await trx.selectFrom('auth.audit_entries').select('action').where('user_id', '=', userId).execute()
    return rows.map(({ action }) => action)
  })

test('a person sees their account and all their workspaces, the default one first', async () => {
  const theirs = await makeMember()
  const mine = await makeMember()
  const second = await foundAnother(mine)
  await join(mine, theirs.workspaceId, 'viewer', new Date('2020-01-01'))
  const { status, body, headers } = await as(mine).call(api.getAccount)
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toMatchObject({ id: mine.userId, email: mine.email, deletion_due_at: null, aal: 'aal1' })
  expect(body.workspaces.map(({ id, role, is_open }) => [id, role, is_open])).toEqual([
    [theirs.workspaceId, 'viewer', true],
    [mine.workspaceId, 'owner', true],
    [second, 'owner', true],
  ])
  expect((await as(mine).call(getMe)).body.workspace.id).toBe(theirs.workspaceId)
})

test('someone without a workspace still has an account', async () => {
  const person = await makeMember()
  await rig(deps.db, person.workspaceId, (trx) => trx.deleteFrom('members').execute())
  expect(await as(person).call(getMe)).toMatchObject({ status: 403, code: 'no_workspace' })
  expect((await as(person).call(api.getAccount)).body).toMatchObject({ email: person.email, workspaces: [] })
  expect((await as(person).call(api.getAccountDeletion)).body).toMatchObject({ owned: [], shared: [] })
})

test('sessions are told apart by device and place, this one first', async () => {
  const here = await makeMember()
  const old = await anotherSession(here, {
    createdAt: new Date('2026-01-01'),
    userAgent: 'curl/8.5.0',
    ip: '2001:db8::1',
  })
  const there = await anotherSession(here, {
    createdAt: new Date('2026-02-01'),
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    ip: '192.0.2.7',
    aal: 'aal2',
  })
  await makeMember()
  await inAuthScope(deps.db, (trx) =>
    trx
      .updateTable('auth.sessions')
      .set({
        refreshed_at: new Date('2026-02-03'),
        last_used_at: new Date('2026-02-04'),
        last_ip: '192.0.2.9',
        last_user_agent: 'Mozilla/5.0 (Windows NT 10.0; rv:141.0) Gecko/20100101 Firefox/141.0',
      })
      .where('id', '=', there.sessionId)
      .execute(),
  )
  const { data } = (await as(here).call(api.listAccountSessions)).body
  expect(data).toMatchObject([
    { id: here.sessionId, is_current: true, device: 'Unknown device', ip: null },
    {
      id: there.sessionId,
      is_current: false,
      device: 'Firefox on Windows',
      ip: '192.0.2.9',
      aal: 'aal2',
      created_at: '2026-02-01T00:00:00.000Z',
      last_used_at: '2026-02-04T00:00:00.000Z',
    },
    { id: old.sessionId, device: 'curl', ip: '2001:db8::1', last_used_at: '2026-01-01T00:00:00.000Z' },
  ])
  expect(data).toHaveLength(3)
})

test('an ended session is refused at once, and the log says so', async () => {
  const here = await makeMember()
  const there = await anotherSession(here)
  expect((await as(there).call(getMe)).status).toBe(200)
  const end = () => as(here).call(api.endAccountSession, { params: { id: there.sessionId } })
  expect((await end()).status).toBe(204)
  expect(await as(there).call(getMe)).toMatchObject({ status: 401, code: 'session_ended' })
  expect(await as(there).call(api.getAccount)).toMatchObject({ status: 401, code: 'session_ended' })
  expect(await end()).toMatchObject({ status: 404, code: 'session_not_found' })
  expect(await actionsOf(here.userId)).toEqual(['logout'])
})

test("other people's sessions, unknown IDs and nonsense are not found and end nothing", async () => {
  const [mine, theirs] = [await makeMember(), await makeMember()]
  const end = (id: string) => as(mine).call(api.endAccountSession, { params: { id } })
  expect(await end(theirs.sessionId)).toMatchObject({ status: 404, code: 'session_not_found' })
  expect(await end(randomUUID())).toMatchObject({ status: 404, code: 'session_not_found' })
  expect(await end("' or true --")).toMatchObject({ status: 400, code: 'validation_failed' })
  expect((await as(theirs).call(getMe)).status).toBe(200)
})

test('all other sessions of the person end once, and those of other people stay', async () => {
  const [mine, theirs] = [await makeMember(), await makeMember()]
  const others = [await anotherSession(mine), await anotherSession(mine), await anotherSession(mine)]
  const end = () => as(mine).call(api.endOtherAccountSessions)
  const replies = await Promise.all([end(), end()])
  expect(replies.map(({ body }) => body.ended).sort()).toEqual([0, 3])
  for (const other of others) expect((await as(other).call(getMe)).code).toBe('session_ended')
  expect((await as(mine).call(getMe)).status).toBe(200)
  expect((await as(theirs).call(getMe)).status).toBe(200)
  expect(await actionsOf(mine.userId)).toEqual(['logout'])
})

test('a person with a second factor must confirm it for everything except the account itself', async () => {
  const plain = await makeMember()
  const endpoints = [api.listAccountSessions, api.downloadAccountData, api.getAccountDeletion]
  await addFactor(plain, 'unverified')
  for (const endpoint of endpoints) expect((await get(plain, endpoint)).status, endpoint.id).toBe(200)

  const half = await makeMember()
  await addFactor(half)
  const full = await anotherSession(half, { aal: 'aal2' })
  const refused = { status: 403, body: { code: 'second_factor_required', has_second_factor: true } }
  for (const endpoint of endpoints) {
    expect(await get(half, endpoint), endpoint.id).toMatchObject(refused)
    expect((await get(full, endpoint)).status, endpoint.id).toBe(200)
  }
  expect(await as(half).call(api.endOtherAccountSessions)).toMatchObject(refused)
  expect(await as(half).call(api.withdrawAccountDeletion)).toMatchObject(refused)
  expect((await as(half).call(api.getAccount)).body).toMatchObject({ aal: 'aal1', has_second_factor: true })
  expect((await as(full).call(api.getAccount)).body).toMatchObject({ aal: 'aal2', has_second_factor: true })
})

test('API keys, banned people and other people’s sessions are refused', async () => {
  const owner = await makeMember()
  const { secret } = (await as(owner).call(createApiKey, { body: { name: 'Shop', scopes: [...keyScopes] } })).body
  expect(await as({ ...owner, token: secret }).call(api.getAccount)).toMatchObject({ code: 'not_for_api_keys' })

  const stranger = await makeMember()
  const mixed = testing.signToken({ ...stranger, sessionId: owner.sessionId })
  expect(await as({ ...stranger, token: mixed }).call(api.getAccount)).toMatchObject({ code: 'session_ended' })

  await inAuthScope(deps.db, (trx) =>
    trx
      .updateTable('auth.users')
      .set({ banned_until: new Date(Date.now() + 60_000) })
      .where('id', '=', stranger.userId)
      .execute(),
  )
  expect(await as(stranger).call(api.getAccount)).toMatchObject({ status: 401, code: 'session_ended' })
})

test('sessions past the limits of this server are not listed', async () => {
  const limited = await testApp((parts) => ({
    config: { ...parts.config, auth: { ...parts.config.auth, sessionMaxSeconds: 3600, sessionInactivitySeconds: 600 } },
  }))
  const people = peopleOf(limited)
  const ago = (seconds: number) => ({ createdAt: new Date(Date.now() - seconds * 1000) })
  const here = await limited.makeMember()
  await people.anotherSession(here, ago(3700))
  await people.anotherSession(here, ago(700))
  const alive = await people.anotherSession(here, ago(500))
  const { data } = (await limited.as(here).call(api.listAccountSessions)).body
  expect(data.map(({ id }) => id)).toEqual([here.sessionId, alive.sessionId])
})
