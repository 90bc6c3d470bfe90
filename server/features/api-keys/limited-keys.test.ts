import { expect, test } from 'vitest'
import {
  changeApiKey,
  createApiKey,
  endOverlap,
  getApiKeyUsage,
  getApiUsage,
  getSelf,
  listApiKeys,
  reportLeakedKey,
  revokeApiKey,
  rotateApiKey,
} from '#domain/api/api-keys.ts'
import { createDelivery, listDeliveries } from '#domain/api/deliveries.ts'
import { createDepot } from '#domain/api/depots.ts'
import { listPlans } from '#domain/api/plans.ts'
import type { NewApiKey } from '#domain/schema/api-key.ts'
import { keptMail } from '../../testing/kept-mail.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'

let now = new Date('2026-03-15T12:00:00Z')
const { app, as, deps, makeMember } = await testApp(() => ({ now: () => now }))

const withKey = (token: string) => as({ token } as TestMember)
const order = { delivery_address: 'Jl. Sudirman 1', scheduled_date: '2026-03-15' }

async function makeKey(owner: TestMember, wanted: Partial<NewApiKey> = {}) {
  const reply = await as(owner).call(createApiKey, { body: { name: 'Shop', scopes: ['read'], ...wanted } })
  expect(reply.status).toBe(201)
  return reply.body
}

/** How a call from an address with a key is answered: 200, or the code of its refusal. */
async function callFrom(remoteAddress: string, secret: string, url = '/v1/deliveries') {
  const reply = await app.inject({ url, remoteAddress, headers: { authorization: `Bearer ${secret}` } })
  return reply.statusCode === 200 ? 200 : (reply.json() as { code?: string; address?: string })
}

test('a key with addresses works from them and nowhere else, however the address is written', async () => {
  const owner = await makeMember()
  const { secret, ...key } = await makeKey(owner, {
    allowed_addresses: ['10.1.2.3/8', ' ::ffff:192.0.2.7', '2001:DB8:0::/32', '10.0.0.0/8', '::ffff:c633:6401/120'],
  })
  expect(key.allowed_addresses).toEqual(['10.0.0.0/8', '192.0.2.7', '198.51.100.0/24', '2001:db8::/32'])
  const inside = ['10.255.0.1', '::ffff:10.9.9.9', '::ffff:a09:909', '192.0.2.7', '198.51.100.200', '2001:db8:1::1']
  for (const address of inside) expect(await callFrom(address, secret), address).toBe(200)
  for (const address of ['192.0.2.8', '11.0.0.1', '2001:db9::1', '::1', 'fe80::1%eth0', 'unknown', '']) {
    expect(await callFrom(address, secret), address).toMatchObject({ code: 'api_key_address' })
  }
  expect(await callFrom('192.0.2.8', secret)).toMatchObject({ address: '192.0.2.8' })
  const usage = await as(owner).call(getApiUsage)
  expect(usage.body.requests).toBe(inside.length)
  expect((await as(owner).call(listApiKeys)).body.data[0]).toMatchObject({ last_used_address: '10.255.0.1' })
})

test.each([
  ['0.0.0.0/0', ['203.0.113.7', '::ffff:203.0.113.7'], '2001:db8::1'],
  ['::/0', ['2001:db8::1', '::1'], '203.0.113.7'],
])('%s is every address of its kind, and none of the other', async (block, inside, outside) => {
  const { secret, allowed_addresses } = await makeKey(await makeMember(), { allowed_addresses: [block] })
  expect(allowed_addresses).toEqual([block])
  for (const address of inside) expect(await callFrom(address, secret), address).toBe(200)
  expect(await callFrom(outside, secret)).toMatchObject({ code: 'api_key_address' })
})

test('the other services look at the address, too', async () => {
  const { secret } = await makeKey(await makeMember(), { allowed_addresses: ['203.0.113.7'], scopes: ['planning'] })
  const messages = { messages: [{ topic: 'a', event: 'b', payload: {} }] }
  for (const [method, url, payload] of [
    ['GET', '/rest/v1/deliveries'],
    ['GET', '/storage/v1/bucket'],
    ['POST', '/functions/v1/optimize', {}],
    ['POST', '/realtime/v1/api/broadcast', messages],
  ] as const) {
    const send = (remoteAddress: string) =>
      app.inject({ method, url, remoteAddress, headers: { authorization: `Bearer ${secret}` }, payload })
    const refused = await send('203.0.113.8')
    expect(Math.floor(refused.statusCode / 100), url).toBe(4)
    expect(refused.body, url).toContain('may not be used from this address')
    expect((await send('203.0.113.7')).body, url).not.toContain('may not be used from this address')
  }
})

