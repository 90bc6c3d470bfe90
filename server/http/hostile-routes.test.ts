import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { InjectOptions } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { errors } from '#domain/errors.ts'
import { testApp } from '../testing/test-app.ts'
import { writeApiKey } from './key-format.ts'

const siteRoot = mkdtempSync(join(tmpdir(), 'karta-site-'))
afterAll(() => rmSync(siteRoot, { recursive: true }))
mkdirSync(join(siteRoot, 'assets'))
mkdirSync(join(siteRoot, 'blog'))
const html = '<!doctype html><title>Page</title>'
for (const file of [
  'index.html',
  '__spa-fallback.html',
  'blog/index.html',
  'assets/app-1a2b.js',
  'feed.xml',
  'icon.svg',
]) {
  writeFileSync(join(siteRoot, file), html)
}

const { app, routes, deps, makeMember, signToken } = await testApp(undefined, siteRoot)

const nobody = '00000000-0000-4000-8000-000000000000'
const long = 'x'.repeat(5000)
const parts = ['', '/', '//', '%00', '%2e%2e', '..%2fx', '..%5cx', '*', '%', '%ff', '%E0%A4%A', long, nobody]
const queries = [
  '?',
  '?x=%00',
  '?%',
  '?x=%E0%A4%A',
  '?a[]=1&a=2',
  '?__proto__=1',
  '?cursor=x',
  `?${long}`,
  '??',
  '?x=1&x=2',
]
const bodies = [
  '',
  '{',
  'null',
  '[]',
  '"\\ud800"',
  '\u0000',
  '{"__proto__":{"a":1}}',
  `{"${long}":1}`,
  `${'['.repeat(9000)}1`,
]
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'] as const
const asText = { 'content-type': 'application/json' }
const claims = { userId: nobody, sessionId: nobody, email: 'a@example.com' }

/** Requests that differ from a usual one in their headers. */
const headers: Record<string, string>[] = [
  ...['foo', 'gzip', 'br', 'gzip, gzip', long].map((encoding) => ({ ...asText, 'content-encoding': encoding })),
  ...[
    '///',
    '',
    'application/json; charset=x',
    'text/xml',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
  ].map((type) => ({ 'content-type': type })),
  ...['Bearer', 'Bearer x', 'Basic eDp4', 'Bearer a.b.c', 'Bearer karta_x', long].map((authorization) => ({
    authorization,
  })),
  { authorization: `Bearer ${writeApiKey(Buffer.alloc(32, 1), 'live')}` },
  { authorization: `Bearer ${signToken({ ...claims, userId: 'no-uuid' })}` },
  { authorization: `Bearer ${signToken({ ...claims, sessionId: '1; select 1' })}` },
  { authorization: `Bearer ${signToken(claims)}`, 'karta-workspace': "' or 1=1", 'idempotency-key': long },
  { authorization: `Bearer ${deps.keys.publishableKey}`, apikey: deps.keys.publishableKey },
  { apikey: 'x' },
  {
    accept: '%%%',
    'accept-encoding': 'foo;q=x',
    'accept-language': '-',
    range: 'bytes=9-x',
    'if-none-match': '"',
    prefer: 'wait=x',
  },
  { range: 'bytes=99999999-', 'if-modified-since': 'x', 'if-match': '*' },
  {
    host: 'a b%/',
    origin: 'null',
    referer: '%',
    cookie: '=',
    'x-forwarded-for': 'x',
    'x-supabase-api-version': '9999-99-99',
  },
  { accept: 'text/html' },
  { upgrade: 'websocket', connection: 'upgrade', expect: 'x' },
]

const shares = 4
let turn = 0

/** A quarter of the headers, another one for the next route: the same code reads them, whatever the route. */
const someHeaders = () => headers.filter((_, index) => index % shares === turn % shares)

/** Values in all places; for guests also unusual headers and other methods. */
function* attacksOn(url: string, method: string, by: 'guest' | 'person'): Generator<InjectOptions> {
  const plain = url.replace(/:\w+/g, nobody).replace('*', 'x')
  const send = { method: method as 'GET', url: plain }
  if (/[:*]/.test(url)) for (const part of parts) yield { ...send, url: url.replace(/:\w+|\*/g, () => part) }
  for (const query of queries) yield { ...send, url: plain + query }
  if (method !== 'GET' && method !== 'HEAD') for (const payload of bodies) yield { ...send, headers: asText, payload }
  if (by === 'person') return
  turn++
  for (const each of someHeaders()) yield { ...send, headers: each, ...(method !== 'GET' && { payload: '{}' }) }
  for (const other of methods) yield { ...send, method: other as 'GET' }
}

