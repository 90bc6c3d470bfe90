import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createApiKey, getApiUsage, listApiKeys, changeApiKey, revokeApiKey } from '#domain/api/api-keys.ts'
import { createDelivery, importDeliveries, listDeliveries, listDeliveryEvents } from '#domain/api/deliveries.ts'
import { getMe } from '#domain/api/workspace.ts'
import { keyScopes, roles } from '#domain/permissions.ts'
import type { NewApiKey } from '#domain/schema/api-key.ts'
import { usualLimits } from '#domain/quotas.ts'
import { inWorkspace } from '../../db/connect.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { rig } from '../../testing/rig.ts'

let now = new Date()
const { app, as, deps, makeMember } = await testApp(() => ({ now: () => now }))

/** A caller who sends this key instead of an access token. */
const withKey = (secret: string) => as({ token: secret } as TestMember)

async function makeKey(owner: TestMember, wanted: Partial<NewApiKey> = {}) {
  const body = { name: 'Shop', scopes: [...keyScopes], ...wanted }
  const reply = await as(owner).call(createApiKey, { body })
  expect(reply.status).toBe(201)
  return reply.body
}

const order = { delivery_address: 'Jl. Sudirman 1', scheduled_date: '2026-03-15' }

test('a key is shown in full once, and later only by its prefix', async () => {
  const owner = await makeMember()
  const { secret, ...key } = await makeKey(owner, { name: '  Shop ', scopes: ['read'] })
  expect(secret).toMatch(/^karta_live_[0-9A-Za-z]{49}$/)
  expect(secret.startsWith(key.prefix)).toBe(true)
  expect(key).toMatchObject({ name: 'Shop', scopes: ['read'], created_by: owner.email, last_used_at: null })
  expect((await as(owner).call(listApiKeys)).body).toEqual({ data: [key] })
  const stored = await inWorkspace(deps.db, owner.workspaceId, (trx) =>
    sql`select api_keys::text as row from api_keys union all select idempotent_replies::text from idempotent_replies`.execute(
      trx,
    ),
  )
  expect(stored.rows).toHaveLength(1)
  expect(JSON.stringify(stored.rows)).not.toContain(secret.slice(key.prefix.length))
})

test('a key that may write creates deliveries in its name', async () => {
  const owner = await makeMember()
  const { secret } = await makeKey(owner)
  const headers = { 'idempotency-key': 'order-1' }
  const created = await withKey(secret).call(createDelivery, { body: order, headers })
  expect(created).toMatchObject({ status: 201, body: { status: 'pending', source: 'api', current_location: null } })
  const again = await withKey(secret).call(createDelivery, { body: order, headers })
  expect(again.body.id).toBe(created.body.id)
  const { body } = await as(owner).call(listDeliveryEvents, { params: { id: created.body.id } })
  expect(body).toMatchObject({ chain_intact: true, data: [{ kind: 'created', actor_name: 'Shop' }] })
})

test('a read-only key cannot change anything', async () => {
  const owner = await makeMember()
  const { secret } = await makeKey(owner, { scopes: ['read'] })
  expect((await withKey(secret).call(listDeliveries)).status).toBe(200)
  expect(await withKey(secret).call(createDelivery, { body: order })).toMatchObject({
    status: 403,
    code: 'api_key_scope',
  })
  expect(await withKey(secret).call(importDeliveries, { body: { deliveries: [order] } })).toMatchObject({
    code: 'api_key_scope',
  })
  expect((await as(owner).call(listDeliveries)).body.total).toBe(0)
})

test('a key cannot manage keys or act as a person', async () => {
  const { secret, id } = await makeKey(await makeMember())
  const refused = { status: 403, code: 'not_for_api_keys' }
  expect(await withKey(secret).call(listApiKeys)).toMatchObject(refused)
  expect(await withKey(secret).call(createApiKey, { body: { name: 'More', scopes: ['read'] } })).toMatchObject(refused)
  expect(await withKey(secret).call(revokeApiKey, { params: { id } })).toMatchObject(refused)
  expect(await withKey(secret).call(getApiUsage)).toMatchObject(refused)
  expect(await withKey(secret).call(getMe)).toMatchObject(refused)
})

test('only owners and admins manage keys', async () => {
  const { workspaceId } = await makeMember()
  for (const role of roles) {
    const member = await makeMember({ role, workspaceId })
    const reply = await as(member).call(createApiKey, { body: { name: role, scopes: ['read'] } })
    expect(reply.status, role).toBe(role === 'owner' || role === 'admin' ? 201 : 403)
    expect((await as(member).call(listApiKeys)).status, role).toBe(role === 'owner' || role === 'admin' ? 200 : 403)
  }
})

test('a revoked key is refused from the next request on and keeps its first revocation time', async () => {
  const owner = await makeMember()
  const { secret, id } = await makeKey(owner)
  expect((await withKey(secret).call(listDeliveries)).status).toBe(200)
  const asked = Array.from({ length: 6 }, () => withKey(secret).call(listDeliveries))
  const revoked = await as(owner).call(revokeApiKey, { params: { id } })
  expect(revoked.body.revoked_at).not.toBeNull()
  // Requests in flight are either answered or refused.
  for (const reply of await Promise.all(asked)) expect([undefined, 'api_key_revoked']).toContain(reply.code)
  expect(await withKey(secret).call(listDeliveries)).toMatchObject({ status: 401, code: 'api_key_revoked' })
  now = new Date(now.getTime() + 1000)
  expect((await as(owner).call(revokeApiKey, { params: { id } })).body).toEqual(revoked.body)
})

