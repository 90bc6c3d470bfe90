import { expect, test } from 'vitest'
import { problemOf, toRouteStops } from './validation.ts'

const here = { lat: -6.2, lng: 106.8 }
const stop = (id: string, address: string, position?: typeof here) => ({ id, address, position })

test('every address must be filled in, and spaces don’t count', () => {
  expect(problemOf([stop('depot', 'Depot', here), stop('a', '  '), stop('b', '')])).toEqual({
    message: 'Please fill in all addresses',
    ids: ['a', 'b'],
  })
})

test('a depot alone is not a route', () => {
  expect(problemOf([stop('depot', 'Depot', here)])?.message).toBe(
    'At least two points are required for route optimization',
  )
  expect(problemOf([stop('depot', 'Depot', here), stop('a', 'A', here)])).toBeUndefined()
})

test('an address without a position is never guessed and gets its own message', () => {
  expect(problemOf([stop('depot', 'Depot', here), stop('a', 'Nowhere 1')])).toEqual({
    message: 'We don’t know where “Nowhere 1” is. Choose a suggestion or place its pin on the map.',
    ids: ['a'],
  })
  expect(problemOf([stop('depot', 'Depot'), stop('a', 'Nowhere 1')])?.message).toContain('2 of these addresses')
})

test('an address that is too long is rejected', () => {
  expect(problemOf([stop('depot', 'Depot', here), stop('a', 'x'.repeat(100_000), here)])).toEqual({
    message: 'An address can have at most 300 characters',
    ids: ['a'],
  })
})

test('the depot has priority 1, all others 2', () => {
  expect(toRouteStops([stop('depot', ' Depot ', here), stop('a', 'A', here)])).toEqual([
    { address: 'Depot', position: here, priority: 1 },
    { address: 'A', position: here, priority: 2 },
  ])
})
