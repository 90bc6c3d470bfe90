import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#domain/api/all.ts'
import { deliverySorts } from '#domain/api/deliveries.ts'
import type { Endpoint } from '#domain/api/endpoint.ts'
import { errors } from '#domain/errors.ts'
import { rig } from '../testing/rig.ts'
import { testApp } from '../testing/test-app.ts'

const { app, deps, makeMember } = await testApp()
const reader = await makeMember()
const nobody = '00000000-0000-4000-8000-000000000000'

/** Values that somebody may send by mistake or on purpose. */
const hostile: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  32_768,
  2_147_483_648,
  1e308,
  -1e308,
  '',
  ' ',
  'x'.repeat(10_000),
  '\u0000',
  '\ud800',
  "'; drop table deliveries; --",
  '<script>alert(1)</script>',
  '%',
  '\\',
  '0000-01-01',
  '0001-01-01',
  '1900-01-01',
  '9999-12-31',
  '0000-01-01T00:00:00Z',
  '1900-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  '00:00',
  '24:00',
  '+628110000001',
  'a@example.com',
  'Pacific/Apia',
  nobody,
  nobody.toUpperCase(),
  [],
  [nobody, nobody],
  Array.from({ length: 600 }, () => ({})),
  {},
  JSON.parse('{"__proto__": {"role": "owner"}}'),
  { lat: 90, lng: 180 },
  { lat: 1e308, lng: -0 },
  JSON.parse('['.repeat(500) + ']'.repeat(500)),
]

/** A valid value for a field, so that only one value at a time is bad. */
const good: Record<string, unknown> = {
  delivery_address: 'Jl. Sudirman 1',
  address: 'Jl. Sudirman 1',
  location: { lat: -6.2, lng: 106.8 },
  scheduled_date: '2026-03-15',
  name: 'Name',
  scopes: ['read'],
  day: '2026-03-15',
  driver_ids: [nobody],
  ids: [nobody],
  email: 'a@example.com',
  message: 'Message',
  position: 'driver',
  cover_letter: 'Letter',
  challenge: 'x',
  answer: '1',
}

const fieldsOf = (schema: z.ZodType) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])

const tried = new Map<unknown, number>()
const someOfMany = 8

/** Every value for what occurs first, and one of `share` of them, others each time, for what occurs again. */
function valuesForOne<V>(one: unknown, values: V[], share = someOfMany): V[] {
  const times = tried.get(one) ?? 0
  tried.set(one, times + 1)
  return times === 0 ? values : values.filter((_, index) => index % share === times % share)
}

/** What to send as a field, of which many endpoints may have the same. */
function valuesFor(schema: z.ZodType, field: string): unknown[] {
  let inner = (schema as z.ZodObject).shape[field] as z.ZodType
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault)
    inner = inner.unwrap() as z.ZodType
  // Fields that only choose or count are all read alike; texts and lists may have rules of their own, by their name.
  const isPlain = inner instanceof z.ZodEnum || inner instanceof z.ZodBoolean || inner instanceof z.ZodNumber
  const described = JSON.stringify(z.toJSONSchema(inner, { io: 'input', unrepresentable: 'any' }))
  return isPlain
    ? valuesForOne(described, hostile)
    : valuesForOne(`${field} ${described}`, valuesForOne(described, hostile, 3))
}

/** Bodies with one bad field, and bodies that are no object at all. */
function bodiesFor({ body }: Endpoint): unknown[] {
  const fields = fieldsOf(body)
  const whole = Object.fromEntries(fields.filter((field) => field in good).map((field) => [field, good[field]]))
  const delivery = { delivery_address: good.delivery_address, scheduled_date: good.scheduled_date }
  return [
    // Whatever the endpoint, the same code refuses what is no object.
    ...valuesForOne('bodies', hostile),
    { ...whole, unknown: 1 },
    ...fields.flatMap((field) => valuesFor(body, field).map((value) => ({ ...whole, [field]: value }))),
    ...(fields.includes('deliveries')
      ? ['delivery_address', 'scheduled_time', 'weight_kg', 'skills'].flatMap((field) =>
          valuesForOne(`of deliveries: ${field}`, hostile).map((value) => ({
            deliveries: [delivery, { ...delivery, [field]: value }],
          })),
        )
      : []),
  ]
}

