import { expect, test } from 'vitest'
import { ShippingRule, ShippingSettingsPatch } from '../schema/shipping.ts'
import { chooseRule, rulePrice, type Cart } from './choose-rule.ts'
import { fromDecimal, toDecimal } from './decimal.ts'
import { readSlotCode, slotCode } from '../shops/slot-code.ts'
import { slotTitle } from './title.ts'

const all = {
  name: 'Rule',
  methods: [],
  postcodes: [],
  territory_ids: [],
  tags: [],
  weight_from_kg: null,
  weight_to_kg: null,
  total_from: null,
  total_to: null,
  offer: 'slots',
  price: 'slot',
  amount: 0,
} as const
const rule = (part: object): ShippingRule => ShippingRule.parse({ ...all, ...part })
const cart: Cart = {
  method: 'Express',
  postcode: '10827',
  location: { lat: 52.5, lng: 13.4 },
  tags: ['fresh'],
  weight_grams: 2500,
  total: 1990,
}
const id = '11111111-1111-4111-8111-111111111111'
const square = {
  coordinates: [
    [
      [13, 52],
      [14, 52],
      [14, 53],
      [13, 53],
      [13, 52],
    ] as [number, number][],
  ],
}
const fits = (part: object, change: Partial<Cart> = {}) =>
  chooseRule([rule(part)], { ...cart, ...change }, new Map([[id, square]])) !== undefined

test('a rule looks at method, zone, tag, weight and total, and all of its conditions have to hold', () => {
  expect(fits({})).toBe(true)
  expect(fits({ methods: ['express'] })).toBe(true)
  expect(fits({ methods: ['express'] }, { method: null })).toBe(false)
  expect(fits({ tags: ['Fresh', 'frozen'] })).toBe(true)
  expect(fits({ tags: ['frozen'] })).toBe(false)
  expect(fits({ weight_from_kg: 2.5, weight_to_kg: 2.5 })).toBe(true)
  expect(fits({ weight_to_kg: 2.499 })).toBe(false)
  expect(fits({ total_from: 1990 })).toBe(true)
  expect(fits({ total_from: 1991 })).toBe(false)
  expect(fits({ tags: ['fresh'], total_to: 5 })).toBe(false)
})

test('a zone is one of the workspace or a postcode, with how it begins or between two', () => {
  expect(fits({ territory_ids: [id] })).toBe(true)
  expect(fits({ territory_ids: [id] }, { location: null })).toBe(false)
  expect(fits({ territory_ids: [id], postcodes: ['108'] }, { location: null })).toBe(true)
  expect(fits({ postcodes: ['10000-10999'] })).toBe(true)
  expect(fits({ postcodes: ['10900 – 10999'] })).toBe(false)
  expect(fits({ postcodes: ['1000-1999'] })).toBe(false)
  expect(fits({ postcodes: ['k2p'] }, { postcode: 'K2P 1L4' })).toBe(true)
  expect(fits({ postcodes: ['01310-100'] }, { postcode: '01310100' })).toBe(true)
  expect(fits({ postcodes: ['10'] }, { postcode: null })).toBe(false)
})

test('the first rule that fits counts, and says the price', () => {
  const rules = [rule({ name: 'heavy', weight_from_kg: 20 }), rule({ name: 'rest', price: 'fixed', amount: 300 })]
  expect(chooseRule(rules, cart, new Map())?.name).toBe('rest')
  expect(chooseRule(rules, { ...cart, weight_grams: 20_000 }, new Map())?.name).toBe('heavy')
  expect(rulePrice(undefined, 590)).toBe(590)
  expect(rulePrice(rule({ price: 'add', amount: 100 }), 590)).toBe(690)
  expect(rulePrice(rule({ price: 'fixed', amount: 0 }), 590)).toBe(0)
})

test('rules that contradict themselves are refused with a sentence', () => {
  const problem = (part: object) => ShippingSettingsPatch.safeParse({ rules: [{ ...all, ...part }] }).error?.issues[0]
  expect(problem({ weight_from_kg: 5, weight_to_kg: 4 })?.message).toBe('The highest weight is below the lowest.')
  expect(problem({ total_from: 5, total_to: 4 })?.message).toBe('The highest total is below the lowest.')
  expect(problem({ name: '' })?.message).toBe('Enter a name.')
  expect(problem({ amount: -1 })).toBeDefined()
  expect(problem({ extra: 1 })).toBeDefined()
  expect(problem({})).toBeUndefined()
})

test('money is written as decimals without floating point', () => {
  expect([toDecimal(590, 'EUR'), toDecimal(5, 'EUR'), toDecimal(590, 'JPY'), toDecimal(1, 'KWD')]).toEqual([
    '5.90',
    '0.05',
    '590',
    '0.001',
  ])
  expect([fromDecimal('19.90', 'EUR'), fromDecimal('1.005', 'EUR'), fromDecimal('7', 'JPY')]).toEqual([1990, 101, 7])
  expect(fromDecimal('4503599627370.49', 'EUR')).toBe(450359962737049)
  expect([fromDecimal('1,5', 'EUR'), fromDecimal('', 'EUR'), fromDecimal('1e3', 'EUR')]).toEqual([NaN, NaN, NaN])
})

test('a slot has a code that shops keep, and other codes are none', () => {
  const slot = { day: '2026-11-21', start: '18:00', end: '20:00' }
  expect(slotCode(slot)).toBe('slot-2026-11-21-1800-2000')
  expect(readSlotCode(slotCode(slot))).toEqual(slot)
  const none = ['any-time', 'slot-2026-13-21-1800-2000', 'slot-2026-11-21-2000-1800', 'slot-2026-11-21-18-20', null]
  for (const code of none) expect(readSlotCode(code), String(code)).toBeUndefined()
  expect(slotTitle(slot, 'en-US')).toBe('Sat, Nov 21, 18:00–20:00')
  expect(slotTitle(slot, 'de-DE')).toBe('Sa., 21. Nov., 18:00–20:00')
  expect(slotTitle(slot, '<nonsense>')).toBe('Sat, Nov 21, 18:00–20:00')
})
