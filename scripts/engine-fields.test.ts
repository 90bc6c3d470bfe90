import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { engineFields } from '#solver/index.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/engine-fields.md'), 'utf8')
/** `job.setup`, as the first cell of a row says it. */
const listed = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name!)
const known = Object.entries(engineFields).flatMap(([object, fields]) => fields.map((field) => `${object}.${field}`))

test('docs/engine-fields.md says of every field of the engine where the product has it', () => {
  expect(known.filter((name) => !listed.includes(name))).toEqual([])
  expect(listed.filter((name) => !known.includes(name))).toEqual([])
  expect(listed).toHaveLength(new Set(listed).size)
})
