import { expect, test } from 'vitest'
import { Phone } from '../schema/phone.ts'
import { hasNational, withNumbers } from './phone-numbers.ts'

const read = (recipient_phone: string, country: string) => {
  const written = Phone.safeParse(recipient_phone)
  if (!written.success) return written.error.issues[0]!.message
  const found = withNumbers({ recipient_phone: written.data, notes: 'ring' }, country)
  return 'order' in found ? found.order.recipient_phone : found.problem.message
}

test.each([
  ['0812 3456 789', 'ID', '+628123456789'],
  ['(415) 555-0132', 'US', '+14155550132'],
  ['+62 (0)812 3456 789', 'US', '+628123456789'],
  ['0062-812-3456-789', 'US', '+628123456789'],
  ['٠٨١٢ ٣٤٥٦ ٧٨٩', 'ID', '+628123456789'],
  ['０８１２／３４５６／７８９', 'ID', '+628123456789'],
  ['06 12 34 56 78', 'FR', '+33612345678'],
  ['02 1234 5678', 'IT', '+390212345678'],
])('%s in %s is %s', (written, country, number) => expect(read(written, country)).toBe(number))

test.each([
  ['555-0132', 'US', /not a phone number of the workspace’s country \(United States\)/],
  ['0812', 'ID', /not a phone number of the workspace’s country \(Indonesia\)/],
  ['+1 23456789', 'ID', /No phone can have this number/],
  ['0812 3456 789 or 0813', 'ID', /^Enter one phone number/],
  ['=1+1', 'ID', /^Enter one phone number/],
  ['1'.repeat(50), 'ID', /^Enter one phone number/],
  ['', 'ID', /^Enter one phone number/],
])('%j in %s is no number', (written, country, why) => expect(read(written, country)).toMatch(why))

test('an order without a phone number, or with one that says its country, asks for no country', () => {
  expect(hasNational({ recipient_phone: null, pickup_phone: '+628123456789' })).toBe(false)
  expect(hasNational({ pickup_phone: '08123456789' })).toBe(true)
  expect(withNumbers({ recipient_phone: null }, null)).toEqual({ order: { recipient_phone: null } })
})
