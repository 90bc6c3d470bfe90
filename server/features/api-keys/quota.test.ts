import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createApiKey, getApiUsage } from '#domain/api/api-keys.ts'
import { createDelivery, listDeliveries } from '#domain/api/deliveries.ts'
import { errors } from '#domain/errors.ts'
import { buildApp } from '../../app.ts'
import { inWorkspace } from '../../db/connect.ts'
import { openLimiter } from '../../http/rate-limit.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { rig } from '../../testing/rig.ts'

let now = new Date('2026-03-15T12:00:00Z')
const { app, as, deps, makeMember } = await testApp(() => ({ now: () => now }))

/** A workspace in Jakarta (UTC+7) after its trial, with a key and some requests already used. */
async function workspaceWith({
  tier = 'free',
  used = 0,
  trialEndsAt = '2026-01-01T00:00:00Z',
  timeZone = 'Asia/Jakarta',
}) {
  const owner = await makeMember({ timeZone })
  await rig(deps.db, owner.workspaceId, (trx) =>
    sql`update workspaces set tier = ${tier}, trial_ends_at = ${trialEndsAt}`.execute(trx),
  )
  const made = await as(owner).call(createApiKey, { body: { name: 'Shop', scopes: ['read'] } })
  const key = as({ token: made.body.secret } as TestMember)
  if (used) {
    await key.call(listDeliveries)
    await inWorkspace(deps.db, owner.workspaceId, (trx) => sql`update api_usage set requests = ${used}`.execute(trx))
  }
  const usage = async () => (await as(owner).call(getApiUsage)).body
  return { owner, key, secret: made.body.secret, usage }
}

test('replies to a key say how many requests are left this month', async () => {
  now = new Date('2026-03-31T16:00:00Z')
  const { key, usage, owner } = await workspaceWith({})
  expect(await usage()).toEqual({
    month: '2026-03-01',
    requests: 0,
    limit: 1000,
    resets_at: '2026-03-31T17:00:00.000Z',
  })
  const { headers } = await key.call(listDeliveries)
  expect(headers).toMatchObject({ 'x-quota-limit': '1000', 'x-quota-remaining': '999', 'x-quota-reset': '3600' })
  expect(headers['ratelimit-policy']).toMatch(/^"api";q=\d+;w=60, "month";q=1000$/)
  expect(headers.ratelimit).toMatch(/^"api";r=\d+;t=\d+, "month";r=999;t=3600$/)
  expect(await usage()).toMatchObject({ requests: 1 })
  expect((await as(owner).call(listDeliveries)).headers).not.toHaveProperty('x-quota-limit')
})

test.each([
  ['free', 1_000],
  ['standard', 50_000],
])('%s allows %d requests and refuses the next until the month ends', async (tier, limit) => {
  now = new Date('2026-03-15T12:00:00Z')
  const { key, usage } = await workspaceWith({ tier, used: limit - 1 })
  expect(await key.call(listDeliveries)).toMatchObject({ status: 200, headers: { 'x-quota-remaining': '0' } })
  const refused = await key.call(listDeliveries)
  const seconds = String((Date.parse('2026-03-31T17:00:00Z') - now.getTime()) / 1000)
  expect(refused).toMatchObject({
    status: 429,
    body: { title: errors.quota_exceeded.say, code: 'quota_exceeded', limit, resets_at: '2026-03-31T17:00:00.000Z' },
    headers: {
      'x-quota-limit': String(limit),
      'x-quota-remaining': '0',
      'x-quota-reset': seconds,
      'retry-after': seconds,
    },
  })
  expect(await usage()).toMatchObject({ requests: limit, limit })
  now = new Date('2026-03-31T17:00:00Z')
  expect(await key.call(listDeliveries)).toMatchObject({
    status: 200,
    headers: { 'x-quota-remaining': String(limit - 1) },
  })
  expect(await usage()).toMatchObject({ month: '2026-04-01', requests: 1, resets_at: '2026-04-30T17:00:00.000Z' })
})

