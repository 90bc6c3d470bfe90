import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Instant } from '../time.ts'
import { Kilometers } from './maintenance.ts'
import { MinorUnits } from './order.ts'
import { Version } from './version.ts'

export const fuelUnits = ['l', 'gal', 'kwh'] as const
export type FuelUnit = (typeof fuelUnits)[number]

export const fuelSources = ['hand', 'api', 'import'] as const

export const fuelAnomalies = [
  'more_than_fits',
  'wrong_energy',
  'far_away',
  'high_consumption',
  'low_consumption',
  'odometer_backwards',
] as const

/** What is odd about an entry. */
export const FuelAnomaly = z.object({ code: z.enum(fuelAnomalies), sentence: z.string() })
export type FuelAnomaly = z.infer<typeof FuelAnomaly>

const Currency = z.string().regex(/^[A-Z]{3}$/, 'Enter a currency like EUR.')

const fields = {
  filled_at: Instant,
  quantity: z.number().positive('Enter a quantity above zero.').max(5000, 'At most 5,000.'),
  unit: z.enum(fuelUnits).describe('Liters, US gallons or kilowatt-hours'),
  is_full: z.boolean().describe('Filled up. Consumption is known from one such entry to the next'),
  cost: MinorUnits.describe('Of all of it'),
  odometer_km: Kilometers.nullable(),
  place: text(200).nullable(),
  lat: z.number().min(-90).max(90).nullable(),
  lng: z.number().min(-180).max(180).nullable(),
  card: text(40).nullable(),
}

/** What a vehicle was filled or charged with. */
export const FuelEntry = z
  .object({
    id: z.uuid(),
    vehicle_id: z.uuid(),
    ...fields,
    currency: Currency,
    source: z.enum(fuelSources),
    km: z.number().nullable().describe('The odometer then: as it was read, else as positions say'),
    per_100_km: z.number().nullable().describe('Liters or kWh since it was full before; null if that cannot be known'),
    anomalies: z.array(FuelAnomaly).describe('What is odd, unless somebody accepted it'),
    accepted_reason: z.string().nullable().describe('Why somebody accepted what is odd'),
    author_name: z.string(),
    created_at: Instant,
    version: Version,
  })
  .meta({ id: 'FuelEntry' })
export type FuelEntry = z.infer<typeof FuelEntry>

type At = { lat?: number | null | undefined; lng?: number | null | undefined }
const isPlace = ({ lat, lng }: At) => (lat == null) === (lng == null)
const placeMessage = { path: ['lat'], message: 'A position needs both latitude and longitude.' }

const given = {
  ...fields,
  filled_at: fields.filled_at.optional().describe('Now, if absent'),
  unit: fields.unit.default('l'),
  is_full: fields.is_full.default(true),
  cost: fields.cost.default(0),
  currency: Currency.optional().describe('The workspace’s, if absent'),
  odometer_km: fields.odometer_km.default(null),
  place: fields.place.default(null),
  lat: fields.lat.default(null),
  lng: fields.lng.default(null),
  card: fields.card.default(null),
}

export const NewFuelEntry = z
  .strictObject(given)
  .refine(isPlace, { ...placeMessage })
  .meta({ id: 'NewFuelEntry' })
export type NewFuelEntry = z.infer<typeof NewFuelEntry>

export const FuelEntryChange = z
  .strictObject({
    quantity: fields.quantity,
    unit: fields.unit,
    is_full: fields.is_full,
    cost: fields.cost,
    odometer_km: fields.odometer_km,
    place: fields.place,
    accepted_reason: text(300)
      .min(1, 'Say why.')
      .nullable()
      .describe('Accepts what is odd about it; null no longer does'),
  })
  .partial()
  .meta({ id: 'FuelEntryChange' })
export type FuelEntryChange = z.infer<typeof FuelEntryChange>

/** One row of an import: the vehicle by its code or plate, or by its card. The card and the time tell two entries apart. */
export const FuelRow = z
  .strictObject({
    ...given,
    filled_at: fields.filled_at,
    vehicle: text(40).nullable().default(null),
  })
  .refine(isPlace, { ...placeMessage })
  .refine(({ vehicle, card }) => vehicle !== null || card !== null, {
    path: ['vehicle'],
    message: 'Enter a vehicle or a card.',
  })
  .meta({ id: 'FuelRow' })
export type FuelRow = z.infer<typeof FuelRow>

export const FuelEntryPage = page(FuelEntry)
  .extend({
    average_per_100_km: z.number().nullable().describe('Of the last year, in the unit below'),
    average_unit: z.enum(['l', 'kwh']).nullable(),
  })
  .meta({ id: 'FuelEntryPage' })
