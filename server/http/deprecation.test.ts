import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, type Endpoint } from '#domain/api/endpoint.ts'
import { testApp } from '../testing/test-app.ts'
import { deprecationHeaders } from './deprecation.ts'
import { mount } from './mount.ts'
import { openApiDocument } from './openapi.ts'

const old = endpoint({
  id: 'readOldThing',
  method: 'GET',
  path: '/v1/old-thing',
  may: 'see_workspace',
  tag: 'Things',
  summary: 'Read the old thing',
  reply: z.object({ name: z.string() }),
  deprecated: { on: '2027-01-01', sunset: '2028-01-01', instead: 'GET /v1/things' },
})

test('a deprecated endpoint says so with every answer, and in the OpenAPI document', async () => {
  const { deps } = await testApp()
  const app = Fastify()
  mount(app, deps, old, async () => ({ name: 'thing' }))
  const { headers } = await app.inject({ url: '/v1/old-thing' })
  expect(headers).toMatchObject({
    deprecation: '@1798761600',
    sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
    link: `<${deps.config.publicUrl}/api#changes>; rel="deprecation"; type="text/html"`,
  })
  const { paths } = openApiDocument([old as Endpoint], 'https://karta.example', '1')
  expect(paths).toMatchObject({ '/old-thing': { get: { deprecated: true, 'x-sunset': '2028-01-01' } } })
})

test('a year passes between the announcement and the end', () => {
  const ends = (sunset: string) =>
    deprecationHeaders(
      { ...(old as Endpoint), deprecated: { on: '2027-01-31', sunset, instead: '' } },
      'https://karta.example',
    )
  expect(ends('2028-01-31')).toHaveProperty('sunset')
  for (const sunset of ['2028-01-30', '2026-01-01', 'never'])
    expect(() => ends(sunset), sunset).toThrow('less than 12 months')
})
