import { expect, test } from 'vitest'
import type { DaySuggestion } from '#domain/schema/day-suggestion.ts'
import { idsByDay } from './by-day.ts'

const suggestion = (delivery_id: string, day: string) => ({ delivery_id, day }) as DaySuggestion

test('what is chosen is moved day by day', () => {
  const all = [suggestion('a', '2026-03-16'), suggestion('b', '2026-03-17'), suggestion('c', '2026-03-16')]
  expect(idsByDay(all, new Set(['b']))).toEqual([{ day: '2026-03-16', ids: ['a', 'c'] }])
  expect(idsByDay(all, new Set())).toHaveLength(2)
  expect(idsByDay(all, new Set(['a', 'b', 'c']))).toEqual([])
})
