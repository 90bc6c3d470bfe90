import { expect, test } from 'vitest'
import type { Described } from '#domain/openapi/operations.ts'
import { groupsOf, keyProblem } from './find.ts'

const operation = (method: string, path: string, summary: string, tag: string) =>
  ({ id: `${method}${path}`, method, path, summary, tag }) as Described

const operations = [
  operation('GET', '/waves', 'List waves', 'Waves'),
  operation('GET', '/drivers', 'List drivers by name', 'Drivers'),
  operation('POST', '/drivers', 'Create a driver', 'Drivers'),
]

test('operations are found by any of their words, and stand below their tag', () => {
  expect(groupsOf(operations, '').map(({ tag, operations }) => [tag, operations.length])).toEqual([
    ['Drivers', 2],
    ['Waves', 1],
  ])
  const found = (query: string) => groupsOf(operations, query).flatMap((group) => group.operations.map(({ id }) => id))
  expect(found('post DRIVER')).toEqual(['POST/drivers'])
  expect(found('/v1/waves')).toEqual(['GET/waves'])
  expect(found('<b>')).toEqual([])
})

test('only a test key may try calls', () => {
  expect(keyProblem('')).toBeUndefined()
  expect(keyProblem('karta_test_abc')).toBeUndefined()
  for (const key of ['karta_live_abc', 'karta_test_', 'karta_test_a b', 'eyJhbGciOi'])
    expect(keyProblem(key)).toMatch('Only test keys')
})