/** What is wrong with the answer to `attack`, if anything is. */
async function faultOf(attack: InjectOptions): Promise<string | undefined> {
  const reply = await app.inject(attack)
  const { statusCode, headers: sent, body } = reply
  const what = JSON.stringify(attack).slice(0, 200)
  const path = URL.parse(String(attack.url), 'http://karta.test')?.pathname ?? ''
  const isForOne = /^\/((auth|realtime|storage|rest|functions)\/)?v1\/(?!\.well-known\/)/.test(path)
  if (isForOne && sent['cache-control'] !== 'no-store') return `${what}: may be cached`
  if (statusCode >= 500) return `${what}: ${statusCode} ${body.slice(0, 200)}`
  if (statusCode < 400 || attack.method === 'HEAD') return undefined
  if (body.length > 8000) return `${what}: ${body.length} characters`
  const type = String(sent['content-type'])
  if (path.startsWith('/storage/v1') && isStorageError(path, reply)) return undefined
  if (path.startsWith('/rest/v1') && isRestError(reply)) return undefined
  if (path.startsWith('/auth/v1/oauth/') && isOAuthError(reply)) return undefined
  if (sent['x-sb-error-code'] && type.startsWith('application/json')) return undefined
  // The other services of the official client have bodies of their own, without a header that says so.
  if (/^\/(realtime|functions)\/v1\//.test(path) && type.startsWith('application/json')) return undefined
  if (statusCode === 404 && type.startsWith('text/html')) return undefined
  const isProblem = type.startsWith('application/problem+json') && reply.json().code in errors
  return isProblem ? undefined : `${what}: ${statusCode} ${type} ${body.slice(0, 200)}`
}

/** The storage service's format, as its clients read it; about resumable uploads, a sentence. */
function isStorageError(path: string, { headers: sent, json }: Awaited<ReturnType<typeof app.inject>>): boolean {
  if (path.startsWith('/storage/v1/upload/') && String(sent['content-type']).startsWith('text/plain')) return true
  if (!String(sent['content-type']).startsWith('application/json')) return false
  const { statusCode, error, message } = json()
  return Boolean(statusCode && error && message)
}

/** PostgREST's form: always the same four members. */
function isRestError({ headers: sent, json }: Awaited<ReturnType<typeof app.inject>>): boolean {
  if (!String(sent['content-type']).startsWith('application/json')) return false
  return Object.keys(json()).toSorted().join() === 'code,details,hint,message'
}

/** The form of RFC 6749, for the endpoints that apps call. */
function isOAuthError({ headers: sent, json }: Awaited<ReturnType<typeof app.inject>>): boolean {
  if (!String(sent['content-type']).startsWith('application/json')) return false
  return Object.keys(json()).join() === 'error,error_description'
}

async function faultsOf(attacks: Iterable<InjectOptions>): Promise<string[]> {
  const faults: string[] = []
  for (const attack of attacks) {
    const fault = await faultOf(attack)
    if (fault) faults.push(fault)
  }
  return faults
}

test('whatever a guest sends to any route is answered below 500, shortly, and in the format of the service', async () => {
  expect(routes.length).toBeGreaterThan(150)
  for (const { method, url } of routes) expect(await faultsOf(attacksOn(url, method, 'guest'))).toEqual([])
  // Thousands of calls, on a machine that may be busy with other things.
}, 180_000)

test('whatever somebody who is signed in sends to the sign-in service is answered below 500', async () => {
  for (const { method, url } of routes.filter((route) => route.url.startsWith('/auth/v1/'))) {
    const { token } = await makeMember()
    const attacks = [...attacksOn(url, method, 'person')].map((attack) => ({
      ...attack,
      headers: { ...attack.headers, authorization: `Bearer ${token}` },
    }))
    expect(await faultsOf(attacks)).toEqual([])
  }
})

test.each([
  '/assets/',
  '/assets',
  '//',
  '///x',
  '/%00',
  '/%2e%2e/x',
  `/${long}`,
  '/a%00b.html',
  '/%E0%A4%A',
  '//v1/me',
])('%s leads nowhere: a program gets a problem, a browser the page for unknown addresses', async (url) => {
  const program = await app.inject({ url })
  expect([program.statusCode, program.json().code]).toEqual([404, 'not_found'])
  const browser = await app.inject({ url, headers: { accept: 'text/html' } })
  expect([browser.statusCode, browser.body]).toEqual([404, html])
})

test('a page is found with a slash at the end too, on this site only', async () => {
  const visit = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })
  expect((await visit('/blog')).body).toBe(html)
  const { statusCode, headers: sent } = await visit('/blog/?page=2')
  expect([statusCode, sent.location]).toEqual([308, '/blog?page=2'])
  expect((await visit('//blog/')).statusCode).toBe(404)
})

