import type { AddressInfo } from 'node:net'
import { UnauthorizedError, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult, Progress } from '@modelcontextprotocol/sdk/types.js'
import { expect, test } from 'vitest'
import { createApiKey, getApiUsage, revokeApiKey } from '#domain/api/api-keys.ts'
import { listAllowedApps, revokeAllowedApp } from '#domain/api/apps.ts'
import { getDelivery } from '#domain/api/deliveries.ts'
import { createDepot } from '#domain/api/depots.ts'
import { createDriver } from '#domain/api/drivers.ts'
import type { KeyScope } from '#domain/permissions.ts'
import { dayAfter, dayOf } from '#domain/time.ts'
import { planSearches } from '../features/planning/tasks.ts'
import { readRevision } from '../features/revisions/queries.ts'
import { workOnSearches } from '../queue/turns.ts'
import { appFlow } from '../testing/app-flow.ts'
import { testApp, type TestMember } from '../testing/test-app.ts'

const testing = await testApp(({ config }) => ({
  config: { ...config, auth: { ...config.auth, appRegistration: true } },
}))
const { app, as, deps, makeMember } = testing
const { answer } = appFlow(testing)
await workOnSearches(deps, [planSearches(deps, readRevision)])
await app.listen({ port: 0, host: '127.0.0.1' })
const here = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
const { publicUrl } = deps.config
/** The server is told another address than the one where it listens here. */
const reach = (url: string | URL, init?: RequestInit) => fetch(String(url).replace(publicUrl, here), init)
const day = dayAfter(dayOf(deps.now(), 'Asia/Jakarta'), 2)

