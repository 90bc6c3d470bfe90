import { z } from 'zod'
import { DeliveryStatus } from '../schema/delivery.ts'

export const Named = z.object({ id: z.uuid(), number: z.int() })

export const BulkResult = z
  .object({
    changed: z.array(Named.extend({ event_id: z.uuid().describe('The entry in its history, which can be undone') })),
    unchanged: z.array(Named).describe('Those that were already as wanted'),
    refused: z.array(
      z.object({
        id: z.uuid(),
        number: z.int().nullable().describe('Null if there is no such delivery'),
        status: DeliveryStatus.nullable(),
        code: z.string(),
        reason: z.string(),
      }),
    ),
  })
  .meta({ id: 'BulkResult' })
export type BulkResult = z.infer<typeof BulkResult>
