import { z } from 'zod'
import { Instant } from '../time.ts'
import { Version } from './version.ts'

/** A driver's time on the road, from when they said that it begins until they said that it is over. */
export const RoadShift = z
  .object({
    id: z.uuid(),
    driver_id: z.uuid(),
    driver_name: z.string(),
    vehicle_id: z.uuid().nullable(),
    vehicle_code: z.string().nullable(),
    started_at: Instant,
    ended_at: Instant.nullable(),
    on_break_since: Instant.nullable(),
    odometer_km: z.number().nullable().describe('At its end'),
    version: Version,
  })
  .meta({ id: 'RoadShift' })
export type RoadShift = z.infer<typeof RoadShift>
