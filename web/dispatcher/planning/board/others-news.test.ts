import { expect, test } from 'vitest'
import { othersNews } from './others-news.ts'

const now = Date.parse('2026-03-16T03:00:00Z')
const change = (id: string, over: object = {}) => ({
  id,
  at: '2026-03-16T02:59:00Z',
  by: 'Sari',
  is_yours: false,
  sentence: `Moved delivery ${id} to Budi.`,
  ...over,
})

test('what somebody else does to the plan is told once, with their name', () => {
  const made = [change('2'), change('1')]
  expect(othersNews(made, new Set(['1']), now)).toEqual({
    title: 'Sari changed the plan',
    description: 'Moved delivery 2 to Budi.',
  })
  expect(othersNews(made, new Set(['1', '2']), now)).toBeNull()
})

test('own changes and old ones are no news', () => {
  expect(othersNews([change('1', { is_yours: true })], new Set(), now)).toBeNull()
  expect(othersNews([change('1', { at: '2026-03-16T02:00:00Z' })], new Set(), now)).toBeNull()
})

test('several changes are counted, and the last one is told', () => {
  const made = [change('3', { by: 'Tono' }), change('2'), change('1', { is_yours: true })]
  expect(othersNews(made, new Set(), now)).toEqual({
    title: '2 changes by Tono, Sari',
    description: 'Last: Moved delivery 3 to Budi.',
  })
})
