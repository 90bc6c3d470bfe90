import { expect, test } from 'vitest'
import * as api from '#domain/api/shipping.ts'
import { changeSlotSettings, holdSlot } from '#domain/api/slots.ts'
import { clockFrom, day, dayMaker } from '../../testing/planning-day.ts'
import { testApp } from '../../testing/test-app.ts'

const { deps, makeMember, as } = await testApp(({ now }) => ({ now: clockFrom('06:00', now) }))
const windows = [
  { weekdays: [1], start: '09:00', end: '11:00', capacity: 1 },
  { weekdays: [1], start: '11:00', end: '13:00' },
]
const location = { lat: -6.16, lng: 106.85 }
const rule = {
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

async function shop() {
  const owner = await makeMember()
  const make = dayMaker(deps.db, owner.workspaceId)
  await make.depot()
  await make.driver({}, { capacity_kg: 100, cost_per_km: 100 })
  const { call } = as(owner)
  const price = { base: 9000, cost_percent: 0, most: null, round_to: 1, near_discount: 0 }
  await call(changeSlotSettings, { body: { is_on: true, windows, price, days_ahead: 7 } })
  const cart = { address: { line1: 'Jl. Sabang 1', country: 'id', postcode: '10340' }, location, currency: 'USD' }
  return {
    call,
    rules: (rules: object[], more: object = {}) =>
      call(api.changeShippingSettings, { body: { rules, ...more } as never }),
    ask: async (more: object = {}) => (await call(api.findRates, { body: { ...cart, ...more } as never })).body,
  }
}

test('a checkout shows the slots that can be kept, priced by the first rule that fits', async () => {
  const { call, rules, ask } = await shop()
  const [first] = (await ask({ locale: 'id-ID' })).rates
  expect(first).toEqual({
    code: 'slot-2026-03-16-0900-1100',
    title: 'Sen, 16 Mar, 09:00–11:00',
    price: '90.00',
    price_minor: 9000,
    currency: 'USD',
    day,
    start: '09:00',
    end: '11:00',
    starts_at: '2026-03-16T02:00:00.000Z',
    ends_at: '2026-03-16T04:00:00.000Z',
  })
  const saved = await rules(
    [
      { ...rule, name: 'Far', postcodes: ['9'], offer: 'none' },
      { ...rule, name: 'Heavy', weight_from_kg: 50, offer: 'any_time', price: 'fixed', amount: 500 },
      { ...rule, name: 'Express', methods: ['express'], price: 'add', amount: 1000 },
      { ...rule, name: 'Free', total_from: 100_000, price: 'fixed', amount: 0 },
    ],
    { most_rates: 1 },
  )
  expect(saved.body).toMatchObject({ most_rates: 1, version: 2 })
  expect((await ask()).rates.map(({ price_minor }) => price_minor)).toEqual([9000])
  expect((await ask({ method: 'Express' })).rates[0]!.price_minor).toBe(10_000)
  expect((await ask({ total: '1000' })).rates[0]!.price_minor).toBe(0)
  expect(await ask({ address: { country: 'ID', postcode: '98765' } })).toEqual({ rates: [], why_none: 'rule' })
  expect((await ask({ weight_grams: 60_000 })).rates).toMatchObject([{ code: 'any-time', title: 'Heavy', day: null }])
  // The only place of a window is held: nobody else is shown it.
  await call(holdSlot, {
    body: { delivery_address: 'Jl. Sabang 1', delivery_location: location, day, start: '09:00', end: '11:00' },
  })
  expect((await ask()).rates.map(({ code }) => code)).toEqual(['slot-2026-03-16-1100-1300'])
})

test('where nothing is delivered there are no rates, and the reason', async () => {
  const { call, ask } = await shop()
  expect(await ask({ location: { lat: -8, lng: 115 } })).toEqual({ rates: [], why_none: 'slot_outside' })
  expect(await ask({ currency: 'EUR' })).toEqual({ rates: [], why_none: 'currency' })
  expect(await ask({ weight_grams: 900_000 })).toEqual({ rates: [], why_none: 'slot_too_large' })
  expect(await ask({ location: null })).toEqual({ rates: [], why_none: 'slot_address_unknown' })
  await call(changeSlotSettings, { body: { is_on: false } })
  expect(await ask()).toEqual({ rates: [], why_none: 'slots_off' })
})

test('rules with the zones of others, and questions that make no sense, are refused', async () => {
  const { rules, call } = await shop()
  const foreign = '00000000-0000-4000-8000-000000000000'
  expect((await rules([{ ...rule, territory_ids: [foreign] }])).code).toBe('territory_not_found')
  expect((await rules(Array.from({ length: 51 }, () => rule))).status).toBe(400)
  const cart = { address: { country: 'ID' }, currency: 'USD' }
  for (const wrong of [
    { total: '1e9' },
    { total: '-1' },
    { weight_grams: -1 },
    { tags: 'x' },
    { currency: 'X' },
    { x: 1 },
  ])
    expect((await call(api.findRates, { body: { ...cart, ...wrong } as never })).status, JSON.stringify(wrong)).toBe(
      400,
    )
})
