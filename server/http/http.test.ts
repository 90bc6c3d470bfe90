import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { gzipSync } from 'node:zlib'
import Fastify, { type FastifyReply, type FastifyRequest, type InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { allEndpoints } from '#domain/api/all.ts'
import { createDelivery, listDeliveries } from '#domain/api/deliveries.ts'
import { needsNoSession } from '#domain/api/endpoint.ts'
import { errors } from '#domain/errors.ts'
import { inWorkspace } from '../db/connect.ts'
import { lockWorkspace } from '../db/workspace.ts'
import { watchConnections } from './connections.ts'
import { registerMetrics } from './metrics.ts'
import { openShares } from './shares.ts'
import { testApp } from '../testing/test-app.ts'

const { app, as, makeMember, deps, signToken } = await testApp()

test('every declared endpoint is served', () => {
  for (const { method, path } of allEndpoints)
    expect(app.hasRoute({ method, url: path }), `${method} ${path}`).toBe(true)
})

test('every endpoint refuses a caller who is not signed in', async () => {
  for (const endpoint of allEndpoints.filter(({ may }) => !needsNoSession(may))) {
    const url = endpoint.path.replace(':id', '00000000-0000-4000-8000-000000000000')
    const reply = await app.inject({ method: endpoint.method, url })
    expect(reply.json(), `${endpoint.method} ${endpoint.path}`).toMatchObject({ status: 401, code: 'not_signed_in' })
  }
})

/** Their replies hold a secret, or making one again replaces the one before, or they are a person's and no workspace's. A slot that is held twice is given back by itself, and a workspace is exported once at a time. */
const notRepeated = [
  'confirmSlot',
  'createApiKey',
  'createApp',
  'createDriverCode',
  'createPushSubscription',
  'createTracker',
  'createWebhook',
  'createWorkspace',
  'eraseRecipient',
  'holdOrderSlot',
  'holdSlot',
  'inviteDriver',
  'makePluginKey',
  'placeOrder',
  'startWorkspaceExport',
]

test('every create honors Idempotency-Key, except those that must not or need not', () => {
  const creates = allEndpoints.filter(({ status }) => status === 201 || status === 202)
  const others = creates.filter(({ idempotent }) => !idempotent)
  expect(others.map(({ id }) => id).toSorted()).toEqual(notRepeated)
})

test('a refused call gets a problem document with a request id', async () => {
  const reply = await app.inject({ url: '/v1/nothing-here' })
  expect(reply.statusCode).toBe(404)
  expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(reply.json()).toEqual({
    type: 'urn:karta:error:not_found',
    title: errors.not_found.say,
    status: 404,
    code: 'not_found',
    request_id: reply.headers['x-request-id'],
  })
})

test('a body that is not JSON, too large or of another type is refused with its own code', async () => {
  const { token } = await makeMember()
  const send = (payload: string, type = 'application/json') =>
    app.inject({
      method: 'POST',
      url: '/v1/deliveries',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      payload,
    })
  expect((await send('{"a":')).json()).toMatchObject({ status: 400, code: 'bad_json' })
  expect((await send(`"${'x'.repeat(5_000_000)}"`)).json()).toMatchObject({ status: 413, code: 'too_large' })
  expect((await send('<a/>', 'text/xml')).json()).toMatchObject({ status: 415, code: 'unsupported_media_type' })
  expect((await send('[]')).json()).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('where a call takes no body, an empty one is none, and another one is refused in a sentence', async () => {
  const { token } = await makeMember()
  const send = (payload: string) =>
    app.inject({
      method: 'POST',
      url: '/v1/workspace/sample-data',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': payload },
      payload,
    })
  for (const nothing of ['', '{}', 'null']) expect([201, 409], nothing).toContain((await send(nothing)).statusCode)
  for (const something of ['{"a":1}', '[]', '1']) {
    const { errors: problems } = (await send(something)).json()
    expect(problems, something).toEqual([{ path: '', message: 'This call takes no body.' }])
  }
})

test('a compressed body is read, counted as it is after inflating, and refused if that is suspiciously much', async () => {
  const { token } = await makeMember()
  const send = (url: string, text: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync(text),
    })
  expect(
    (await send('/v1/deliveries', '{"delivery_address":"Jalan Sudirman 1, Jakarta","scheduled_date":"2030-01-02"}'))
      .statusCode,
  ).toBe(201)
  const bomb = `{${' '.repeat(3_000_000)}}`
  for (const url of ['/v1/deliveries', '/v1/optimize']) {
    expect((await send(url, bomb)).json(), url).toMatchObject({ status: 413, code: 'too_large' })
  }
  expect((await send('/auth/v1/signup', bomb)).json()).toMatchObject({ error_code: 'request_entity_too_large' })

  const visitors = ['a', 'b'].map((owner) => {
    const request = { ip: owner } as FastifyRequest
    deps.bodyRoom.grow(request, { raw: new EventEmitter() } as unknown as FastifyReply, deps.config.bodyBytes / 2)
    return request
  })
  const large = JSON.stringify({ notes: randomBytes(100_000).toString('hex') })
  const full = await send('/v1/deliveries', large)
  expect(full.json()).toMatchObject({ status: 503, code: 'server_busy' })
  expect(full.headers['retry-after']).toBe('2')
  const refused = await send('/auth/v1/signup', large)
  expect(refused).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
  expect(refused.json()).toMatchObject({ code: 503, error_code: 'unexpected_failure' })
  for (const request of visitors) deps.bodyRoom.leave(request)
  expect((await send('/v1/deliveries', large)).statusCode).toBe(400)
})

test('a token of a session that does not exist is refused', async () => {
  const { userId, email } = await makeMember()
  const token = signToken({ userId, email, sessionId: '00000000-0000-4000-8000-000000000000' })
  const reply = await app.inject({ url: '/v1/me', headers: { authorization: `Bearer ${token}` } })
  expect(reply.json()).toMatchObject({ status: 401, code: 'session_ended' })
})

test('a member cannot enter somebody else’s workspace', async () => {
  const mine = await makeMember()
  const theirs = await makeMember()
  const { getMe } = await import('#domain/api/workspace.ts')
  for (const workspace of [theirs.workspaceId, 'not-a-uuid']) {
    const reply = await as(mine).call(getMe, { headers: { 'karta-workspace': workspace } })
    expect(reply).toMatchObject({ status: 403, code: 'no_workspace' })
  }
})

test('the OpenAPI document describes every endpoint, and its references resolve', async () => {
  const reply = await app.inject({ url: '/openapi.yaml' })
  const document = parse(reply.body)
  expect(document.openapi).toBe('3.1.0')
  for (const { method, path } of allEndpoints) {
    const below = path.replace(/^\/v1/, '').replace(/:(\w+)/g, '{$1}')
    expect(document.paths[below]).toHaveProperty(method.toLowerCase())
  }
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)]
  expect(references.length).toBeGreaterThan(20)
  for (const [, name] of references) expect(document.components.schemas).toHaveProperty(name!)
})

