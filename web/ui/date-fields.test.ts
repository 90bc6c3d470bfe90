import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })

test('no page uses the browser’s own date and time fields, which write in the browser’s language', () => {
  const own = /type="(date|time|datetime-local|month|week)"/
  expect(Object.keys(sources).length).toBeGreaterThan(200)
  expect(Object.keys(sources).filter((path) => own.test(sources[path]!))).toEqual([])
})
