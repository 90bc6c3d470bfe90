import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createApiKey } from '#domain/api/api-keys.ts'
import { AppError } from '#domain/errors.ts'
import { forged } from '../../testing/forged.ts'
import { peopleOf } from '../../testing/people.ts'
import { testApp } from '../../testing/test-app.ts'
import { actAs, admitShown, admitWire, inWire } from './wire.ts'
import { rig } from '../../testing/rig.ts'

const made = await testApp()
const { as, deps, makeMember } = made
const { publishableKey, secretKey } = deps.keys

/** A service that only says who calls, and what the transaction is told about it. */
const service = Fastify()
afterAll(() => service.close())
service.setErrorHandler((error, _request, reply) => {
  if (!(error instanceof AppError)) throw error
  return reply.status(401).send({ code: error.code, ...error.detail })
})
const settings = sql<Record<string, string>>`select current_setting('karta.role', true) as role,
  current_setting('karta.person', true) as person, current_setting('karta.workspace', true) as workspace`
service.get('/who', async (request, reply) => {
  const admission = await admitWire({ deps, request, reply }, { keyInQuery: 'socket' in (request.query as object) })
  return inWire(deps, admission, async (trx, actor) => {
    const { rows } = await settings.execute(trx)
    const seen = await trx.selectFrom('workspaces').select('id').execute()
    return { kind: actor.kind, actor, settings: rows[0], seen: seen.map(({ id }) => id) }
  })
})

async function who(headers: Record<string, string>, query: Record<string, string> = {}) {
  const reply = await service.inject({ url: '/who', headers, query })
  return { headers: reply.headers, ...reply.json() }
}
const bearer = (token: string, apikey = publishableKey) => ({ apikey, authorization: `Bearer ${token}` })

test('the publishable key, alone or twice, and nothing at all are anybody, who sees nothing', async () => {
  const legacy = deps.keys.sign({ iss: 'karta', role: 'anon' })
  const shown: Record<string, string>[] = [
    {},
    { apikey: publishableKey },
    bearer(publishableKey),
    bearer(legacy, legacy),
  ]
  for (const headers of shown) {
    expect(await who(headers)).toMatchObject({ kind: 'anon', seen: [] })
  }
})

test('a member works in the first workspace or the named one, by header or query', async () => {
  const member = await makeMember({ role: 'dispatcher' })
  const other = await makeMember()
  await peopleOf(made).join(member, other.workspaceId, 'viewer', new Date(Date.now() + 60_000))
  const settingsIn = (workspace: string, role: string) => ({
    kind: 'member',
    seen: [workspace],
    settings: { role, person: member.userId, workspace },
  })
  const headers = bearer(member.token)
  expect(await who(headers)).toMatchObject(settingsIn(member.workspaceId, 'dispatcher'))
  for (const found of [
    await who({ ...headers, 'karta-workspace': other.workspaceId }),
    await who(headers, { 'karta-workspace': other.workspaceId }),
    await who(headers, { 'Karta-Workspace': other.workspaceId }),
  ]) {
    expect(found).toMatchObject(settingsIn(other.workspaceId, 'viewer'))
  }
  for (const wrong of ['x', (await makeMember()).workspaceId]) {
    expect(await who({ ...headers, 'karta-workspace': wrong })).toMatchObject({ code: 'no_workspace' })
  }
})

test('a member who owes a second factor, and a session that ended, are refused', async () => {
  const member = await makeMember()
  const { token } = await peopleOf(made).anotherSession(member)
  await peopleOf(made).addFactor(member)
  expect(await who(bearer(token))).toMatchObject({ code: 'second_factor_required', has_second_factor: true })
  const gone = made.signToken({ ...member, sessionId: member.userId })
  expect(await who(bearer(gone))).toMatchObject({ code: 'session_ended' })
})

test('an API key acts in its workspace and counts against its month, from whichever header', async () => {
  const owner = await makeMember()
  const { body } = await as(owner).call(createApiKey, { body: { name: 'Shop', scopes: ['read'] } })
  const key = body.secret
  const reply = await who(bearer(key, key))
  expect(reply).toMatchObject({ kind: 'key', seen: [owner.workspaceId], settings: { role: 'viewer', person: body.id } })
  const left = Number(reply.headers['x-quota-remaining'])
  expect((await who({ apikey: key })).headers['x-quota-remaining']).toBe(String(left - 1))
  await rig(deps.db, owner.workspaceId, (trx) => trx.updateTable('api_keys').set({ revoked_at: deps.now() }).execute())
  expect(await who({ apikey: key })).toMatchObject({ code: 'api_key_revoked' })
  expect(await who({ apikey: forged(key) })).toMatchObject({ code: 'api_key_unknown' })
})

test('the operator acts in the workspace that is named, and learns what to add when none is', async () => {
  const { workspaceId } = await makeMember()
  const named = { 'karta-workspace': workspaceId }
  const legacy = deps.keys.sign({ iss: 'karta', role: 'service_role' })
  for (const key of [secretKey, legacy]) {
    expect(await who({ ...bearer(key, key), ...named })).toMatchObject({
      kind: 'operator',
      seen: [workspaceId],
      settings: { role: 'operator' },
    })
    expect(await who(bearer(key, key))).toMatchObject({ code: 'workspace_unnamed' })
  }
  expect(await who({ apikey: secretKey, 'karta-workspace': publicId })).toMatchObject({ code: 'no_workspace' })
})
const publicId = '00000000-0000-4000-8000-000000000000'

test('a wrong key or token is refused, and an expired token says so', async () => {
  const member = await makeMember()
  expect(await who({ apikey: 'sb_publishable_other' })).toMatchObject({ code: 'not_signed_in' })
  expect(await who(bearer(member.token, 'sb_publishable_other'))).toMatchObject({ code: 'api_key_unknown' })
  expect(await who({ authorization: 'Basic eDp4' })).toMatchObject({ code: 'not_signed_in' })
  for (const token of ['a.b.c', deps.keys.sign({ role: 'service_role', aud: 'other' })]) {
    expect(await who(bearer(token))).toMatchObject({ code: 'not_signed_in' })
  }
  const claims = { aud: 'authenticated', iss: deps.keys.issuer, sub: member.userId, session_id: member.sessionId }
  const expired = deps.keys.sign({ ...claims, exp: 1_700_000_000 })
  expect(await who(bearer(expired))).toMatchObject({ code: 'not_signed_in', reason: 'token_expired' })
})

test('only a socket may show its key in the query', async () => {
  const { workspaceId } = await makeMember()
  const query = { apikey: secretKey, 'karta-workspace': workspaceId }
  expect(await who({}, query)).toMatchObject({ kind: 'anon' })
  expect(await who({}, { ...query, socket: '' })).toMatchObject({ kind: 'operator' })
})

test('a token alone lets in too, says when it expires, and its actor can be played again', async () => {
  const member = await makeMember({ role: 'viewer' })
  const admission = await admitShown(deps, { token: member.token, apikey: publishableKey })
  expect(admission.expiresAt!.getTime()).toBeGreaterThan(Date.now())
  const actor = await inWire(deps, admission, async (_trx, who) => who)
  const { rows } = await deps.db.transaction().execute(async (trx) => {
    await actAs(trx, actor)
    return settings.execute(trx)
  })
  expect(rows).toEqual([{ role: 'viewer', person: member.userId, workspace: member.workspaceId }])
})