test('what is no address is refused with the field, and so are scopes and depots that do not exist', async () => {
  const owner = await makeMember()
  const wrong: [string, object][] = [
    ...['10.0.0', '10.0.0.0/33', '010.0.0.1', '::/129', '1.2.3.4/-1', 'localhost', '10.0.0.1-9', '', "'; drop--"].map(
      (address): [string, object] => ['allowed_addresses.0', { allowed_addresses: [address] }],
    ),
    ['allowed_addresses', { allowed_addresses: [] }],
    ['allowed_addresses', { allowed_addresses: Array.from({ length: 51 }, (_, n) => `10.0.0.${n}`) }],
    ['scopes', { scopes: [] }],
    ['scopes.0', { scopes: ['owner'] }],
    ['depot_ids', { depot_ids: [] }],
    ['depot_ids', { mode: 'test', depot_ids: ['00000000-0000-4000-8000-000000000000'] }],
  ]
  for (const [path, fields] of wrong) {
    const reply = await as(owner).call(createApiKey, { body: { name: 'X', scopes: ['read'], ...fields } })
    expect(reply, JSON.stringify(fields)).toMatchObject({ code: 'validation_failed', errors: [{ path }] })
  }
  const theirs = await as(await makeMember()).call(createDepot, {
    body: { name: 'Theirs', address: 'A', location: { lat: 1, lng: 1 } },
  })
  const body = { name: 'X', scopes: ['read' as const], depot_ids: [theirs.body.id] }
  expect(await as(owner).call(createApiKey, { body })).toMatchObject({ code: 'depot_not_found' })
})

test('a change of a key counts from the next request on', async () => {
  const owner = await makeMember()
  const { secret, id } = await makeKey(owner, { scopes: ['deliveries'] })
  expect(await withKey(secret).call(listPlans)).toMatchObject({
    status: 403,
    code: 'api_key_scope',
    body: { scopes: ['deliveries'], needs_one_of: ['read', 'planning'] },
  })
  const change = (body: object) => as(owner).call(changeApiKey, { params: { id }, body })
  expect((await change({ scopes: ['planning', 'read', 'read'] })).body.scopes).toEqual(['read', 'planning'])
  expect((await withKey(secret).call(listPlans)).status).toBe(200)
  expect(await withKey(secret).call(createDelivery, { body: order })).toMatchObject({ code: 'api_key_scope' })
  expect((await change({ allowed_addresses: ['203.0.113.7'] })).status).toBe(200)
  expect(await withKey(secret).call(listPlans)).toMatchObject({ code: 'api_key_address' })
  expect((await change({ allowed_addresses: null })).body.version).toBe(4)
  expect(await change({ expires_at: now.toISOString() })).toMatchObject({ errors: [{ path: 'expires_at' }] })
  await as(owner).call(revokeApiKey, { params: { id } })
  expect(await change({ scopes: ['read'] })).toMatchObject({ status: 409, code: 'api_key_ended' })
  expect((await change({ name: 'Old shop' })).body.name).toBe('Old shop')
})

test('a rotated key works with both secrets until the overlap ends, and each says when it was used', async () => {
  const owner = await makeMember()
  const { secret: old, id, prefix } = await makeKey(owner)
  await withKey(old).call(listDeliveries)
  const usedAt = now.toISOString()
  const { body } = await as(owner).call(rotateApiKey, { params: { id }, body: { overlap_hours: 2 } })
  const endsAt = new Date(now.getTime() + 2 * 3_600_000)
  expect(body).toMatchObject({
    last_used_at: null,
    previous: { prefix, ends_at: endsAt.toISOString(), last_used_at: usedAt },
  })
  now = new Date(now.getTime() + 60_000)
  for (const secret of [old, body.secret]) expect((await withKey(secret).call(listDeliveries)).status).toBe(200)
  const [key] = (await as(owner).call(listApiKeys)).body.data
  expect(key).toMatchObject({ last_used_at: now.toISOString(), previous: { last_used_at: now.toISOString() } })

  const again = await as(owner).call(rotateApiKey, { params: { id }, body: {} })
  expect(again).toMatchObject({ status: 409, code: 'api_key_rotating', body: { ends_at: endsAt.toISOString() } })
  now = endsAt
  expect(await withKey(old).call(listDeliveries)).toMatchObject({ status: 401, code: 'api_key_rotated' })
  expect((await withKey(body.secret).call(listDeliveries)).status).toBe(200)

  const third = await as(owner).call(rotateApiKey, { params: { id }, body: { overlap_hours: 168 } })
  expect(await withKey(old).call(listDeliveries)).toMatchObject({ code: 'api_key_unknown' })
  const ended = await as(owner).call(endOverlap, { params: { id } })
  expect(ended.body.previous!.ends_at).toBe(now.toISOString())
  expect((await as(owner).call(endOverlap, { params: { id } })).body).toEqual(ended.body)
  expect(await withKey(body.secret).call(listDeliveries)).toMatchObject({ code: 'api_key_rotated' })
  expect((await withKey(third.body.secret).call(listDeliveries)).status).toBe(200)

  await as(owner).call(revokeApiKey, { params: { id } })
  expect(await as(owner).call(rotateApiKey, { params: { id }, body: {} })).toMatchObject({ code: 'api_key_ended' })
  const tooLong = await as(owner).call(rotateApiKey, { params: { id }, body: { overlap_hours: 169 } })
  expect(tooLong).toMatchObject({ errors: [{ path: 'overlap_hours' }] })
})

