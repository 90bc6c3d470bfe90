import { z } from 'zod'
import { Instant } from '../time.ts'

/** The link to a delivery's tracking page. */
export const TrackingLink = z
  .object({
    url: z.string().describe('Whoever has it sees the page, so give it to the recipient alone'),
    ended_at: Instant.nullable().describe('When it stopped working, or will; null while the delivery is on its way'),
  })
  .meta({ id: 'TrackingLink' })
export type TrackingLink = z.infer<typeof TrackingLink>
