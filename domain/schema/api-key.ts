import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { Day, Instant } from '../time.ts'
import { Version } from './version.ts'

/** A key may do as much as a dispatcher or as much as a viewer. */
export const apiKeyAccess = ['read_write', 'read_only'] as const

const name = text(100).min(1, 'Enter a name.').describe('Shown in the history of changes made with the key')

export const ApiKey = z
  .object({
    id: z.uuid(),
    name,
    prefix: z.string().describe('The start of the key, to tell keys apart; the rest is not stored'),
    access: z.enum(apiKeyAccess),
    created_by: z.string().describe('The member who created it'),
    created_at: Instant,
    last_used_at: Instant.nullable().describe('Accurate to a minute'),
    expires_at: Instant.nullable(),
    revoked_at: Instant.nullable(),
    version: Version,
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

export const NewApiKey = z
  .strictObject({
    name,
    access: z.enum(apiKeyAccess),
    expires_at: Instant.nullable().default(null).describe('When the key stops working; never if empty'),
  })
  .meta({ id: 'NewApiKey' })
export type NewApiKey = z.infer<typeof NewApiKey>

export const ApiKeyChange = z.strictObject({ name }).meta({ id: 'ApiKeyChange' })

/** The only reply that contains the whole key. */
export const CreatedApiKey = ApiKey.extend({
  secret: z.string().describe('The whole key. Save it now; it is not shown again'),
}).meta({ id: 'CreatedApiKey' })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

/** API-key requests in the current calendar month of the workspace's time zone. */
export const ApiUsage = z
  .object({
    month: Day.describe('The first day of the month'),
    requests: z.int(),
    limit: z.int().nullable().describe('The monthly limit; null is no limit'),
    resets_at: Instant,
  })
  .meta({ id: 'ApiUsage' })
export type ApiUsage = z.infer<typeof ApiUsage>
