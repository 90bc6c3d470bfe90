import type { Generated } from 'kysely'
import type { Timestamp, TimestampOrNull } from './columns.ts'

export type SubscriptionTable = {
  workspace_id: string
  customer_id: string
  subscription_id: string | null
  /** As Stripe names it. */
  status: string | null
  licenses: number | null
  /** Whether active drivers decide how many licenses are paid. */
  follows_drivers: Generated<boolean>
  period_ends_at: TimestampOrNull
  cancels_at: TimestampOrNull
  overdue_since: TimestampOrNull
  disputed_at: TimestampOrNull
  next_total: number | null
  next_currency: string | null
  /** When Stripe was asked whose answer this is. */
  asked_at: TimestampOrNull
}

export type BillingInvoiceTable = {
  workspace_id: string
  id: string
  number: string | null
  status: string
  total: number
  currency: string
  created_at: Timestamp
  url: string | null
}

export type StripeEventTable = { id: string; type: string; received_at: Timestamp }
