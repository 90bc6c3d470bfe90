import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { allEndpoints } from '#domain/api/all.ts'
import { errors } from '#domain/errors.ts'
import { testApp } from '../testing/test-app.ts'

const { app, as, makeMember, deps, signToken } = await testApp()

test('every declared endpoint is served', () => {
  for (const { method, path } of allEndpoints)
    expect(app.hasRoute({ method, url: path }), `${method} ${path}`).toBe(true)
})

test('every endpoint refuses a caller who is not signed in', async () => {
  for (const endpoint of allEndpoints.filter(({ may }) => may !== 'anybody')) {
    const url = endpoint.path.replace(':id', '00000000-0000-4000-8000-000000000000')
    const reply = await app.inject({ method: endpoint.method, url })
    expect(reply.json(), `${endpoint.method} ${endpoint.path}`).toMatchObject({ status: 401, code: 'not_signed_in' })
  }
})

test('creates honour Idempotency-Key', () => {
  for (const endpoint of allEndpoints.filter(({ status }) => status === 201 || status === 202)) {
    expect(endpoint.idempotent, endpoint.id).toBe(true)
  }
})

test('a refusal is a problem document with a request id', async () => {
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

test('a body that is not JSON, too large or of another type is refused by name', async () => {
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

test('a token of a session that does not exist is refused', async () => {
  const { userId, email } = await makeMember()
  const token = await signToken({ userId, email, sessionId: '00000000-0000-4000-8000-000000000000' })
  const reply = await app.inject({ url: '/v1/me', headers: { authorization: `Bearer ${token}` } })
  expect(reply.json()).toMatchObject({ status: 401, code: 'session_ended' })
})

test('a member cannot enter a workspace of others', async () => {
  const mine = await makeMember()
  const theirs = await makeMember()
  const { getMe } = await import('#domain/api/workspace.ts')
  for (const workspace of [theirs.workspaceId, 'not-a-uuid']) {
    const reply = await as(mine).call(getMe, { headers: { 'karta-workspace': workspace } })
    expect(reply).toMatchObject({ status: 403, code: 'no_workspace' })
  }
})

test('the OpenAPI document describes every endpoint and resolves all its references', async () => {
  const reply = await app.inject({ url: '/openapi.yaml' })
  const document = parse(reply.body)
  expect(document.openapi).toBe('3.1.0')
  for (const { method, path } of allEndpoints) {
    expect(document.paths[path.replace(/:(\w+)/g, '{$1}')]).toHaveProperty(method.toLowerCase())
  }
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)]
  expect(references.length).toBeGreaterThan(20)
  for (const [, name] of references) expect(document.components.schemas).toHaveProperty(name!)
})

test('health, readiness, metrics and the browser’s settings answer', async () => {
  expect((await app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
  expect((await app.inject({ url: '/readyz' })).json()).toEqual({
    status: 'ready',
    checks: { database: true, queue: true, accepting: true },
  })
  expect((await app.inject({ url: '/metrics' })).body).toContain('http_request_duration_seconds')
  expect((await app.inject({ url: '/app-config.json' })).json()).toMatchObject({
    publishable_key: deps.keys.publishableKey,
    tile_url: deps.config.tileUrl,
  })
})

test('every reply carries the security headers', async () => {
  const { headers } = await app.inject({ url: '/healthz' })
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
})

test('readiness says no, instead of waiting, while no connection to the database is free', async () => {
  const taken = await Promise.all(Array.from({ length: deps.pool.options.max }, () => deps.pool.connect()))
  const reply = await app.inject({ url: '/readyz' })
  for (const client of taken) client.release()
  expect(reply.statusCode).toBe(503)
  expect(reply.json().checks).toMatchObject({ database: false, queue: false })
})
