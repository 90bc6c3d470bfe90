import { expect, test } from 'vitest'
import { awayNews } from './away-news.ts'

const since = Date.parse('2026-03-02T01:00:00Z')
const change = (minute: number, by: string, sentence: string) => ({
  at: new Date(since + minute * 60_000).toISOString(),
  by,
  sentence,
})
const draft = { version: 3, state: 'draft' } as const

test('nothing is said if nothing happened', () => {
  expect(awayNews(draft, draft, [change(-5, 'Sari', 'Moved one.')], since)).toBeNull()
})

test('changes are counted with who made them, and the last one is told', () => {
  const history = [change(9, 'Sari', 'Moved delivery 7.'), change(4, 'Budi', 'Moved one.'), change(-5, 'Maya', 'Old.')]
  expect(awayNews(draft, { ...draft, version: 5 }, history, since)).toEqual({
    title: '2 changes while you were away, by Sari, Budi',
    description: 'Last: Moved delivery 7.',
  })
})

test('a dispatch is told, with or without changes', () => {
  const dispatched = { version: 4, state: 'dispatched' } as const
  expect(awayNews(draft, dispatched, [], since)?.title).toBe('The plan is dispatched now.')
  expect(awayNews(draft, dispatched, [change(1, 'Sari', 'Moved one.')], since)).toEqual({
    title: '1 change while you were away, by Sari',
    description: 'The plan is dispatched now. Moved one.',
  })
})
