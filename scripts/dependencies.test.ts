import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './tools.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('docs/dependencies.md has a line for every package that we install by name, and for no other', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'))
  const installed = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const rows = read('docs/dependencies.md').matchAll(/^\| (`[^|]+?`) +\| ([^|]+?) +\| ([^|]+?) +\| ([^|]+?) +\|$/gm)
  const named = [...rows].flatMap(([, names]) => [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  expect(named.toSorted()).toEqual(installed.toSorted())
})
