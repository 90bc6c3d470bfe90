import { z } from 'zod'
import { quotaNames } from '../quotas.ts'
import { Instant } from '../time.ts'

/** A limit of the workspace, and how far it is used. */
export const Quota = z
  .object({
    name: z.enum(quotaNames),
    limit: z.int(),
    used: z
      .int()
      .nullable()
      .describe('Null for the size of one thing, such as the stops of a plan, and for what a person has'),
    renews_at: Instant.nullable().describe('When a daily count begins again, at midnight in the workspace’s time zone'),
  })
  .meta({ id: 'Quota' })
export type Quota = z.infer<typeof Quota>
