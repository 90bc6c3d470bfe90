import { expect, test } from 'vitest'

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
