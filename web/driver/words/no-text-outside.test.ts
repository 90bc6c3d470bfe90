import { expect, test } from 'vitest'
import { en } from '#domain/messages/driver/en.ts'

const files = import.meta.glob<string>(['../**/*.tsx', '!../route-link/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Words between tags, and in the attributes that people read or hear. */
const spoken = [/(?<!=)>\s*([A-Za-z][a-z]+[^<>{}=;()]*)</g, /\b(?:aria-label|label|title|placeholder|alt)="([^"]+)"/g]

test('every text of the app is in the catalog', () => {
  expect(Object.keys(files).length).toBeGreaterThan(20)
  const found = Object.entries(files).flatMap(([path, source]) =>
    spoken.flatMap((pattern) => [...source.matchAll(pattern)].map(([, text]) => `${path}: ${text!.trim()}`)),
  )
  expect(found).toEqual([])
})

const code = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('every text of the catalog is said somewhere', () => {
  const source = Object.values(code).join('\n')
  // Names that are put together, such as of what was done.
  const beginnings = [...source.matchAll(/`([\w.]+\.)\$\{/g)].map(([, beginning]) => beginning!)
  const unsaid = Object.keys(en).filter(
    (name) => !source.includes(`'${name}'`) && !beginnings.some((beginning) => name.startsWith(beginning)),
  )
  expect(unsaid).toEqual([])
})
