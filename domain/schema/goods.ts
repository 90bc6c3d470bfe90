import { z } from 'zod'
import { Instant } from '../time.ts'

export const goodsStates = ['waiting', 'between', 'at_hub', 'missing'] as const

/** Where the goods of a delivery are that goes by way of other depots. */
export const Goods = z
  .object({
    state: z
      .enum(goodsStates)
      .describe(
        'waiting for a transfer, between depots, at the depot that a transfer brought it to, or not found there',
      ),
    depot_id: z.uuid().describe('Where they are, or between depots: where they are going'),
    depot_name: z.string(),
    bound_for_id: z.uuid().describe('The depot where the last transfer brings them'),
    ready_at: Instant.nullable().describe('When they can be loaded there; null if nobody knows'),
    transfer_id: z.uuid(),
  })
  .meta({ id: 'Goods' })
export type Goods = z.infer<typeof Goods>

/** How long goods take from a vehicle that arrives until they can be loaded. */
export const HandlingMinutes = z
  .int('Enter whole minutes.')
  .min(0, 'Minutes cannot be negative.')
  .max(1440, 'At most 1,440 minutes.')