test('the OpenAPI document says where the API is and how to authenticate', async () => {
  const document = parse((await app.inject({ url: '/openapi.yaml' })).body)
  expect(document.servers).toEqual([{ url: `${deps.config.publicUrl}/v1` }])
  expect(document.components.securitySchemes).toMatchObject({
    apiKey: { type: 'http', scheme: 'bearer' },
    session: { type: 'http', scheme: 'bearer' },
  })
  expect(document.security).toEqual([{ apiKey: [] }, { session: [] }])
  const session = { session: [] }
  expect(document.paths['/deliveries'].post.security).toEqual([{ apiKey: ['deliveries'] }, session])
  expect(document.paths['/plans'].get.security).toEqual([{ apiKey: ['read'] }, { apiKey: ['planning'] }, session])
  expect(document.paths['/contact'].post.security).toEqual([])
  expect(document.paths['/deliveries'].post.responses['201'].headers).toHaveProperty('x-quota-remaining')
  expect(document.paths['/api-keys'].post.security).toEqual([session])
})

test('the examples of the OpenAPI document match the documentation and their schemas', async () => {
  const { paths } = parse((await app.inject({ url: '/openapi.yaml' })).body)
  const sent = paths['/deliveries'].post.requestBody.content['application/json'].example
  expect(Object.keys(sent)).toEqual([
    'pickup_address',
    'delivery_address',
    'recipient_name',
    'recipient_phone',
    'scheduled_time',
  ])
  const status = paths['/deliveries/{id}'].get.responses['200'].content['application/json'].example
  expect(status).toMatchObject({
    id: expect.any(String),
    status: 'in_transit',
    current_location: { lat: expect.any(Number), lng: expect.any(Number) },
    estimated_arrival: expect.any(String),
  })
  for (const { id, body, reply, example } of allEndpoints) {
    if (example?.body !== undefined) expect(body.safeParse(example.body).error, id).toBeUndefined()
    if (example?.reply !== undefined) expect(reply.parse(example.reply), id).toEqual(example.reply)
  }
  const owner = await makeMember()
  const made = await as(owner).call(createDelivery, { body: sent })
  const shown = paths['/deliveries'].post.responses['201'].content['application/json'].example
  const { id: _id, created_at: _created, updated_at: _updated, ...same } = shown
  // A member made it as the first one of the workspace; everything else is as shown.
  expect(made.body).toMatchObject({ ...same, number: 1, source: 'manual' })
})

