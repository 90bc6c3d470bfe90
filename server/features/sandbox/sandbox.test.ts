import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createApiKey, getApiUsage, getSelf, listApiKeys, revokeApiKey } from '#domain/api/api-keys.ts'
import { searchAddresses } from '#domain/api/addresses.ts'
import { createDelivery, listDeliveries } from '#domain/api/deliveries.ts'
import { listDrivers } from '#domain/api/drivers.ts'
import { listEvents } from '#domain/api/events.ts'
import { startConnection } from '#domain/api/integrations.ts'
import { getSandbox, resetSandbox } from '#domain/api/sandbox.ts'
import { getMe } from '#domain/api/workspace.ts'
import { inWorkspace } from '../../db/connect.ts'
import type { Geocoder } from '../../outside/geocoder/geocoder.ts'
import { sendMail } from '../../queue/mail.ts'
import { keptMail } from '../../testing/kept-mail.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { locate } from '../addresses/tasks.ts'

let asked = 0
const geocoder = {
  kind: 'photon',
  completesWords: true,
  countries: [],
  search: async () => {
    asked++
    return []
  },
} as unknown as Geocoder
const { as, deps, makeMember } = await testApp(() => ({ geocoder }))

const withKey = (token: string) => as({ token } as TestMember)
const order = { delivery_address: 'Jl. Sudirman 1', scheduled_date: '2099-03-15' }
const inside = (id: string) => ({ headers: { 'karta-workspace': id } })

/** A workspace with a test key, and so with a sandbox. */
async function workspaceWithSandbox() {
  const owner = await makeMember()
  const make = (mode: 'live' | 'test') =>
    as(owner).call(createApiKey, { body: { name: mode, mode, scopes: ['read', 'deliveries', 'planning'] } })
  const [{ body: test }, { body: live }] = [await make('test'), await make('live')]
  const sandbox = (await as(owner).call(getSandbox)).body.sandbox!
  return { owner, test, live, sandbox, make }
}

test('the first test key makes a sandbox of sample data, in which it works without counting', async () => {
  const owner = await makeMember()
  expect((await as(owner).call(getSandbox)).body).toEqual({ sandbox: null })
  expect(await as(owner).call(resetSandbox)).toMatchObject({ status: 404, code: 'sandbox_not_found' })
  const body = { name: 'Tests', mode: 'test', scopes: ['read', 'deliveries'] } as const
  const make = () => as(owner).call(createApiKey, { body: { ...body, scopes: [...body.scopes] } })
  const made = await Promise.all([make(), make()])
  const [{ secret }] = made.map((reply) => reply.body) as [(typeof made)[0]['body']]
  expect(secret).toMatch(/^karta_test_[0-9A-Za-z]{49}$/)

  expect((await withKey(secret).call(listDeliveries)).body.total).toBe(120)
  const created = await withKey(secret).call(createDelivery, { body: order })
  expect(created.status).toBe(201)
  expect(created.headers).not.toHaveProperty('x-quota-limit')
  expect((await withKey(secret).call(getSelf)).body).toMatchObject({
    mode: 'test',
    workspace: { name: 'Sandbox of Test deliveries' },
    quota: null,
  })
  expect((await as(owner).call(getApiUsage)).body.requests).toBe(0)
  expect((await as(owner).call(listDeliveries)).body.total).toBe(0)
  const { data } = (await as(owner).call(listApiKeys)).body
  expect(data.map(({ mode }) => mode)).toEqual(['test', 'test'])
  expect(data.map(({ last_used_at }) => last_used_at !== null).toSorted()).toEqual([false, true])
})

test('a test key cannot reach its workspace, a live key cannot reach the sandbox', async () => {
  const { owner, test, live, sandbox } = await workspaceWithSandbox()
  const refused = { status: 403, code: 'no_workspace' }
  expect(await withKey(test.secret).call(listDeliveries, inside(owner.workspaceId))).toMatchObject(refused)
  expect(await withKey(live.secret).call(listDeliveries, inside(sandbox.id))).toMatchObject(refused)
  expect((await withKey(test.secret).call(listDeliveries, inside(sandbox.id))).status).toBe(200)
  const { body } = await as(owner).call(createDelivery, { body: order })
  const found = await withKey(test.secret).call(listDeliveries, { query: { q: body.id } })
  expect(found.body.total).toBe(0)
  const forged = live.secret.replace('live', 'test')
  expect(await withKey(forged).call(listDeliveries)).toMatchObject({ code: 'api_key_unknown' })
})

