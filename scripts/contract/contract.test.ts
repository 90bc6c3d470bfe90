import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, type Endpoint } from '#domain/api/endpoint.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import { breakingChanges } from './compare.ts'
import { contractOf } from './contract.ts'
import { currentContract, readContract } from './stored.ts'

test('v1 keeps what programs rely on, and what was added is recorded', () => {
  const [recorded, current] = [readContract(), currentContract()]
  expect(breakingChanges(recorded, current, new Date().toISOString().slice(0, 10))).toEqual([])
  const isRecorded = JSON.stringify(recorded) === JSON.stringify(current)
  expect(isRecorded, 'The API has grown: run `npm run contract` and commit docs/contract.yaml.').toBe(true)
})

const Parcel = z.object({ code: z.string(), size: z.enum(['small', 'large']) })

const before = {
  query: z.strictObject({ limit: z.int().max(200).optional() }),
  body: z.strictObject({
    name: z.string().max(100),
    kind: z.enum(['drop', 'pickup']).optional(),
    note: z.string().nullish(),
  }),
  reply: z.object({ id: z.uuid(), note: z.string(), weight: z.int(), parcels: z.array(Parcel) }),
}

type Parts = Partial<Pick<Endpoint, 'query' | 'body' | 'reply' | 'status' | 'may' | 'deprecated'>>

const declared = (parts: Parts = {}): Endpoint => ({
  ...(endpoint({
    id: 'addThing',
    method: 'POST',
    path: '/v1/things',
    may: 'add_deliveries',
    tag: 'Things',
    summary: 'Add a thing',
    ...before,
  }) as Endpoint),
  ...parts,
})

const contract = (...endpoints: Endpoint[]) => contractOf(openApiDocument(endpoints, 'https://karta.example', '1'))
const changes = (parts: Parts, today = '2027-01-01') =>
  breakingChanges(contract(declared()), contract(declared(parts)), today)

const { query, body, reply } = before

test.each<[string, Parts, string]>([
  ['a query field is gone', { query: query.omit({ limit: true }) }, 'POST /things, query: `limit` is gone.'],
  [
    'a query field is new and required',
    { query: query.extend({ day: z.string() }) },
    'POST /things, query: `day` is new, and required.',
  ],
  [
    'a number is smaller',
    { query: z.strictObject({ limit: z.int().max(100).optional() }) },
    'POST /things, query: limit is at most 100 now, not 200.',
  ],
  ['a body field is gone', { body: body.omit({ kind: true }) }, 'POST /things, body: `kind` is gone.'],
  [
    'a body field is new and required',
    { body: body.extend({ day: z.string() }) },
    'POST /things, body: `day` is new, and required.',
  ],
  [
    'a body field becomes required',
    { body: body.required({ kind: true }) },
    'POST /things, body: `kind` is required now.',
  ],
  [
    'a text is shorter',
    { body: body.extend({ name: z.string().max(50) }) },
    'POST /things, body: name is at most 50 now, not 100.',
  ],
  [
    'a value is gone',
    { body: body.extend({ kind: z.enum(['drop']).optional() }) },
    'POST /things, body: kind no longer takes the value "pickup".',
  ],
  [
    'null is not taken',
    { body: body.extend({ note: z.string().optional() }) },
    'POST /things, body: note no longer takes null.',
  ],
  [
    'a type changes',
    { body: body.extend({ name: z.int() }) },
    'POST /things, body: name was string ..100, and is integer now.',
  ],
  ['there is no body', { body: z.undefined() }, 'POST /things no longer takes a body.'],
  ['a reply field is gone', { reply: reply.omit({ note: true }) }, 'POST /things, reply 200: `note` is gone.'],
  [
    'a reply field may be missing',
    { reply: reply.partial({ note: true }) },
    'POST /things, reply 200: `note` may be missing now.',
  ],
  [
    'a reply field may be null',
    { reply: reply.extend({ note: z.string().nullable() }) },
    'POST /things, reply 200: note may be null now.',
  ],
  [
    'a whole number is not',
    { reply: reply.extend({ weight: z.number() }) },
    'POST /things, reply 200: weight was integer, and is number now.',
  ],
  [
    'a field in a list is gone',
    { reply: reply.extend({ parcels: z.array(Parcel.omit({ code: true })) }) },
    'POST /things, reply 200: parcels[]: `code` is gone.',
  ],
  ['another status', { status: 201 }, 'POST /things no longer answers with status 200.'],
  [
    'a scope is not enough',
    { may: 'manage_workspace' },
    'POST /things no longer takes API keys with the scope deliveries.',
  ],
])('refused: %s', (_, parts, sentence) => {
  expect(changes(parts)).toContain(sentence)
})

test.each<[string, Parts]>([
  [
    'a field that may be missing',
    { body: body.extend({ day: z.string().optional() }), query: query.extend({ q: z.string().optional() }) },
  ],
  ['a value more', { body: body.extend({ kind: z.enum(['drop', 'pickup', 'swap']).optional() }) }],
  ['a wider limit', { body: body.extend({ name: z.string().max(200) }) }],
  [
    'a reply field, and a value in a reply',
    {
      reply: reply.extend({
        day: z.string(),
        parcels: z.array(Parcel.extend({ size: z.enum(['small', 'large', 'huge']) })),
      }),
    },
  ],
  ['a narrower reply', { reply: reply.extend({ note: z.string().max(5) }) }],
])('allowed: %s', (_, parts) => {
  expect(changes(parts)).toEqual([])
})

test('an endpoint may go only after the end that was announced', () => {
  const ends = contract(
    declared({ deprecated: { on: '2027-01-01', sunset: '2028-01-01', instead: 'POST /v1/others' } }),
  )
  expect(breakingChanges(contract(declared()), contract(), '2029-01-01')).toEqual(['POST /things is gone.'])
  expect(breakingChanges(ends, contract(), '2027-12-31')).toEqual(['POST /things is gone.'])
  expect(breakingChanges(ends, contract(), '2028-01-01')).toEqual([])
})

test('a named shape that refers to itself is compared once, under its name, on each side', () => {
  const named = (fields: z.ZodRawShape) => {
    const Group: z.ZodType = z
      .object({
        ...fields,
        get groups() {
          return z.array(Group)
        },
      })
      .meta({ id: 'Group' })
    return contract(declared({ reply: Group }))
  }
  const found = breakingChanges(named({ name: z.string(), size: z.int() }), named({ name: z.string() }), '2027-01-01')
  expect(found).toEqual(['Group (in a reply): `size` is gone.'])
})
