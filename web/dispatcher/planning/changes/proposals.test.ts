import { expect, test } from 'vitest'
import { deliveriesNamed, insertingAll, insertingAt, locking, mostInserted, moving, removing } from './proposals.ts'

const stop = (number: number, id = `stop ${number}`) => ({
  id,
  delivery_id: `delivery ${number}`,
  delivery_number: number,
})
const budi = { id: 'route', driver_name: 'Budi' }

test('a few deliveries are named by number, and many are counted', () => {
  expect(deliveriesNamed([12])).toBe('#12')
  expect(deliveriesNamed([15, 12, 15])).toBe('#12 and #15')
  expect(deliveriesNamed([1, 2, 3, 4])).toBe('4 deliveries')
})

test('a pickup and its delivery are moved as one delivery', () => {
  const proposal = moving([stop(12, 'pickup'), stop(12, 'drop')], budi, 3)
  expect(proposal.title).toBe('Move #12 to Budi')
  expect(proposal.changes).toEqual([{ type: 'move', delivery_ids: ['delivery 12'], route_id: 'route', position: 3 }])
})

test('without a position, the server finds the best place', () => {
  expect(moving([stop(12), stop(13)], budi).changes).toEqual([
    { type: 'move', delivery_ids: ['delivery 12', 'delivery 13'], route_id: 'route' },
  ])
})

test('deliveries are taken off, and stops are locked', () => {
  expect(removing([stop(12), stop(12, 'pickup')]).changes).toEqual([{ type: 'remove', delivery_ids: ['delivery 12'] }])
  expect(locking([stop(12)], 'lock')).toMatchObject({ title: 'Lock #12', changes: [{ stop_ids: ['stop 12'] }] })
})

test('an insertion names its place, with one for the pickup if there is one', () => {
  const delivery = { delivery_id: 'd', delivery_number: 7 }
  const place = { route_id: 'route', driver_id: 'budi', driver_name: 'Budi', position: 4, pickup_position: null }
  expect(insertingAt(delivery, place).changes).toEqual([
    { type: 'insert', delivery_id: 'd', route_id: 'route', position: 4 },
  ])
  expect(insertingAt(delivery, { ...place, pickup_position: 2 }).changes[0]).toMatchObject({ pickup_position: 2 })
  expect(insertingAt(delivery, { ...place, route_id: null, position: 1 })).toEqual({
    title: 'Begin a route for Budi with #7',
    verb: 'Begin route',
    changes: [{ type: 'insert', delivery_id: 'd', driver_id: 'budi' }],
  })
})

test('no more deliveries are inserted together than one change may hold', () => {
  const many = Array.from({ length: 60 }, (_, at) => ({ delivery_id: `${at}`, delivery_number: at }))
  expect(insertingAll(many).changes).toHaveLength(mostInserted)
  expect(insertingAll(many).title).toBe('Insert 50 deliveries at the cheapest places')
})
