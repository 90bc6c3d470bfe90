import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { Instant } from '../time.ts'
import { Kilometers } from './maintenance.ts'
import { Version } from './version.ts'

export const readingSources = ['hand', 'api', 'check', 'fuel', 'work_order'] as const
export type ReadingSource = (typeof readingSources)[number]

/** `counted` readings make the odometer. `doubted` ones wait for somebody; `dropped` ones were wrong. */
export const readingStates = ['counted', 'doubted', 'dropped'] as const

const reason = text(300).min(1, 'Say why.')

/** What somebody read off a vehicle's odometer. */
export const OdometerReading = z
  .object({
    id: z.uuid(),
    vehicle_id: z.uuid(),
    km: Kilometers,
    read_at: Instant,
    source: z.enum(readingSources),
    state: z.enum(readingStates),
    doubt: z.string().nullable().describe('What does not fit, in a sentence'),
    reason: z.string().nullable().describe('Why somebody counted or dropped it all the same'),
    author_name: z.string(),
    created_at: Instant,
    version: Version,
  })
  .meta({ id: 'OdometerReading' })
export type OdometerReading = z.infer<typeof OdometerReading>

export const NewReading = z
  .strictObject({
    km: Kilometers,
    read_at: Instant.optional().describe('Now, if absent'),
    reason: reason
      .nullable()
      .default(null)
      .describe('Counts a reading that does not fit, such as after a new instrument'),
  })
  .meta({ id: 'NewReading' })
export type NewReading = z.infer<typeof NewReading>

export const SettledReading = z
  .strictObject({ state: z.enum(['counted', 'dropped']), reason })
  .meta({ id: 'SettledReading' })
export type SettledReading = z.infer<typeof SettledReading>

/** The last reading, and what positions add since. */
export const Odometer = z
  .object({
    km: z
      .number()
      .nullable()
      .describe('The last counted reading, and the kilometers driven since; null without a reading'),
    read_km: z.number().nullable(),
    read_at: Instant.nullable(),
    driven_km: z.number().describe('Since the last reading, by positions; without one, all of it'),
    readings: z.array(OdometerReading).describe('The newest 200'),
  })
  .meta({ id: 'Odometer' })
export type Odometer = z.infer<typeof Odometer>