test('a key is refused once it expires, and cannot be created expired', async () => {
  const owner = await makeMember()
  const expires_at = new Date(now.getTime() + 60_000).toISOString()
  const { secret } = await makeKey(owner, { expires_at })
  expect((await withKey(secret).call(listDeliveries)).status).toBe(200)
  now = new Date(expires_at)
  expect(await withKey(secret).call(listDeliveries)).toMatchObject({ status: 401, code: 'api_key_expired' })
  const body = { name: 'Late', scopes: ['read' as const], expires_at }
  const late = await as(owner).call(createApiKey, { body })
  expect(late).toMatchObject({ code: 'validation_failed', errors: [{ path: 'expires_at' }] })
})

test('a key cannot reach another workspace, by header or by ID', async () => {
  const [mine, theirs] = [await makeMember(), await makeMember()]
  const [{ secret }, other] = [await makeKey(mine), await makeKey(theirs)]
  for (const workspace of [theirs.workspaceId, 'not-a-uuid']) {
    const reply = await withKey(secret).call(listDeliveries, { headers: { 'karta-workspace': workspace } })
    expect(reply).toMatchObject({ status: 403, code: 'no_workspace' })
  }
  const own = await withKey(secret).call(listDeliveries, { headers: { 'karta-workspace': mine.workspaceId } })
  expect(own.status).toBe(200)
  await withKey(other.secret).call(createDelivery, { body: order })
  expect((await withKey(secret).call(listDeliveries)).body.total).toBe(0)
  const params = { id: other.id }
  expect(await as(mine).call(revokeApiKey, { params })).toMatchObject({ code: 'api_key_not_found' })
  expect(await as(mine).call(changeApiKey, { params, body: { name: 'Ours' } })).toMatchObject({
    code: 'api_key_not_found',
  })
  expect((await as(theirs).call(listApiKeys)).body.data).toMatchObject([{ name: 'Shop', revoked_at: null }])
})

test('anything else sent as a key is refused with a reason', async () => {
  const { secret } = await makeKey(await makeMember())
  const hostile = [
    `karta_live_${'x'.repeat(10_000)}`,
    `karta_live_${'0'.repeat(49)}`,
    "karta_live_';drop/**/table/**/api_keys;--",
    'karta_live_',
    `${secret}\n`,
    `${secret}\r\nkarta-workspace:x`,
    secret.slice(0, -1),
    secret.replace('live', 'test'),
    secret.toUpperCase().replace('KARTA_LIVE', 'karta_live'),
    'karta_live_\u0000',
  ]
  for (const key of hostile) {
    const reply = await withKey(key).call(listDeliveries)
    expect(reply, JSON.stringify(key).slice(0, 80)).toMatchObject({ status: 401, code: 'api_key_unknown' })
  }
  expect((await withKey(secret).call(listDeliveries)).status).toBe(200)
  for (const path of ['/auth/v1/user', '/auth/v1/logout?scope=global']) {
    const reply = await app.inject({
      method: path.includes('logout') ? 'POST' : 'GET',
      url: path,
      headers: { authorization: `Bearer ${secret}`, apikey: secret },
    })
    expect(reply.statusCode, path).toBeGreaterThanOrEqual(400)
    expect(reply.statusCode, path).toBeLessThan(500)
  }
})

test('a key can be renamed, and the history keeps the earlier name', async () => {
  const owner = await makeMember()
  const { secret, id } = await makeKey(owner)
  const { body } = await withKey(secret).call(createDelivery, { body: order })
  const renamed = await as(owner).call(changeApiKey, { params: { id }, body: { name: 'Web shop' } })
  expect(renamed.body).toMatchObject({ id, name: 'Web shop', scopes: [...keyScopes] })
  const events = await as(owner).call(listDeliveryEvents, { params: { id: body.id } })
  expect(events.body.data.map((event) => event.actor_name)).toEqual(['Shop'])
})

test('the time of last use is stored at most once a minute', async () => {
  const owner = await makeMember()
  const { secret } = await makeKey(owner)
  const lastUse = async () => (await as(owner).call(listApiKeys)).body.data[0]!.last_used_at
  const first = now.toISOString()
  await withKey(secret).call(listDeliveries)
  expect(await lastUse()).toBe(first)
  now = new Date(now.getTime() + 59_999)
  await withKey(secret).call(listDeliveries)
  expect(await lastUse()).toBe(first)
  now = new Date(now.getTime() + 1)
  await withKey(secret).call(listDeliveries)
  expect(await lastUse()).toBe(now.toISOString())
})

test('a workspace cannot exceed its number of keys, even with concurrent requests', async () => {
  const owner = await makeMember()
  const first = await makeKey(owner)
  await rig(deps.db, owner.workspaceId, (trx) =>
    sql`insert into api_keys (workspace_id, name, prefix, hash, scopes, created_by, created_by_name)
      select ${owner.workspaceId}, 'K', 'karta_live_', sha256((${owner.workspaceId} || n)::bytea), '{read}',
        ${owner.userId}, 'N' from generate_series(1, ${usualLimits.api_keys - 2}) n`.execute(trx),
  )
  const ask = () => as(owner).call(createApiKey, { body: { name: 'One more', scopes: ['read'] } })
  const replies = await Promise.all([ask(), ask(), ask()])
  expect(replies.map(({ code }) => code).toSorted()).toEqual(['quota_reached', 'quota_reached', undefined])
  await as(owner).call(revokeApiKey, { params: { id: first.id } })
  expect((await ask()).status).toBe(201)
  expect((await as(owner).call(listApiKeys)).body.data.at(-1)).toMatchObject({ id: first.id })
})