test('of two rotations at once, one gives a secret and the other is told why not', async () => {
  const owner = await makeMember()
  for (const [headers, code] of [
    [{}, 'api_key_rotating'],
    [{ 'if-match': '"1"' }, 'version_conflict'],
  ] as const) {
    const { secret: old, id } = await makeKey(owner)
    const rotate = () => as(owner).call(rotateApiKey, { params: { id }, body: {}, headers })
    const replies = await Promise.all([rotate(), rotate()])
    expect(replies.map((reply) => reply.code).toSorted()).toEqual([code, undefined])
    const made = replies.find((reply) => reply.status === 200)!
    for (const secret of [old, made.body.secret]) expect((await withKey(secret).call(listDeliveries)).status).toBe(200)
  }
})

test('a key and a member learn what they may do', async () => {
  const owner = await makeMember()
  const { secret, id } = await makeKey(owner, { scopes: ['tracking'], allowed_addresses: ['127.0.0.0/8'] })
  const workspace = {
    id: owner.workspaceId,
    name: 'Test deliveries',
    time_zone: 'Asia/Jakarta',
    currency: 'USD',
  }
  expect((await withKey(secret).call(getSelf)).body).toEqual({
    kind: 'api_key',
    id,
    name: 'Shop',
    workspace,
    mode: 'live',
    role: null,
    scopes: ['tracking'],
    actions: ['see_deliveries', 'see_positions', 'see_self'],
    depot_ids: null,
    allowed_addresses: ['127.0.0.0/8'],
    expires_at: null,
    quota: expect.objectContaining({ requests: 1, limit: 50_000 }),
  })
  const driver = await makeMember({ workspaceId: owner.workspaceId, role: 'driver' })
  expect((await as(driver).call(getSelf)).body).toMatchObject({
    kind: 'member',
    workspace,
    role: 'driver',
    scopes: null,
    actions: ['work_own_route', 'see_workspace', 'see_self'],
    quota: null,
  })
})

test('requests are counted by day of the workspace, for each key', async () => {
  now = new Date('2026-03-15T16:59:00Z')
  const owner = await makeMember()
  const [one, other] = [await makeKey(owner), await makeKey(owner)]
  await Promise.all(Array.from({ length: 5 }, () => withKey(one.secret).call(listDeliveries)))
  await withKey(other.secret).call(listDeliveries)
  now = new Date('2026-03-15T17:00:00Z')
  await withKey(one.secret).call(listDeliveries)
  const usageOf = (id: string, query = {}) => as(owner).call(getApiKeyUsage, { params: { id }, query })
  expect((await usageOf(one.id)).body).toEqual({
    from: '2026-02-15',
    to: '2026-03-16',
    days: [
      { day: '2026-03-15', requests: 5 },
      { day: '2026-03-16', requests: 1 },
    ],
  })
  expect((await usageOf(other.id, { from: '2026-03-16', to: '2026-03-16' })).body.days).toEqual([])
  expect(await usageOf(one.id, { from: '2026-03-17' })).toMatchObject({ errors: [{ path: 'from' }] })
  expect(await usageOf(one.id, { from: '2020-01-01' })).toMatchObject({ errors: [{ path: 'from' }] })
  const stranger = await makeMember()
  const theirs = await as(stranger).call(getApiKeyUsage, { params: { id: one.id } })
  expect(theirs).toMatchObject({ status: 404, code: 'api_key_not_found' })
})

test('whoever finds a key can end it, and those who manage the workspace are told', async () => {
  const owner = await makeMember()
  const { secret, id } = await makeKey(owner, { name: 'Till <1>' })
  const { mailsTo } = keptMail(deps)
  const report = async (key: string) => (await as(null).call(reportLeakedKey, { body: { key } })).body.ended
  const viewer = await makeMember({ workspaceId: owner.workspaceId, role: 'viewer' })

  const rotated = await as(owner).call(rotateApiKey, { params: { id }, body: {} })
  expect(await report(secret)).toBe(true)
  expect(await report(secret)).toBe(false)
  expect(await withKey(secret).call(listDeliveries)).toMatchObject({ code: 'api_key_rotated' })
  expect((await withKey(rotated.body.secret).call(listDeliveries)).status).toBe(200)
  expect(await report(` ${rotated.body.secret}\n`)).toBe(true)
  expect(await report(rotated.body.secret)).toBe(false)
  expect(await withKey(rotated.body.secret).call(listDeliveries)).toMatchObject({ code: 'api_key_revoked' })

  const mails = await mailsTo(owner.email)
  expect(mails).toHaveLength(2)
  expect(mails[0]).toMatchObject({ subject: 'The API key “Till <1>” was found by others and ended' })
  expect(mails[0]!.html).toContain('Till &lt;1&gt;')
  expect(mails[0]!.text).not.toContain(secret.slice(17))
  expect(await mailsTo(viewer.email)).toEqual([])
  for (const key of ['x', 'karta_live_', `karta_live_${'0'.repeat(49)}`, secret.replace('live', 'test')]) {
    expect(await report(key), key).toBe(false)
  }
})
