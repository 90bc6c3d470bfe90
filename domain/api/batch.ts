import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { rowsOf } from './import.ts'

/** The most items of one batch. */
export const mostItems = 500

const BatchItem = z
  .strictObject({
    method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
    path: z.string().max(2000).startsWith('/v1/').describe('Such as `/v1/clients`, with its query if it has one'),
    body: z.unknown().optional(),
    if_match: z.string().max(200).optional().describe('As the header If-Match'),
  })
  .meta({ id: 'BatchItem' })
export type BatchItem = z.infer<typeof BatchItem>

export const BatchResult = z
  .object({
    index: z.int().describe('The item, from 0'),
    status: z.int().describe('As if it had been called by itself'),
    id: z.string().nullable().describe('Of the record in the answer, if it is one'),
    etag: z.string().nullable(),
    body: z.unknown().describe('The answer, or null if it has none or is refused'),
    problem: z.record(z.string(), z.unknown()).nullable().describe('Why it is refused: a problem document'),
  })
  .meta({ id: 'BatchResult' })
export type BatchResult = z.infer<typeof BatchResult>

export const sendBatch = endpoint({
  id: 'sendBatch',
  method: 'POST',
  path: '/v1/batch',
  // Each item needs what it needs by itself.
  may: 'see_self',
  tag: 'Batches',
  summary: `Do up to ${mostItems} things in one call, in their order, each with an answer of its own; it counts as one request`,
  body: z.strictObject({
    items: rowsOf(BatchItem, mostItems, 'items'),
    all_or_nothing: z
      .boolean()
      .default(false)
      .describe('Does everything in one transaction, and nothing if one item is refused'),
  }),
  reply: z.object({ done: z.int(), refused: z.int(), results: z.array(BatchResult) }),
  addsNothing: () => true,
  idempotent: true,
  example: {
    body: {
      items: [
        { method: 'POST', path: '/v1/clients', body: { name: 'Toko Sinar' } },
        { method: 'DELETE', path: '/v1/waves/0195a3c2-0d41-7a11-8b21-4f2e6d8c9a01' },
      ],
      all_or_nothing: false,
    },
  },
})