test('who manages the workspace works in its sandbox, and nobody else does', async () => {
  const { owner, sandbox, live } = await workspaceWithSandbox()
  const { workspaceId } = owner
  const me = await as(owner).call(getMe, inside(sandbox.id))
  expect(me.body).toMatchObject({ role: 'owner', workspace: { id: sandbox.id, sandbox_of: workspaceId } })
  const admin = await makeMember({ workspaceId, role: 'admin' })
  expect((await as(admin).call(listDrivers, inside(sandbox.id))).body.total).toBe(6)
  const dispatcher = await makeMember({ workspaceId, role: 'dispatcher' })
  for (const other of [dispatcher, await makeMember()]) {
    expect(await as(other).call(getMe, inside(sandbox.id))).toMatchObject({ code: 'no_workspace' })
  }
  expect((await as(owner).call(getMe)).body.workspace.id).toBe(workspaceId)
  for (const mode of ['live', 'test'] as const) {
    const body = { name: 'X', mode, scopes: ['read' as const] }
    const reply = await as(owner).call(createApiKey, { body, ...inside(sandbox.id) })
    expect(reply).toMatchObject({ status: 409, code: 'sandbox_inside' })
  }
  const theirs = { params: { id: live.id }, ...inside(sandbox.id) }
  expect(await as(owner).call(revokeApiKey, theirs)).toMatchObject({ code: 'api_key_not_found' })
})

test('a reset begins again with the sample data, and the test keys go on', async () => {
  const { owner, test, sandbox } = await workspaceWithSandbox()
  await withKey(test.secret).call(createDelivery, { body: order })
  expect((await withKey(test.secret).call(listDeliveries)).body.total).toBe(121)
  const reset = await as(owner).call(resetSandbox)
  expect(reset.body.sandbox.id).not.toBe(sandbox.id)
  expect((await withKey(test.secret).call(listDeliveries)).body.total).toBe(120)
  expect(await as(owner).call(getMe, inside(sandbox.id))).toMatchObject({ code: 'no_workspace' })
})

test('the sandbox is told that a test key was revoked, so that its sockets end', async () => {
  const { owner, test, sandbox } = await workspaceWithSandbox()
  await as(owner).call(revokeApiKey, { params: { id: test.id } })
  const query = { types: 'api_key.revoked' }
  const { data } = (await as(owner).call(listEvents, { query, ...inside(sandbox.id) })).body
  expect(data).toMatchObject([{ subject: { id: test.id }, actor: { id: owner.userId } }])
  expect((await as(owner).call(listEvents, { query })).body.data).toMatchObject([{ subject: { id: test.id } }])
})

test('nothing leaves a sandbox: no mail, no shop, no question to a geocoder', async () => {
  const { owner, test, sandbox } = await workspaceWithSandbox()
  const mail = { to: 'somebody@example.com', subject: 'Hello', text: 'Hello', html: 'Hello' }
  for (const workspaceId of [sandbox.id, owner.workspaceId]) {
    await inWorkspace(deps.db, workspaceId, (trx) => sendMail(trx, deps, mail))
    expect(await keptMail(deps).mailsTo(mail.to)).toHaveLength(workspaceId === sandbox.id ? 0 : 1)
  }
  const params = { platform: 'woocommerce' as const }
  const connect = { params, body: { shop: 'shop.example.com', return_to: 'page' as const } }
  expect(await as(owner).call(startConnection, { ...connect, ...inside(sandbox.id) })).toMatchObject({
    code: 'sandbox_closed',
  })

  await withKey(test.secret).call(createDelivery, { body: { ...order, scheduled_date: '2099-01-01' } })
  const signal = AbortSignal.timeout(60_000)
  await locate(deps, { workspaceId: sandbox.id }, signal)
  const search = { query: { q: 'Jl. Thamrin' } }
  expect((await withKey(test.secret).call(searchAddresses, search)).body.geocoder).toBe('none')
  expect(asked).toBe(0)
  await as(owner).call(searchAddresses, search)
  expect(asked).toBe(1)
})

test('the sandbox goes with its workspace', async () => {
  const { owner, sandbox } = await workspaceWithSandbox()
  await inWorkspace(deps.db, owner.workspaceId, (trx) => sql`select delete_workspace(${owner.userId})`.execute(trx))
  const left = await inWorkspace(deps.db, sandbox.id, (trx) => trx.selectFrom('deliveries').select('id').execute())
  expect(left).toEqual([])
})
