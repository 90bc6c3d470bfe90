import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { Requirement } from './order.ts'
import { Version } from './version.ts'

/** What a workspace asks of its drivers on the road, and when it wants to be told. */
export const RoadSettings = z
  .object({
    phone: text(40).min(1).nullable().describe('Whom drivers call; nobody if empty'),
    requirements: z.array(Requirement).describe('What every delivery asks for, besides what it asks for itself'),
    ask_name: z.boolean().describe('Ask who took it'),
    photo_of_failure: z.boolean().describe('A failed delivery needs a photo'),
    keep_originals: z.boolean().describe('Photos are kept as they were taken, besides the smaller ones'),
    check_vehicle: z.boolean().describe('A shift begins with a check of the vehicle'),
    scan_at_loading: z.enum(['off', 'ask', 'must']),
    may_reorder: z.boolean(),
    may_skip: z.boolean(),
    may_add_stops: z.boolean(),
    may_hand_over: z.boolean().describe('Drivers give parcels to each other'),
    arrival_radius_m: z.int().min(20).max(2000).describe('So near to a stop, an arrival is offered'),
    far_from_pin_m: z.int().min(20).max(10_000).describe('Proof that is taken farther away is asked about'),
    late_after_minutes: z.int().min(1).max(240),
    silent_after_minutes: z.int().min(2).max(240).describe('On shift, without a position for so long'),
    temperature_breach_minutes: z
      .int()
      .min(0)
      .max(1440)
      .describe('Out of range for so long, dispatchers and the driver are told'),
    keep_positions_days: z.int().min(1).max(3650),
    version: Version,
  })
  .meta({ id: 'RoadSettings' })
export type RoadSettings = z.infer<typeof RoadSettings>

export const RoadSettingsPatch = RoadSettings.omit({ version: true })
  .partial()
  .strict()
  .meta({ id: 'RoadSettingsPatch' })
export type RoadSettingsPatch = z.infer<typeof RoadSettingsPatch>

/** As they are until somebody changes them. */
export const usualRoadSettings: Omit<RoadSettings, 'version'> = {
  phone: null,
  requirements: [],
  ask_name: false,
  photo_of_failure: true,
  keep_originals: false,
  check_vehicle: true,
  scan_at_loading: 'ask',
  may_reorder: true,
  may_skip: true,
  may_add_stops: true,
  may_hand_over: true,
  arrival_radius_m: 120,
  far_from_pin_m: 250,
  late_after_minutes: 10,
  silent_after_minutes: 10,
  temperature_breach_minutes: 10,
  keep_positions_days: 90,
}
