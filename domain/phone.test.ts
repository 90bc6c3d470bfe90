import { expect, test } from 'vitest'
import { countryFor, readPhone, zoneOf } from './phone.ts'

test.each([
  ['+62 812-3456-7891', 'ID', '+6281234567891', 'ID'],
  ['0812 3456 7891', 'ID', '+6281234567891', 'ID'],
  ['0062 (812) 3456.7891', 'US', '+6281234567891', 'ID'],
  ['(415) 555-2671', 'US', '+14155552671', 'US'],
  ['030 901820', 'DE', '+4930901820', 'DE'],
  ['06 12 34 56 78', 'FR', '+33612345678', 'FR'],
  ['07400 123456', 'GB', '+447400123456', 'GB'],
  ['٠٥٠ ١٢٣ ٤٥٦٧', 'AE', '+971501234567', 'AE'],
  ['02 1234 5678', 'IT', '+390212345678', 'IT'],
  ['8 912 345-67-89', 'RU', '+79123456789', 'RU'],
  ['+870 773 111 632', 'ID', '+870773111632', undefined],
])('%s in %s is %s', (written, country, number, of) => {
  expect(readPhone(written, country)).toEqual({ number, country: of })
})

test.each(['', 'call me', '+62 12', '12345', '1'.repeat(50), '0812 3456 7891 or 0813', '=1+1', '<b>0812</b>'])(
  '“%s” is no number',
  (written) => expect(readPhone(written, 'ID')).toBeUndefined(),
)

test('without a country, only numbers with a code are numbers', () => {
  expect(readPhone('0812 3456 7891', null)).toBeUndefined()
  expect(readPhone('0812 3456 7891', 'XX')).toBeUndefined()
  expect(readPhone('+6281234567891', null)?.country).toBe('ID')
})

test('it is night where the number is from, if its country has one zone', () => {
  const here = { country: 'ID', zone: 'Asia/Jakarta' }
  expect(zoneOf(readPhone('+6281234567891', null), here)).toBe('Asia/Jakarta')
  expect(zoneOf(readPhone('+6591234567', null), here)).toBe('Asia/Singapore')
  expect(zoneOf(readPhone('+14155552671', null), here)).toBe('Asia/Jakarta')
  expect(zoneOf(undefined, here)).toBe('Asia/Jakarta')
})

test('numbers without a country code are of the country that is set, otherwise of the time zone’s or the language’s', () => {
  const of = (country: string | null, zone: string, language: string) => countryFor({ country, zone, language })
  expect(of('SG', 'Asia/Jakarta', 'en')).toBe('SG')
  expect(of(null, 'Asia/Jakarta', 'en')).toBe('ID')
  expect(of(null, 'Asia/Kolkata', 'en')).toBe('IN')
  expect([of(null, 'UTC', 'id-ID'), of(null, 'UTC', 'en'), of(null, 'UTC', 'ar')]).toEqual(['ID', 'US', 'EG'])
})
