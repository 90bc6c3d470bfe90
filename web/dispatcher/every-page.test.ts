import { expect, test } from 'vitest'
import { everyPage } from './every-page.ts'

test('a list is read to its end, with each page once', async () => {
  const pages: Record<string, { data: number[]; next_cursor: string | null }> = {
    first: { data: [1, 2], next_cursor: 'b' },
    b: { data: [3], next_cursor: 'c' },
    c: { data: [], next_cursor: null },
  }
  const asked: (string | undefined)[] = []
  const items = await everyPage(async (cursor) => {
    asked.push(cursor)
    return pages[cursor ?? 'first']!
  })
  expect(items).toEqual([1, 2, 3])
  expect(asked).toEqual([undefined, 'b', 'c'])
})
