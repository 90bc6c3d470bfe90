import { z } from 'zod'

/** What speaks against giving a delivery to a driver. `old_position`: nothing was heard for a while. */
export const doubts = [
  'missing_skills',
  'over_capacity',
  'temperature',
  'shift_ends',
  'on_break',
  'old_position',
] as const
export type Doubt = (typeof doubts)[number]

/** A driver who could take a delivery, or why not. */
export const NearDriver = z
  .object({
    driver_id: z.uuid(),
    name: z.string(),
    distance_km: z.number().describe('In a straight line, from where the driver is to where the delivery goes'),
    age_seconds: z.number().describe('Of the position'),
    route_id: z.uuid().nullable().describe('What the driver drives today'),
    plan_id: z.uuid().nullable().describe('Of the route'),
    stops_left: z.int(),
    free_kg: z.number().nullable().describe('Room beside what is still to be delivered; null without a limit'),
    free_l: z.number().nullable(),
    free_units: z.number().nullable(),
    missing_skills: z.array(z.string()),
    doubts: z.array(z.enum(doubts)),
    is_suitable: z.boolean().describe('Skills, room, temperature and shift fit'),
  })
  .meta({ id: 'NearDriver' })
export type NearDriver = z.infer<typeof NearDriver>
