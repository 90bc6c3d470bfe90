import { expect, test } from 'vitest'
import { codesOf, whatWasScanned } from './scanned.ts'

const mine = { id: 'a', number: 17, parcels: [{ code: 'K-1' }, { code: null }] }
const other = { id: 'b', number: 18, parcels: [] }

test('a parcel has its own code, or the one of its label', () => {
  expect(codesOf(mine)).toEqual(['K-1', '17-2'])
  expect(codesOf(other)).toEqual(['18-1'])
})

test('a code is of the delivery, was scanned before, is of another one of the route, or unknown', () => {
  expect(whatWasScanned(' k-1 ', mine)).toEqual({ is: 'right', index: 0 })
  expect(whatWasScanned('K-1', mine, { earlier: ['k-1'] })).toEqual({ is: 'again', index: 0 })
  expect(whatWasScanned('17-2', mine, { earlier: ['K-1'] })).toEqual({ is: 'right', index: 1 })
  expect(whatWasScanned('18-1', mine, { others: [mine, other] })).toEqual({
    is: 'other',
    delivery_id: 'b',
    number: 18,
    index: 0,
  })
  expect(whatWasScanned('18-1', mine)).toEqual({ is: 'unknown' })
})
