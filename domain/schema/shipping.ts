import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { Location } from '../geo.ts'
import { Day, DayTime, Instant } from '../time.ts'
import { MinorUnits } from './order.ts'
import { Version } from './version.ts'

/** The most rules of a workspace. */
export const mostShippingRules = 50
/** The most delivery times that a checkout shows. */
export const mostRates = 30

const names = (most: number) =>
  z
    .array(text(100).min(1))
    .max(most, `At most ${most}.`)
    .transform((all) => [...new Set(all)])

const limit = MinorUnits.nullable()
const kilograms = z.number().min(0, 'At least 0 kg.').max(100_000, 'At most 100,000 kg.').nullable()
const backwards = (from: number | null, to: number | null) => from !== null && to !== null && from > to

/** What a checkout offers for carts of one kind. Conditions that are empty hold for all. */
export const ShippingRule = z
  .strictObject({
    name: text(80).min(1, 'Enter a name.'),
    methods: names(20).describe('Names of shipping methods in the shop, such as `express`'),
    postcodes: names(500).describe('Postcodes, or how they begin; `1000-1999` for all between'),
    territory_ids: z
      .array(z.uuid().toLowerCase())
      .max(200)
      .transform((ids) => [...new Set(ids)])
      .describe('Zones of the workspace'),
    tags: names(50).describe('One of these is on a product of the cart'),
    weight_from_kg: kilograms.describe('From this weight on, included'),
    weight_to_kg: kilograms.describe('Up to this weight, included'),
    total_from: limit.describe('From this total on, included, in the smallest unit of the currency'),
    total_to: limit.describe('Up to this total, included'),
    offer: z
      .enum(['slots', 'any_time', 'none'])
      .describe('Delivery slots, one delivery without a time, or no delivery at all'),
    price: z
      .enum(['slot', 'add', 'fixed'])
      .describe("The slot's own price, that and an amount more, or an amount instead; `slot` is free without a time"),
    amount: MinorUnits.describe('For `add` and `fixed`, in the smallest unit of the currency'),
  })
  .refine(({ weight_from_kg, weight_to_kg }) => !backwards(weight_from_kg, weight_to_kg), {
    path: ['weight_to_kg'],
    message: 'The highest weight is below the lowest.',
  })
  .refine(({ total_from, total_to }) => !backwards(total_from, total_to), {
    path: ['total_to'],
    message: 'The highest total is below the lowest.',
  })
  .meta({ id: 'ShippingRule' })
export type ShippingRule = z.output<typeof ShippingRule>

const settings = {
  rules: z
    .array(ShippingRule)
    .max(mostShippingRules, `At most ${mostShippingRules} rules.`)
    .describe('The first one that fits a cart counts; carts that fit none get slots at their own prices'),
  most_rates: z
    .int('Enter a whole number.')
    .min(1, 'At least 1.')
    .max(mostRates, `At most ${mostRates}.`)
    .describe('How many delivery times a checkout shows at most'),
}

/** What shops show at their checkout. */
export const ShippingSettings = z
  .object({ ...settings, rules: z.array(ShippingRule), version: Version })
  .meta({ id: 'ShippingSettings' })
export type ShippingSettings = z.infer<typeof ShippingSettings>

export const ShippingSettingsPatch = z.strictObject(settings).partial().meta({ id: 'ShippingSettingsPatch' })
export type ShippingSettingsPatch = z.output<typeof ShippingSettingsPatch>

const line = text(200).nullable().default(null)

/** Where a cart goes, as shops ask for it. */
export const RateAddress = z
  .strictObject({
    line1: line,
    line2: line,
    city: line,
    region: line,
    postcode: text(20).nullable().default(null),
    country: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, 'Enter the two letters of a country, such as US.'),
  })
  .meta({ id: 'RateAddress' })
export type RateAddress = z.output<typeof RateAddress>

/** Asks what delivery costs for a cart. */
export const RateQuestion = z
  .strictObject({
    address: RateAddress,
    location: Location.nullable().default(null).describe('Found by the address unless given'),
    method: text(100).nullable().default(null).describe('The name of the shipping method in the shop, for rules'),
    currency: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{3}$/, 'Enter the three letters of a currency, such as USD.'),
    total: z
      .string()
      .trim()
      .regex(/^\d{1,12}(\.\d{1,6})?$/, 'Enter an amount, such as 19.90.')
      .default('0')
      .describe('What the cart costs, as a decimal number'),
    weight_grams: z.int().min(0).max(100_000_000).default(0),
    tags: z.array(text(100)).max(100).default([]),
    locale: text(35).nullable().default(null).describe('The language of the titles, such as `de-DE`'),
  })
  .meta({ id: 'RateQuestion' })
export type RateQuestion = z.output<typeof RateQuestion>

/** One choice at the checkout. */
export const Rate = z
  .object({
    code: z.string().describe('Comes back with the order; names the slot'),
    title: z.string().describe('Day and time in the language of the buyer'),
    price: z.string().describe('A decimal number, such as 5.90'),
    price_minor: MinorUnits.describe('The same in the smallest unit of the currency'),
    currency: z.string(),
    day: Day.nullable().describe('Null for a delivery without a time'),
    start: DayTime.nullable(),
    end: DayTime.nullable(),
    starts_at: Instant.nullable(),
    ends_at: Instant.nullable(),
  })
  .meta({ id: 'Rate' })
export type Rate = z.infer<typeof Rate>

/**
 * Why a checkout shows nothing. `currency`: the shop sells in another currency than the workspace. `rule`: a shipping rule says so.
 * The others are as for slots.
 */
export const rateRefusals = [
  'currency',
  'rule',
  'slots_off',
  'slot_outside',
  'slot_off_road',
  'slot_address_unknown',
  'slot_too_large',
  'no_depot',
  'no_time',
] as const
export type RateRefusal = (typeof rateRefusals)[number]

export const Rates = z
  .object({
    rates: z.array(Rate),
    why_none: z.enum(rateRefusals).nullable().describe('Why there are none'),
  })
  .meta({ id: 'Rates' })
export type Rates = z.infer<typeof Rates>
