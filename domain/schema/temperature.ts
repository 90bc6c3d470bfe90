import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Instant } from '../time.ts'

export const readingSources = ['sensor', 'file', 'hand'] as const

export const mostReadings = 1000

const celsius = z.number().min(-100, 'At least -100 °C.').max(150, 'At most 150 °C.')

/** A reading of a sensor, a logger or a person. */
export const NewReading = z
  .strictObject({
    vehicle: text(100).min(1).describe('The vehicle’s ID or code'),
    compartment: text(40)
      .default('')
      .describe('The compartment’s name; needed if the vehicle has several, empty if it has none'),
    read_at: Instant.describe('When it was read. Late readings are fine, up to a year'),
    celsius,
  })
  .meta({ id: 'NewTemperature' })
export type NewReading = z.infer<typeof NewReading>

export const NewReadings = z
  .strictObject({
    readings: z.array(NewReading).min(1).max(mostReadings),
    source: z.enum(readingSources).default('sensor'),
    dry_run: z.boolean().default(false).describe('Only tell what would happen'),
  })
  .meta({ id: 'NewTemperatures' })
export type NewReadings = z.input<typeof NewReadings>

export const ReadingsTaken = z
  .object({
    accepted: z.int(),
    duplicates: z.int().describe('Already there: of one compartment and moment, the first reading counts'),
    refused: z.array(z.object({ index: z.int(), reason: z.string() })),
  })
  .meta({ id: 'TemperaturesTaken' })
export type ReadingsTaken = z.infer<typeof ReadingsTaken>

/** A reading as it is shown. Of many, each stretch of time has its coldest and its warmest. */
export const Reading = z
  .object({ read_at: Instant, celsius: z.number(), source: z.enum(readingSources) })
  .meta({ id: 'TemperatureReading' })
export type Reading = z.infer<typeof Reading>

const limits = {
  temperature_min_c: z.number().nullable(),
  temperature_max_c: z.number().nullable(),
}

const figures = {
  began_at: Instant,
  ended_at: Instant.nullable().describe('Null while no reading is back in range'),
  lowest_c: z.number(),
  highest_c: z.number(),
  degree_minutes: z.number().describe('How far out of range, times how long, in °C × minutes'),
  mean_kinetic_c: z.number().describe('The constant temperature that does as much harm, in °C'),
}

/** A compartment that was out of its range for longer than the workspace allows. */
export const TemperatureExcursion = z
  .object({
    id: z.uuid(),
    vehicle_id: z.uuid(),
    vehicle_code: z.string(),
    compartment: z.string().describe('Empty for the whole vehicle'),
    driver_id: z.uuid().nullable().describe('Who drove'),
    driver_name: z.string().nullable(),
    ...limits,
    ...figures,
    told_at: Instant.describe('When dispatchers and the driver were told'),
    acknowledged_at: Instant.nullable(),
    acknowledged_by: z.string().nullable(),
    note: z.string().nullable().describe('What was done about it'),
  })
  .meta({ id: 'TemperatureExcursion' })
export type TemperatureExcursion = z.infer<typeof TemperatureExcursion>
export const TemperatureExcursionPage = page(TemperatureExcursion).meta({ id: 'TemperatureExcursionPage' })

/** What a compartment is at now. */
export const CompartmentNow = z
  .object({
    vehicle_id: z.uuid(),
    vehicle_code: z.string(),
    driver_name: z.string().nullable(),
    compartment: z.string(),
    ...limits,
    celsius: z.number().nullable(),
    read_at: Instant.nullable(),
    state: z
      .enum(['fine', 'too_cold', 'too_warm', 'silent', 'unknown'])
      .describe('silent: nothing came for two hours; unknown: nothing ever came'),
  })
  .meta({ id: 'CompartmentNow' })
export type CompartmentNow = z.infer<typeof CompartmentNow>

/** What a delivery was kept at while it was on board. */
export const DeliveryTemperatures = z
  .object({
    ...limits,
    vehicle_id: z.uuid().nullable(),
    vehicle_code: z.string().nullable(),
    compartment: z.string().nullable(),
    aboard_from: Instant.nullable(),
    aboard_until: Instant.nullable().describe('Null while it is on board'),
    lowest_c: z.number().nullable(),
    highest_c: z.number().nullable(),
    mean_kinetic_c: z.number().nullable(),
    readings: z.array(Reading),
    excursions: z.array(z.object(figures)),
  })
  .meta({ id: 'DeliveryTemperatures' })
export type DeliveryTemperatures = z.infer<typeof DeliveryTemperatures>
