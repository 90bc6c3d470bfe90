import { z } from 'zod'
import { Defect, Photo } from '../road/entry.ts'
import { Instant } from '../time.ts'
import { Version } from './version.ts'

/** What a driver found when they took a vehicle. */
export const VehicleCheck = z
  .object({
    id: z.uuid(),
    vehicle_id: z.uuid(),
    vehicle_code: z.string(),
    driver_id: z.uuid(),
    driver_name: z.string(),
    checked_at: Instant,
    odometer_km: z.number().nullable(),
    fuel_percent: z.number().nullable(),
    defects: z.array(Defect),
    photos: z.array(Photo),
    is_blocking: z.boolean().describe('Whether a defect keeps the vehicle from driving'),
    mended_at: Instant.nullable().describe('When somebody said that it may drive again'),
    mended_by: z.string().nullable(),
    version: Version,
  })
  .meta({ id: 'VehicleCheck' })
export type VehicleCheck = z.infer<typeof VehicleCheck>
