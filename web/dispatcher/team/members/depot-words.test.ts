import { expect, test } from 'vitest'
import { depotWords } from './depot-words.ts'

test('a member’s depots are named as far as the page knows them', () => {
  const depots = [
    { id: 'n', name: 'North' },
    { id: 's', name: 'South' },
  ]
  expect(depotWords(null, depots)).toBe('All')
  expect(depotWords(['s'], depots)).toBe('South')
  expect(depotWords(['n', 's'], depots)).toBe('North and 1 more')
  expect(depotWords(['x'], depots)).toBe('1 depot')
})
