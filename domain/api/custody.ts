import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const exportCustody = endpoint({
  id: 'exportCustody',
  method: 'GET',
  path: '/v1/custody/export',
  may: 'see_operations',
  tag: 'Deliveries',
  summary: 'Everything that proves the histories of deliveries, as JSON Lines: the signed log, heads and entries',
  query: z.strictObject({
    with_personal_data: z
      .enum(['true', 'false'])
      .default('false')
      .describe('Also the personal values that entries contain as hashes, with their salts'),
  }),
  media: 'application/jsonl',
  reply: z.string().meta({ description: 'One JSON value a line; `npm run custody -- verify FILE` verifies it' }),
})
