import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allEndpoints } from '#domain/api/all.ts'
import { root } from './tools.ts'

test('docs/api.md names every kind of path', () => {
  const text = readFileSync(join(root, 'docs/api.md'), 'utf8')
  const kinds = new Set(allEndpoints.map(({ path }) => path.split('/').slice(0, 3).join('/')))
  expect(kinds.size).toBeGreaterThan(50)
  const isNamed = (kind: string) => new RegExp(`${kind.replaceAll('.', '\\.')}(?![\\w-])`).test(text)
  expect([...kinds].filter((kind) => !isNamed(kind))).toEqual([])
})
