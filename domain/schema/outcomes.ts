import { z } from 'zod'
import { FailureReason } from './status.ts'

const Figures = z.object({
  delivered: z.int(),
  failed: z.int().describe('Those that stand as failed; one that is tried again counts as it ends'),
  rated: z.int().describe('How many recipients gave stars'),
  rating: z.number().nullable().describe('Their average, from 1 to 5; null without any'),
  low: z.int().describe('How many gave 1 or 2'),
})
export type OutcomeFigures = z.infer<typeof Figures>

/** How deliveries ended, and what their recipients thought of it. */
export const Outcomes = Figures.extend({
  stars: z.array(z.int()).length(5).describe('How many gave 1, 2, 3, 4 and 5'),
  reasons: z
    .array(z.object({ reason: FailureReason.nullable().describe('Null if nobody said why'), failed: z.int() }))
    .describe('Why deliveries failed, the most frequent first'),
  drivers: z.array(Figures.extend({ driver_id: z.uuid() })),
  vehicles: z.array(Figures.extend({ vehicle_id: z.uuid() })).describe('Of the routes that they are on'),
}).meta({ id: 'Outcomes' })
export type Outcomes = z.infer<typeof Outcomes>