/** Addresses with one bad part: the id in the path, or one field of the query. */
function urlsFor({ path, params, query }: Endpoint): string[] {
  const textOf = (value: unknown) =>
    encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed())
  const url = path.replace(':id', nobody)
  const ids = [...hostile.map(textOf), '%E0%A4%A', '..%2f..', 'x'.repeat(300)]
  return [
    url,
    ...(path.includes(':id') ? valuesForOne(params.shape.id, ids).map((id) => path.replace(':id', id)) : []),
    ...['unknown', '__proto__'].map((field) => `${url}?${field}=1`),
    ...fieldsOf(query).flatMap((field) => valuesFor(query, field).map((value) => `${url}?${field}=${textOf(value)}`)),
    `${url}?limit=1&limit=2`,
  ]
}

/** As many calls at the same time as a workspace's calls may hold connections. */
async function severalAtOnce<T>(items: T[], send: (item: T) => Promise<void>): Promise<void> {
  for (let i = 0; i < items.length; i += 4) await Promise.all(items.slice(i, i + 4).map(send))
}

test.each(allEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s answers whatever is sent, and says by a code what is wrong',
  async (_id, endpoint) => {
    // Whoever only reads leaves everything as it was for the next one.
    const { token } = endpoint.method === 'GET' ? reader : await makeMember()
    const call = async (url: string, body?: unknown, headers = {}) => {
      const reply = await app.inject({
        method: endpoint.method,
        url,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
      const sent = `${url.slice(0, 200)} ${JSON.stringify(body)?.slice(0, 200)}`
      expect(reply.statusCode, `${sent}: ${reply.body.slice(0, 300)}`).toBeLessThan(500)
      expect(reply.headers['cache-control'], sent).toBe('no-store')
      if (reply.statusCode < 400) return
      expect(errors, sent).toHaveProperty(reply.json().code)
      expect(reply.headers['content-type'], sent).toMatch(/^application\/problem\+json/)
    }
    const url = endpoint.path.replace(':id', nobody)
    await severalAtOnce(urlsFor(endpoint), (bad) => call(bad))
    if (endpoint.method !== 'GET') await severalAtOnce(bodiesFor(endpoint), (body) => call(url, body))
    await call(url, undefined, { 'karta-workspace': "' or 1=1", 'idempotency-key': 'x'.repeat(300) })
  },
)

// The operator's are hidden from everybody else, and read like the others.
const lists = allEndpoints.filter(({ path, query }) => 'cursor' in query.shape && !path.startsWith('/v1/operator/'))

test.each(lists)('$id refuses a forged cursor by name, whatever order it claims to be for', async ({ path, query }) => {
  const { token, userId, workspaceId: workspace_id } = await makeMember()
  await rig(deps.db, workspace_id, (trx) =>
    trx
      .insertInto('drivers')
      .values({ workspace_id, name: 'Sari', user_id: userId } as never)
      .execute(),
  )
  const values = [
    ...hostile.filter((value) => typeof value !== 'object'),
    null,
    3,
    '2026-03-15',
    '2026-03-15T00:00:00Z',
  ]
  const forge = async (url: string, sort: string, order: string, value: unknown, tie: unknown) => {
    const cursor = Buffer.from(JSON.stringify([`${sort} ${order}`, value, tie]))
      .toString('base64url')
      .slice(0, 3000)
    const query = { cursor, ...(url === '/v1/deliveries' && { sort, order }) }
    const reply = await app.inject({ url, query, headers: { authorization: `Bearer ${token}` } })
    expect([200, 400], `${url} ${sort} ${value} ${tie}: ${reply.body}`).toContain(reply.statusCode)
  }
  const own = { '/v1/plans': 'created_at', '/v1/operations': 'created_at', '/v1/vehicles': 'code' }[path] ?? 'name'
  for (const sort of 'sort' in query.shape ? deliverySorts : [own]) {
    await severalAtOnce(values, async (value) => {
      await forge(path, sort, 'asc', value, nobody)
      await forge(path, sort, 'desc', value, 1)
    })
  }
})
