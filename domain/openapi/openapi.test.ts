import { expect, test } from 'vitest'
import { exampleCalls } from './example-calls.ts'
import { fieldsOf, sampleOf, typeOf } from './shapes.ts'

const schemas = {
  Parcel: {
    type: 'object',
    required: ['code'],
    properties: { code: { type: 'string', description: 'On its label' }, of: { $ref: '#/components/schemas/Parcel' } },
  },
}
const schema = {
  type: 'object',
  required: ['name', 'parcels', 'day'],
  properties: {
    name: { type: 'string' },
    day: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
    parcels: { type: 'array', items: { $ref: '#/components/schemas/Parcel' } },
    size: { enum: ['small', 'large'] },
  },
}

test('fields are told with those within them, and one that holds itself comes to an end', () => {
  const fields = fieldsOf(schema, schemas)
  expect(fields.map(({ name }) => name)).toEqual([
    'name',
    'day',
    'parcels',
    'parcels[].code',
    'parcels[].of',
    'parcels[].of.code',
    'parcels[].of.of',
    'size',
  ])
  expect(fields[3]).toEqual({ name: 'parcels[].code', type: 'string', required: true, text: 'On its label' })
  expect(typeOf(schema.properties.day, schemas)).toBe('string (date) or null')
  expect(typeOf(schema.properties.size, schemas)).toBe('"small" | "large"')
})

test('a sample has what is required, and calls carry it in three languages', () => {
  const body = sampleOf(schema, schemas)
  expect(body).toEqual({ name: 'text', day: '2027-03-15', parcels: [{ code: 'text' }] })
  const url = 'https://karta.example/v1/things'
  const calls = exampleCalls({ method: 'POST', url, body: { name: "Ana's", active: true, note: 'is null' } })
  expect(calls.curl).toContain(`--data '{\n  "name": "Ana'\\''s",`)
  expect(calls.javascript).toContain('"active": true')
  expect(calls.python).toContain('"active": True')
  expect(calls.python).toContain('"note": "is null"')
  expect(exampleCalls({ method: 'GET', url, body: undefined }).javascript).not.toContain('body')
})
