import { expect, test } from 'vitest'
import { nameSome } from './rules.ts'

test('deliveries without a road near are named together, and not by the hundred', () => {
  expect(nameSome(['delivery 4'])).toBe('delivery 4')
  expect(nameSome(['delivery 4', 'a depot', 'delivery 7'])).toBe('deliveries 4, 7, and a depot')
  const many = Array.from({ length: 12 }, (_, index) => `delivery ${index + 1}`)
  expect(nameSome(many)).toBe('deliveries 1, 2, 3, 4, 5, and 7 more')
})
