import { z } from 'zod'
import { tierFeatures, type TierFeature } from '../tiers.ts'
import { Day, Instant } from '../time.ts'
import { AccountManager, tiers } from './workspace.ts'

const Tier = z.enum(tiers)
const features = Object.keys(tierFeatures) as TierFeature[]
const NamedDriver = z.object({ id: z.uuid(), name: z.string() })

/** What the workspace's tier allows, and how much of it is used. */
export const TierState = z
  .object({
    tier: Tier.describe('The tier whose limits apply now: Standard during a trial'),
    booked: Tier.describe('The workspace’s own tier'),
    trial_ends_at: Instant.nullable().describe('Null unless the trial goes on'),
    deliveries: z.object({
      limit: z.int().nullable().describe('Deliveries added in a calendar month; null for any number'),
      used: z.int().nullable().describe('Null without a limit'),
      waiting: z.int().describe('How many are over the limit and wait'),
      waits_above: z.int().nullable().describe('Pending deliveries with a higher number wait'),
      renews_at: Instant,
    }),
    drivers: z.object({
      limit: z.int().nullable().describe('How many active drivers can be given routes; null for all'),
      active: z.int(),
      over: z.array(NamedDriver).describe('Active drivers who cannot be given routes'),
      chosen: z.array(z.uuid()).describe('Drivers whom the owner chose to have a license'),
    }),
    requests: z.object({ limit: z.int().nullable(), used: z.int(), renews_at: Instant }),
    features: z.record(z.enum(features), z.boolean()),
    support: z.enum(['email', 'priority']),
    support_email: z.string().nullable().describe('Where the operator answers questions'),
    account_manager: AccountManager.nullable(),
    planning_stops_at: Instant.nullable().describe('From when on nothing new is planned, because a payment failed'),
    is_billed: z.boolean().describe('Whether this server takes payments'),
    may_choose_default: z
      .boolean()
      .describe('Whether this is the first workspace of a server without payments, whose owner has not chosen yet'),
  })
  .meta({ id: 'TierState' })
export type TierState = z.infer<typeof TierState>

export const LicensedDrivers = z
  .strictObject({ driver_ids: z.array(z.uuid().toLowerCase()).max(5000) })
  .meta({ id: 'LicensedDrivers' })

export const DefaultTier = z.strictObject({ tier: Tier }).meta({ id: 'DefaultTier' })

/** What counts, on one day. */
export const UsageDay = z
  .object({
    day: Day,
    deliveries: z.int().describe('Added'),
    requests: z.int().describe('With API keys'),
    messages: z.int().describe('To recipients'),
    bytes_stored: z.int().nullable().describe('At the end of the day; null if nobody counted'),
    active_drivers: z.int().nullable(),
  })
  .meta({ id: 'UsageDay' })
export type UsageDay = z.infer<typeof UsageDay>

export const Usage = z.object({ from: Day, to: Day, days: z.array(UsageDay) }).meta({ id: 'Usage' })
export type Usage = z.infer<typeof Usage>
