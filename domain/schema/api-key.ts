import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { keyScopes } from '../permissions.ts'
import { Day, Instant } from '../time.ts'
import { Version } from './version.ts'

/** A live key works in the workspace, a test key in its sandbox. */
export const keyModes = ['live', 'test'] as const
export type KeyMode = (typeof keyModes)[number]

/** Rotating a key, the old secret may go on working for so long. */
export const mostOverlapHours = 168

const name = text(100).min(1, 'Enter a name.').describe('Shown in the history of changes made with the key')

const Scope = z
  .enum(keyScopes)
  .describe(
    'read: see everything. deliveries: add, change and see deliveries. planning: plan, and keep the fleet. tracking: see deliveries and positions',
  )
  .meta({ id: 'KeyScope' })

const scopes = z
  .array(Scope)
  .min(1, 'Choose what the key may do.')
  .max(20)
  .transform((wanted) => keyScopes.filter((scope) => wanted.includes(scope)))

const depot_ids = z
  .array(z.uuid())
  .min(1, 'Choose at least one depot, or all of them.')
  .max(200, 'At most 200 depots.')
  .transform((ids) => [...new Set(ids)])
  .nullable()
  .describe('The only depots whose deliveries and plans the key sees; null for all')

/** One address, or a block of them, in the notation of CIDR. */
const Address = z
  .string()
  .trim()
  .max(100)
  .refine(isAddress, {
    error: ({ input }) =>
      `“${String(input)}” is no address. Enter one like 203.0.113.7, or a block like 203.0.113.0/24 or 2001:db8::/32.`,
  })

const allowed_addresses = z
  .array(Address)
  .min(1, 'Enter at least one address, or allow all of them.')
  .max(50, 'At most 50 addresses.')
  .nullable()
  .describe('The only addresses, or blocks of addresses, that the key may be used from; null for everywhere')

function isAddress(value: string): boolean {
  return [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((kind) => kind.safeParse(value).success)
}

const expires_at = Instant.nullable().describe('When the key stops working; never if empty')

/** The secret that a key had before it was rotated. */
const PreviousSecret = z.object({
  prefix: z.string(),
  ends_at: Instant.describe('Until when it works beside the new one'),
  last_used_at: Instant.nullable(),
  last_used_address: z.string().nullable(),
})

export const ApiKey = z
  .object({
    id: z.uuid(),
    name,
    mode: z.enum(keyModes).describe('A live key works in the workspace, a test key in its sandbox'),
    scopes: z.array(Scope),
    depot_ids: z.array(z.uuid()).nullable(),
    allowed_addresses: z.array(z.string()).nullable(),
    prefix: z.string().describe('The start of the key, to tell keys apart; the rest is not stored'),
    created_by: z.string().describe('The member who created it'),
    created_at: Instant,
    last_used_at: Instant.nullable().describe('Accurate to a minute'),
    last_used_address: z.string().nullable().describe('Where it was used from then'),
    expires_at: Instant.nullable(),
    revoked_at: Instant.nullable(),
    previous: PreviousSecret.nullable().describe('The secret before the last rotation'),
    version: Version,
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

export const NewApiKey = z
  .strictObject({
    name,
    mode: z.enum(keyModes).default('live'),
    scopes,
    depot_ids: depot_ids.default(null),
    allowed_addresses: allowed_addresses.default(null),
    expires_at: expires_at.default(null),
  })
  .refine(({ mode, depot_ids: depots }) => mode === 'live' || depots === null, {
    path: ['depot_ids'],
    message: 'A test key works in the sandbox, which has its own depots.',
  })
  .meta({ id: 'NewApiKey' })
export type NewApiKey = z.infer<typeof NewApiKey>

export const ApiKeyChange = z
  .strictObject({ name, scopes, depot_ids, allowed_addresses, expires_at })
  .partial()
  .meta({ id: 'ApiKeyChange' })
export type ApiKeyChange = z.infer<typeof ApiKeyChange>

export const ApiKeyRotation = z
  .strictObject({
    overlap_hours: z
      .int()
      .min(0)
      .max(mostOverlapHours, 'At most 168 hours, which is a week.')
      .default(24)
      .describe('How long the old secret goes on working; with 0 it ends at once'),
  })
  .meta({ id: 'ApiKeyRotation' })
export type ApiKeyRotation = z.infer<typeof ApiKeyRotation>

/** The only replies that contain the whole key. */
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

/** Requests with a key on each day of the workspace's time zone, without days on which there were none. */
export const ApiKeyUsage = z
  .object({
    from: Day,
    to: Day,
    days: z.array(z.object({ day: Day, requests: z.int() })),
  })
  .meta({ id: 'ApiKeyUsage' })
export type ApiKeyUsage = z.infer<typeof ApiKeyUsage>

/** Who calls, and what they may do. */
export const Self = z
  .object({
    kind: z.enum(['api_key', 'app', 'member']).describe('An app works for a member'),
    id: z.uuid(),
    name: z.string(),
    workspace: z.object({
      id: z.uuid(),
      name: z.string(),
      time_zone: z.string().describe('In which days and times of day are meant'),
      currency: z.string(),
    }),
    mode: z.enum(keyModes),
    role: z.string().nullable().describe('The role of a member; null for a key or an app'),
    scopes: z.array(Scope).nullable().describe('What a key or an app may do; null for a member'),
    actions: z.array(z.string()).describe('Everything that the caller may do'),
    depot_ids: z.array(z.uuid()).nullable(),
    allowed_addresses: z.array(z.string()).nullable(),
    expires_at: Instant.nullable(),
    quota: ApiUsage.nullable().describe('The requests of the month; null where none are counted'),
  })
  .meta({ id: 'Self' })
export type Self = z.infer<typeof Self>
