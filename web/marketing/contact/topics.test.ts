import { expect, test } from 'vitest'
import { filledOf, topicOf } from './topics.ts'

test('a link says what a message is about, and what is known of the sender', () => {
  const state = { sales: true, filled: { company: 'Toko Sinar', message: 'Tier: Free', phone: 5 } }
  expect(topicOf(state)).toBe('sales')
  expect(filledOf(state)).toEqual({ company: 'Toko Sinar', message: 'Tier: Free' })
  for (const other of [null, undefined, 'x', { filled: 'x' }, { filled: null }]) expect(filledOf(other)).toEqual({})
})