test('the OpenAPI document describes a problem’s fields, and that the plan may come later', async () => {
  const { paths, components } = parse((await app.inject({ url: '/openapi.yaml' })).body)
  const { requestBody, responses, parameters } = paths['/optimize'].post
  expect(requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/VroomProblem' })
  expect(components.schemas.VroomProblem).toMatchObject({
    additionalProperties: false,
    required: ['vehicles'],
    properties: { jobs: { items: { $ref: '#/components/schemas/VroomJob' } } },
  })
  expect(components.schemas.VroomJob.properties.service).toMatchObject({ type: 'integer', minimum: 0 })
  expect(responses['200'].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/VroomPlan' })
  expect(responses['202']).toMatchObject({
    headers: { Location: { schema: { type: 'string' } } },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Operation' } } },
  })
  const names = parameters.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['time_limit_seconds', 'Idempotency-Key', 'Prefer']))
})

test('the OpenAPI document says how a change is refused to somebody who has not seen the record as it is', async () => {
  const { paths } = parse((await app.inject({ url: '/openapi.yaml' })).body)
  const { get, patch } = paths['/deliveries/{id}']
  expect(get.responses['200'].headers.ETag.example).toBe('"7"')
  expect(patch.parameters.map(({ name }: { name: string }) => name)).toContain('If-Match')
  expect(patch.responses['412'].content['application/problem+json'].schema.allOf[1].properties.current).toEqual({
    $ref: '#/components/schemas/Delivery',
  })
  expect(paths['/deliveries'].post.responses).not.toHaveProperty('412')
})

