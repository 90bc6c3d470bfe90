import { expect, test } from 'vitest'
import { chargeFor, nextTotals, totalsOf, type Charged } from './client-charge.ts'
import { NewRateCard, RateCardChange } from './schema/client-billing.ts'

const north = '11111111-1111-4111-8111-111111111111'
const anywhere = { territory_id: null, up_to_kg: null, up_to_km: null }
const rates = {
  currency: 'USD',
  prices: [
    { territory_id: north, up_to_kg: 5, up_to_km: 10, amount: 400 },
    { territory_id: north, up_to_kg: null, up_to_km: null, amount: 700 },
    { ...anywhere, up_to_km: 20, amount: 900 },
    { ...anywhere, amount: 1500 },
  ],
  cash_fee: 100,
  cash_percent: 2,
  again_fee: 250,
  hours: [{ from: '18:00', until: '22:00', amount: 300 }],
  minimum: 600,
  fuel_percent: 7.5,
}
const charged: Charged = {
  attempt: 1,
  weight_kg: 3,
  km: 8.2,
  zones: new Map([[north, 'North']]),
  cash_amount: null,
  cash_currency: 'USD',
  window_start: '09:00',
}
const linesOf = (other: Partial<Charged>) =>
  chargeFor(rates, { ...charged, ...other }).lines.map(({ kind, amount }) => [kind, amount])

test('the first price that fits counts, then the minimum and fuel on all of it', () => {
  expect(chargeFor(rates, charged)).toEqual({
    amount: 645,
    lines: [
      { kind: 'base', text: 'North, up to 5 kg (3 kg), up to 10 km (8.2 km)', amount: 400 },
      { kind: 'minimum', text: 'Up to the minimum', amount: 200 },
      { kind: 'fuel', text: 'Fuel, 7.5%', amount: 45 },
    ],
  })
  expect(linesOf({ weight_kg: 5.1 })[0]).toEqual(['base', 700])
  expect(linesOf({ zones: new Map() })[0]).toEqual(['base', 900])
  expect(linesOf({ zones: new Map(), km: null })[0]).toEqual(['base', 1500])
})

test('cash, hours and further attempts cost what the card says', () => {
  expect(linesOf({ weight_kg: 9, cash_amount: 10_000, window_start: '18:00' })).toEqual([
    ['base', 700],
    ['cash', 300],
    ['hours', 300],
    ['fuel', 98],
  ])
  expect(linesOf({ window_start: '22:00' })).not.toContainEqual(['hours', 300])
  expect(linesOf({ attempt: 2, cash_amount: 10_000 })).toEqual([
    ['again', 250],
    ['fuel', 19],
  ])
})

test('of cash in another currency, only the fee is charged', () => {
  expect(linesOf({ weight_kg: 9, cash_amount: 10_000, cash_currency: 'EUR' })[1]).toEqual(['cash', 100])
})

test('taxes are rounded once for each percentage, on credit notes as on invoices', () => {
  const charges = [
    { amount: 333, tax_percent: 11 },
    { amount: 333, tax_percent: 11 },
    { amount: 100, tax_percent: 0 },
  ]
  expect(totalsOf(charges)).toEqual({
    charges: 3,
    net: 766,
    taxes: [
      { percent: 0, net: 100, tax: 0 },
      { percent: 11, net: 666, tax: 73 },
    ],
    total: 839,
  })
  expect(totalsOf(charges.map((each) => ({ ...each, amount: -each.amount }))).total).toBe(-839)
})

test('credit notes take back as much tax as the invoice had, in as many parts as there are', () => {
  const charge = { amount: -550, tax_percent: 11 }
  const notes = [nextTotals([], [charge]), nextTotals([charge], [charge])]
  expect(notes.map(({ total }) => total)).toEqual([-611, -610])
  expect(totalsOf([charge, charge]).total).toBe(-1221)
})

test('a card has a price for every delivery, and nothing negative', () => {
  const card = { valid_from: '2026-03-01', prices: [{ amount: 1 }] }
  const problems = (change: object) =>
    NewRateCard.safeParse({ ...card, ...change }).error?.issues.map(({ path }) => path.join('.'))
  expect(problems({})).toBeUndefined()
  expect(problems({ prices: [] })).toEqual(['prices'])
  expect(problems({ prices: [{ amount: 1, up_to_kg: 5 }] })).toEqual(['prices'])
  expect(problems({ prices: [{ amount: -1 }] })).toEqual(['prices.0.amount'])
  expect(problems({ again_fee: -1, fuel_percent: -1, cash_percent: 101, minimum: 0.5 })).toEqual([
    'cash_percent',
    'again_fee',
    'minimum',
    'fuel_percent',
  ])
  expect(problems({ hours: [{ from: '18:00', until: '18:00', amount: 1 }] })).toEqual(['hours.0.until'])
  expect(problems({ valid_until: '2026-02-28' })).toEqual(['valid_until'])
  expect(RateCardChange.safeParse({ valid_from: '2026-03-02', valid_until: '2026-03-01' }).success).toBe(false)
})
