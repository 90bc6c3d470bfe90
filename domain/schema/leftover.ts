import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { Day } from '../time.ts'
import { BulkResult } from '../api/bulk-result.ts'
import { DeliveryStatus } from './delivery.ts'

/** The most deliveries that one call may name. */
export const mostLeftovers = 2000

export const leftoverKinds = ['unassigned', 'failed', 'on_route'] as const
export type LeftoverKind = (typeof leftoverKinds)[number]

export const MoveLeftovers = z
  .strictObject({
    day: Day.describe('The day of which something is left'),
    to: Day.nullable().default(null).describe('The day to move it to; null for the next working day'),
    depot_id: z.uuid().toLowerCase().nullable().optional().describe('Only deliveries of this depot'),
    depot: text(100).min(1).optional().describe('Instead of depot_id: the depot’s ID or name'),
    delivery_ids: z
      .array(z.uuid().toLowerCase())
      .max(mostLeftovers)
      .optional()
      .describe('Only these of them; all that can move if absent'),
    dry_run: z.boolean().default(false).describe('Only tells what would move, and what would stay and why'),
  })
  .refine(({ day, to }) => to === null || to !== day, { path: ['to'], message: 'Choose another day.' })
  .meta({ id: 'MoveLeftovers' })
export type MoveLeftovers = z.infer<typeof MoveLeftovers>

/** A delivery of the day that was not delivered. */
const Leftover = z.object({
  delivery_id: z.uuid(),
  delivery_number: z.int(),
  delivery_address: z.string(),
  recipient_name: z.string().nullable(),
  status: DeliveryStatus,
  reason: z.string().describe('Why it is left, or why it stays'),
})

export const Leftovers = z
  .object({
    to: Day.describe('The day to which they move, or would'),
    moving: z.array(
      Leftover.extend({
        kind: z
          .enum(leftoverKinds)
          .describe('unassigned: on no route. failed: tried in vain. on_route: its driver has not come to it'),
        driver_name: z.string().nullable(),
      }),
    ),
    staying: z.array(Leftover.extend({ code: z.string() })).describe('What cannot move, with the reason'),
    changed: BulkResult.shape.changed.describe(
      'The entries in their histories, which can be undone; none in a dry run',
    ),
  })
  .meta({ id: 'Leftovers' })
export type Leftovers = z.infer<typeof Leftovers>