describe('what no client library sends', async () => {
  const port = new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port

  /** Sends bytes, and reads the answer until the server ends the connection. */
  async function raw(bytes: string): Promise<{ status: number; type: string; json: () => { code: string } }> {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(bytes)
    const answer = await text(socket)
    const [head = '', ...rest] = answer.split('\r\n\r\n')
    const type = /^content-type: (.*)$/im.exec(head)?.[1] ?? ''
    return { status: Number(head.split(' ')[1]), type, json: () => JSON.parse(rest.join('')) }
  }
  const get = (target: string) => raw(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)

  test.each(['/../x', '/assets/../../x', '/\\..\\x', '*', '///', 'https://x/assets/', 'http://[/x', `/${long}`])(
    'the target %s leads nowhere',
    async (target) => {
      const { status, json } = await get(target)
      expect([status, json().code]).toEqual([404, 'not_found'])
    },
  )

  test('an absolute address and one with needless escapes are the endpoint they mean', async () => {
    for (const target of ['http://other.example/v1/me', '/%761/me', '/v1/m%65?x=%zz']) {
      expect((await get(target)).json().code, target).toBe('not_signed_in')
    }
  })

  test.each([
    ['no HTTP at all', 'HELLO\r\n\r\n', 400, 'bad_request'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'bad_request'],
    ['no host', 'GET /v1/me HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'bad_request'],
    ['a broken header', 'GET /v1/me HTTP/1.1\r\nhost: x\r\na b\r\n\r\n', 400, 'bad_request'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
      'bad_request',
    ],
    ['too many headers', `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    [
      'an expectation',
      'GET / HTTP/1.1\r\nhost: x\r\nexpect: tea\r\nconnection: close\r\n\r\n',
      417,
      'expectation_failed',
    ],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n', 404, 'not_found'],
  ])('%s is refused with a problem', async (_what, bytes, status, code) => {
    const reply = await raw(bytes)
    expect([reply.status, reply.type, reply.json().code]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
      code,
    ])
  })
})

describe('an answer does not give back what was sent', async () => {
  const { token } = await makeMember()
  const huge = 'x'.repeat(3_900_000)
  const many = Object.fromEntries(Array.from({ length: 140_000 }, (_, index) => [`an_unknown_field_${index}`, 1]))
  const rows = Array.from({ length: 500 }, () => ({ ['y'.repeat(7000)]: 1 }))
  test.each([
    ['140,000 unknown fields', '/v1/contact', many],
    ['a field with an endless name', '/v1/contact', { [huge]: 1 }],
    ['unknown fields in every row', '/v1/deliveries/import', { deliveries: rows, all_or_nothing: true }],
    [
      'rows with an endless value',
      '/v1/deliveries/import',
      { deliveries: [{ scheduled_date: huge }], all_or_nothing: true },
    ],
    ['a problem with an endless name', '/v1/optimize', { vehicles: [{ id: 1, start: [0, 0] }], [huge]: 1 }],
    ['a problem with an endless value', '/v1/optimize', { vehicles: [{ id: huge, start: [0, 0] }] }],
    ['an endless address', '/auth/v1/signup', { email: huge.slice(0, 900_000), password: 'x' }],
    ['an endless sign-out', `/auth/v1/logout?scope=${long}`, {}],
    ['an endless provider', `/auth/v1/token?grant_type=id_token`, { provider: huge.slice(0, 900_000), id_token: 'x' }],
  ])('%s', async (_what, url, payload) => {
    const headers = { authorization: `Bearer ${token}` }
    const reply = await app.inject({ method: 'POST', url, headers, payload })
    expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    expect(reply.statusCode).toBeLessThan(500)
    expect(reply.statusCode).not.toBe(413)
    expect(reply.body.length).toBeLessThan(8000)
  })
})