test('Enterprise has no limit', async () => {
  now = new Date('2026-03-15T12:00:00Z')
  const { key, usage } = await workspaceWith({ tier: 'enterprise', used: 2_000_000 })
  const { status, headers } = await key.call(listDeliveries)
  expect(status).toBe(200)
  expect(headers).toMatchObject({ 'x-quota-limit': 'unlimited', 'x-quota-remaining': 'unlimited' })
  expect(await usage()).toMatchObject({ requests: 2_000_001, limit: null })
})

test('a trial has the limits of Standard until it ends', async () => {
  now = new Date('2026-03-15T12:00:00Z')
  const { key } = await workspaceWith({ used: 5_000, trialEndsAt: '2026-03-16T00:00:00Z' })
  expect((await key.call(listDeliveries)).headers).toMatchObject({
    'x-quota-limit': '50000',
    'x-quota-remaining': '44999',
  })
  now = new Date('2026-03-16T00:00:00Z')
  expect(await key.call(listDeliveries)).toMatchObject({
    code: 'quota_exceeded',
    headers: { 'x-quota-limit': '1000', 'x-quota-remaining': '0' },
  })
})

test('of 200 requests at once to two servers, each is counted, and only the limit gets in', async (context) => {
  now = new Date('2026-03-15T12:00:00Z')
  const { secret, usage } = await workspaceWith({ used: 910 })
  const other = await buildApp({ ...deps, limiter: openLimiter(deps.config.limits, deps) }, '/nowhere')
  context.onTestFinished(() => other.close())
  const headers = { authorization: `Bearer ${secret}` }
  const call = (server: typeof app) => server.inject({ url: listDeliveries.path, headers })
  const replies = await Promise.all(Array.from({ length: 100 }, () => [call(app), call(other)]).flat())
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(90)
  expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(110)
  const left = replies.map((reply) => Number(reply.headers['x-quota-remaining'])).filter((count) => count > 0)
  expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 89 }, (_, index) => index + 1))
  expect(await usage()).toMatchObject({ requests: 1000 })
})

test('the first concurrent requests of a month are each counted', async () => {
  now = new Date('2026-03-15T12:00:00Z')
  const { key, usage } = await workspaceWith({})
  await Promise.all(Array.from({ length: 12 }, () => key.call(listDeliveries)))
  expect(await usage()).toMatchObject({ requests: 12 })
})

test('a rejected request counts, but one with an invalid key does not', async () => {
  now = new Date('2026-03-15T12:00:00Z')
  const { key, usage } = await workspaceWith({})
  const refused = await key.call(createDelivery, { body: { delivery_address: 'A', scheduled_date: '2026-03-15' } })
  expect(refused).toMatchObject({ code: 'api_key_scope', headers: { 'x-quota-remaining': '999' } })
  await key.call(listDeliveries, { headers: { 'karta-workspace': '00000000-0000-4000-8000-000000000000' } })
  expect(await usage()).toMatchObject({ requests: 1 })
})

test('the month follows the workspace’s time zone, and a started month continues when the zone changes', async () => {
  now = new Date('2026-02-28T18:00:00Z')
  const jakarta = await workspaceWith({})
  const lima = await workspaceWith({ timeZone: 'America/Lima' })
  await jakarta.key.call(listDeliveries)
  await lima.key.call(listDeliveries)
  expect(await jakarta.usage()).toMatchObject({ month: '2026-03-01', requests: 1 })
  expect(await lima.usage()).toMatchObject({ month: '2026-02-01', requests: 1 })
  await rig(deps.db, jakarta.owner.workspaceId, (trx) =>
    sql`update workspaces set time_zone = 'America/Lima'`.execute(trx),
  )
  await jakarta.key.call(listDeliveries)
  expect(await jakarta.usage()).toMatchObject({ month: '2026-03-01', requests: 2 })
  // The rest of March stays March in the new zone.
  now = new Date('2026-03-31T18:00:00Z')
  await jakarta.key.call(listDeliveries)
  expect(await jakarta.usage()).toMatchObject({
    month: '2026-03-01',
    requests: 3,
    resets_at: '2026-04-01T05:00:00.000Z',
  })
})
