import { expect, test } from 'vitest'
import { isLeaving } from './is-leaving.ts'

const deliveries = { pathname: '/dashboard/deliveries' }
const planning = { pathname: '/dashboard/planning' }

test('Back and links to other pages leave; a change of the query string by the page itself does not', () => {
  const to = (nextLocation: { pathname: string }, historyAction: 'POP' | 'PUSH' | 'REPLACE') =>
    isLeaving({ currentLocation: deliveries, nextLocation, historyAction })
  expect(to(deliveries, 'POP')).toBe(true)
  expect(to(planning, 'PUSH')).toBe(true)
  expect(to(planning, 'REPLACE')).toBe(true)
  expect(to(deliveries, 'REPLACE')).toBe(false)
  expect(to(deliveries, 'PUSH')).toBe(false)
})
