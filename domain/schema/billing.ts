import { z } from 'zod'
import { Instant } from '../time.ts'

const MinorUnits = z.int().describe('In the smallest unit of the currency')
const Currency = z.string().describe('A code like usd')

export const Invoice = z
  .object({
    id: z.string(),
    number: z.string().nullable(),
    status: z.string().describe('draft, open, paid, uncollectible or void'),
    total: MinorUnits,
    currency: Currency,
    created_at: Instant,
    url: z.string().nullable().describe('Where it can be read and paid'),
  })
  .meta({ id: 'Invoice' })
export type Invoice = z.infer<typeof Invoice>

export const Subscription = z
  .object({
    status: z.string().describe('active, past_due, unpaid, canceled or what else Stripe says'),
    licenses: z.int(),
    follows_drivers: z.boolean().describe('Whether each active driver has a license, paid from the day it begins'),
    period_ends_at: Instant.nullable(),
    cancels_at: Instant.nullable().describe('When it ends, if it was canceled'),
    overdue_since: Instant.nullable().describe('Since when a payment has failed'),
    is_disputed: z.boolean(),
  })
  .meta({ id: 'Subscription' })
export type Subscription = z.infer<typeof Subscription>

export const Billing = z
  .object({
    is_billed: z.boolean().describe('Whether this server takes payments'),
    ask: z.string().nullable().describe('Where the operator answers questions about tiers'),
    license_cents: z.int().describe('What a license costs a month, in US cents, without taxes'),
    subscription: Subscription.nullable(),
    next_invoice: z.object({ total: MinorUnits, currency: Currency, at: Instant.nullable() }).nullable(),
    invoices: z.array(Invoice).describe('The newest, at most 24'),
  })
  .meta({ id: 'Billing' })
export type Billing = z.infer<typeof Billing>

const mostLicenses = 10_000
export const Licenses = z
  .int('Enter a whole number.')
  .min(1, 'At least one license.')
  .max(mostLicenses, 'At most 10,000 licenses.')

export const LicenseChange = z
  .strictObject({
    licenses: Licenses.optional().describe('Left out where active drivers decide'),
    follows_drivers: z.boolean(),
  })
  .refine(({ licenses, follows_drivers }) => follows_drivers || licenses !== undefined, {
    path: ['licenses'],
    message: 'Say how many licenses, or let active drivers decide.',
  })
  .meta({ id: 'LicenseChange' })
export type LicenseChange = z.infer<typeof LicenseChange>

/** What a change of licenses costs. */
export const LicensePreview = z
  .object({
    licenses: z.int(),
    prorated: MinorUnits.describe('For the rest of this month, on the next invoice; less than zero is a credit'),
    next_total: MinorUnits,
    currency: Currency,
    next_at: Instant.nullable(),
  })
  .meta({ id: 'LicensePreview' })
export type LicensePreview = z.infer<typeof LicensePreview>