/** A client that shows an API key. */
async function withKey(owner: TestMember, scopes: KeyScope[]) {
  const { body: key } = await as(owner).call(createApiKey, { body: { name: 'Agent', scopes } as never })
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${key.secret}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${here}/mcp`), { requestInit: { headers } }))
  return { client, key }
}

/** Uses a tool. */
async function use(client: Client, name: string, given: object = {}, onprogress?: (progress: Progress) => void) {
  const result = await client.callTool({ name, arguments: given as Record<string, unknown> }, undefined, {
    ...(onprogress && { onprogress }),
  })
  const { content, structuredContent, isError } = result as CallToolResult
  return { text: (content[0] as { text: string }).text, data: structuredContent as any, isError: Boolean(isError) }
}

const order = (recipient: string, lat: number) => ({
  address: `Jl. ${recipient} 1`,
  day,
  recipient,
  position: { lat, lng: 106.82 },
})

test('an agent plans a day, explains it, and changes it only after it asked', async () => {
  const owner = await makeMember()
  const depot = { name: 'North', address: 'Kemayoran', location: { lat: -6.19, lng: 106.82 } }
  await as(owner).call(createDepot, { body: depot as never })
  for (const name of ['Budi', 'Citra']) await as(owner).call(createDriver, { body: { name } as never })
  const { client } = await withKey(owner, ['read', 'deliveries', 'planning', 'tracking'])
  const { tools } = await client.listTools()
  expect(tools.find(({ name }) => name === 'cancel_deliveries')!.annotations).toMatchObject({
    destructiveHint: true,
    readOnlyHint: false,
  })
  expect(tools.find(({ name }) => name === 'find_deliveries')!.annotations).toMatchObject({ readOnlyHint: true })

  const far = { ...order('Far', 40), position: { lat: 40, lng: 20 } }
  const made = await use(client, 'create_deliveries', {
    deliveries: [
      order('Anna', -6.2),
      order('Bela', -6.21),
      order('Cita', -6.22),
      far,
      { ...order('Bad', -6.2), window_start: '12:00', window_end: '08:00' },
    ],
  })
  expect(made.data.created).toHaveLength(4)
  expect(made.data.refused).toMatchObject([{ index: 4 }])
  const found = await use(client, 'find_deliveries', { words: 'Bela', day })
  expect(found.data).toMatchObject({ total: 1, deliveries: [{ recipient: 'Bela', status: 'pending' }] })
  expect(found.text).toContain('Bela')

  const told: Progress[] = []
  const planned = await use(client, 'plan_day', { day, search_seconds: 1 }, (progress) => told.push(progress))
  expect(planned.data).toMatchObject({ is_ready: true, plan: { state: 'draft', deliveries: 3, left_out: 1 } })
  expect(told[0]).toMatchObject({ total: 1 })
  const plan_id = planned.data.plan.id as string
  const why = await use(client, 'explain_plan', { plan_id })
  expect(why.data.left_out).toMatchObject([{ count: 1, delivery_ids: [made.data.created[3].id] }])
  const one = await use(client, 'explain_plan', { plan_id, delivery_id: made.data.created[3].id })
  expect(one.data.sentences.length).toBeGreaterThan(0)

  const shown = await use(client, 'show_plan', { plan_id })
  const [route] = shown.data.routes
  const { drivers } = (await use(client, 'list_drivers')).data
  const other =
    drivers.find(({ id }: { id: string }) => !shown.data.routes.some((each: any) => each.driver_id === id)) ??
    drivers[0]
  const move = { plan_id, delivery_ids: [route.stops[0].delivery_id], driver_id: other.id }
  const asked = await use(client, 'move_stops', move)
  expect(asked.data).toMatchObject({ done: false, change_id: null })
  expect(asked.text).toMatch(/This would happen: .*[\s\S]*Nothing was changed yet/)
  expect((await use(client, 'show_plan', { plan_id })).data.routes).toEqual(shown.data.routes)
  const elsewhere = { ...move, delivery_ids: [route.stops[1].delivery_id], confirm: asked.data.confirm }
  expect(await use(client, 'move_stops', elsewhere)).toMatchObject({
    isError: true,
    text: expect.stringContaining('something else'),
  })
  const moved = await use(client, 'move_stops', { ...move, confirm: asked.data.confirm })
  expect(moved.data).toMatchObject({ done: true, change_id: expect.any(String) })
  expect(await use(client, 'move_stops', { ...move, confirm: asked.data.confirm })).toMatchObject({ isError: true })
  expect((await use(client, 'undo_change', { plan_id, change_id: moved.data.change_id })).data.done).toBe(true)

  const late = (await use(client, 'create_deliveries', { deliveries: [order('Dewi', -6.215)] })).data.created[0]
  const insert = { plan_id, delivery_id: late.id }
  const { confirm } = (await use(client, 'insert_order', insert)).data
  expect((await use(client, 'insert_order', { ...insert, confirm })).data.plan.deliveries).toBe(4)

  const ask = await use(client, 'dispatch_plan', { plan_id })
  expect(ask.text).toContain('This would send these routes to their drivers')
  expect((await use(client, 'dispatch_plan', { plan_id, confirm: ask.data.confirm })).data).toMatchObject({
    done: true,
    plan: { state: 'dispatched' },
  })
  expect((await use(client, 'find_risks', { plan_id })).isError).toBe(false)

  const cancel = { delivery_ids: [made.data.created[3].id] }
  const first = await use(client, 'cancel_deliveries', cancel)
  expect((await as(owner).call(getDelivery, { params: { id: cancel.delivery_ids[0]! } })).body.status).toBe('pending')
  await use(client, 'cancel_deliveries', { ...cancel, confirm: first.data.confirm })
  const history = await use(client, 'read_delivery', { delivery_id: cancel.delivery_ids[0] })
  expect(history.data).toMatchObject({ delivery: { status: 'cancelled' } })
  expect(history.text).toContain('by Agent')
  for (const name of ['list_vehicles', 'find_plans']) expect((await use(client, name)).isError).toBe(false)
  expect((await use(client, 'find_slots', { address: 'Jl. Anna 1' })).text).toBeTruthy()
}, 60_000)

test('a key sees only what its scopes allow, and refusals are sentences', async () => {
  const owner = await makeMember()
  const { client, key } = await withKey(owner, ['tracking'])
  const names = (await client.listTools()).tools.map(({ name }) => name)
  expect(names).toEqual(['find_deliveries', 'read_delivery', 'find_risks'])
  expect(await use(client, 'plan_day', { day })).toMatchObject({
    isError: true,
    text: expect.stringContaining('It needs the scope planning'),
  })
  expect(await use(client, 'find_deliveries', { limit: 'x', drop: 'table' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('limit'),
  })
  expect(await use(client, 'nothing')).toMatchObject({ isError: true })
  const foreign = await makeMember()
  const theirs = await withKey(foreign, ['deliveries'])
  const made = await use(theirs.client, 'create_deliveries', { deliveries: [order('Eka', -6.2)] })
  const stolen = await use(client, 'read_delivery', { delivery_id: made.data.created[0].id })
  expect(stolen).toMatchObject({ isError: true, text: 'That delivery does not exist in this workspace.' })
  const { requests } = (await as(owner).call(getApiUsage)).body
  await use(client, 'find_deliveries')
  expect((await as(owner).call(getApiUsage)).body.requests).toBe(requests + 1)
  await as(owner).call(revokeApiKey, { params: { id: key.id } })
  await expect(client.listTools()).rejects.toThrow(/api_key_revoked|401/)
})

test('an agent connects by OAuth, registering itself, until the person takes it back', async () => {
  const member = await makeMember()
  const sent: URL[] = []
  const provider = keepingProvider((url) => sent.push(url))
  const open = () =>
    new StreamableHTTPClientTransport(new URL(`${publicUrl}/mcp`), { authProvider: provider, fetch: reach })
  const client = new Client({ name: 'test', version: '1' })
  const transport = open()
  await expect(client.connect(transport)).rejects.toThrow(UnauthorizedError)
  expect(sent[0]!.searchParams.get('resource')).toBe(`${publicUrl}/mcp`)
  const asked = await app.inject(sent[0]!.pathname + sent[0]!.search)
  const id = new URL(asked.headers.location!).searchParams.get('authorization_id')!
  const { to } = await answer(member, id)
  await transport.finishAuth(to!.searchParams.get('code')!)
  const connected = new Client({ name: 'test', version: '1' })
  await connected.connect(open())
  expect((await connected.listTools()).tools.map(({ name }) => name)).toContain('plan_day')
  expect((await use(connected, 'find_deliveries')).data.total).toBe(0)
  const [allowed] = (await as(member).call(listAllowedApps)).body.data
  expect(allowed).toMatchObject({ app: { name: 'Test agent' }, last_used_at: expect.any(String) })
  await as(member).call(revokeAllowedApp, { params: { id: allowed!.id } })
  await expect(connected.listTools()).rejects.toThrow('Unauthorized')
})

test('without a token, from another site, and by other methods there is nothing', async () => {
  const refused = await app.inject({ method: 'POST', url: '/mcp', payload: {} })
  expect([refused.statusCode, refused.headers['www-authenticate']]).toMatchObject([
    401,
    expect.stringContaining('resource_metadata="'),
  ])
  const owner = await makeMember()
  const { key } = await withKey(owner, ['read'])
  const authorization = `Bearer ${key.secret}`
  const send = (headers: object, payload: object = { jsonrpc: '2.0', id: 1, method: 'tools/list' }) =>
    app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization, accept: 'application/json, text/event-stream', ...headers },
      payload,
    })
  expect((await send({})).statusCode).toBe(200)
  expect((await send({ origin: 'https://evil.example' })).json()).toMatchObject({ code: 'origin_not_allowed' })
  expect((await send({ authorization: `Bearer ${owner.token}` })).statusCode).toBe(401)
  expect((await send({}, { hello: 'x' })).statusCode).toBe(400)
  expect((await send({}, { jsonrpc: '2.0', id: 1, method: 'x'.repeat(2_000_000) })).statusCode).toBe(413)
  expect((await app.inject({ url: '/mcp', headers: { authorization } })).statusCode).toBe(405)
})

/** Remembers what an agent gets, and where it would send its person. */
function keepingProvider(send: (url: URL) => void): OAuthClientProvider {
  const kept: { client?: any; tokens?: any; verifier?: string } = {}
  return {
    redirectUrl: 'http://localhost:33333/callback',
    clientMetadata: {
      client_name: 'Test agent',
      redirect_uris: ['http://localhost:33333/callback'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: send,
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier!,
    invalidateCredentials: () => void (kept.tokens = undefined),
  }
}