test('health, readiness and the browser’s settings answer', async () => {
  expect((await app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
  expect((await app.inject({ url: '/readyz' })).json()).toEqual({
    status: 'ready',
    roles: ['web', 'live', 'worker'],
    checks: { database: true, queue: true, bus: true, descriptors: true, accepting: true },
  })
  expect((await app.inject({ url: '/app-config.json' })).json()).toMatchObject({
    publishable_key: deps.keys.publishableKey,
    tile_url: deps.config.tileUrl,
  })
})

test('metrics are for this machine and for who has the token, unless they are open', async () => {
  const { body } = await app.inject({ url: '/metrics' })
  for (const name of ['http_request_duration_seconds_bucket', 'karta_connections', 'karta_database_restarts_total 0']) {
    expect(body).toContain(name)
  }
  expect(body).toMatch(/karta_tasks\{task="deliver-mail",state="waiting"\} \d/)
  const status = async (request: { remoteAddress?: string; headers?: Record<string, string> }) =>
    (await app.inject({ url: '/metrics', ...request })).statusCode
  expect(await status({ headers: { 'x-forwarded-for': '127.0.0.1' } })).toBe(404)
  expect(await status({ headers: { host: 'karta.example.com' } })).toBe(404)
  expect(await status({ remoteAddress: '10.0.0.7' })).toBe(404)
  const bearer = (token: string) => ({ remoteAddress: '10.0.0.7', headers: { authorization: `Bearer ${token}` } })
  expect(await status(bearer('undefined'))).toBe(404)

  const closing = Fastify()
  const settings = { metricsToken: 'a-token-of-some-length', metricsOpen: false }
  registerMetrics(closing, { ...deps, config: { ...deps.config, ...settings } }, watchConnections(closing, noLimits))
  const ask = async (request: InjectOptions) => (await closing.inject({ url: '/metrics', ...request })).statusCode
  expect(await ask(bearer('a-token-of-some-lengtH'))).toBe(404)
  expect(await ask(bearer('a-token-of-some-length'))).toBe(200)
  const open = Fastify()
  registerMetrics(open, { ...deps, config: { ...deps.config, metricsOpen: true } }, watchConnections(open, noLimits))
  expect((await open.inject({ url: '/metrics', remoteAddress: '10.0.0.7' })).statusCode).toBe(200)
})

const noLimits = { total: 100, perAddress: 100, behindProxies: false }

test('every reply carries the security headers, and JSON none that only pages heed', async () => {
  const { headers } = await app.inject({ url: '/openapi.yaml' })
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers['permissions-policy']).toMatch(/(^|, )geolocation=\(\)(, |$)/)
  const always = {
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
  }
  expect(headers).toMatchObject({
    ...always,
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
  for (const url of ['/healthz', '/v1/none']) {
    const data = (await app.inject({ url })).headers
    expect(data).toMatchObject({
      ...always,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    expect(data).not.toHaveProperty('permissions-policy')
  }
})

test('a server whose database connections all wait for something is still ready', async () => {
  const taken = await Promise.all(Array.from({ length: deps.pool.options.max }, () => deps.pool.connect()))
  const reply = await app.inject({ url: '/readyz' })
  for (const client of taken) client.release()
  expect(reply.json()).toMatchObject({ status: 'ready', checks: { database: true, queue: true } })
})

test('readiness answers no, without waiting, while the database does not answer', async () => {
  const taken = await deps.pulse.connect()
  const reply = await app.inject({ url: '/readyz' })
  taken.release()
  expect(reply.statusCode).toBe(503)
  expect(reply.json().checks).toMatchObject({ database: false, queue: false })
})

test('a workspace whose calls all wait for something leaves connections to others', async () => {
  const [greedy, modest] = [await makeMember(), await makeMember()]
  const second = await makeMember({ workspaceId: greedy.workspaceId })
  const body = { delivery_address: 'Jl. Merdeka 1', scheduled_date: '2026-03-15' }
  // From its first call on, a person counts for their workspace.
  for (const member of [greedy, second]) expect((await as(member).call(listDeliveries)).status).toBe(200)
  let flood: Promise<{ status: number }[]> | undefined
  await inWorkspace(deps.db, greedy.workspaceId, async (trx) => {
    await lockWorkspace(trx, greedy.workspaceId)
    flood = Promise.all(
      Array.from({ length: 20 }, (_, i) => as(i % 2 ? greedy : second).call(createDelivery, { body })),
    )
    expect((await as(modest).call(listDeliveries)).status).toBe(200)
  })
  expect((await flood!).map(({ status }) => status)).toEqual(Array(20).fill(201))
})

test('calls beyond a long line of their own workspace are refused, unless they are counted already', async () => {
  const shares = openShares(1)
  const end = Promise.withResolvers<void>()
  const works = Array.from({ length: 102 }, () => shares.during('a', () => end.promise))
  await expect(works.at(-1)).rejects.toMatchObject({ code: 'rate_limited', detail: { retry_after_seconds: 5 } })
  const counted = shares.during('a', async () => 'done', true)
  end.resolve()
  await Promise.all(works.slice(0, -1))
  expect(await counted).toBe('done')
})
