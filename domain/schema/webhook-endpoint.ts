import { z } from 'zod'
import { Instant } from '../time.ts'
import { Version } from './version.ts'

/** Why Karta paused an endpoint by itself. */
export const pauseReasons = ['failing', 'gone'] as const

/** An address that events are posted to. Its secret is shown only when it is made. */
export const WebhookEndpoint = z
  .object({
    id: z.uuid(),
    url: z.string(),
    description: z.string(),
    types: z.array(z.string()),
    depot_ids: z.array(z.uuid()).nullable(),
    active: z.boolean().describe('Whether events are sent'),
    paused_at: Instant.nullable().describe('When Karta paused it by itself'),
    paused_why: z
      .enum(pauseReasons)
      .nullable()
      .describe('failing: no call succeeded for 72 hours. gone: it answered 410'),
    previous_secret_ends_at: Instant.nullable().describe('Until when calls are signed with the old secret too'),
    created_at: Instant,
    created_by: z.string(),
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'WebhookEndpoint' })
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>
