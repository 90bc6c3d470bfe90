import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { ShopPlatform } from '#domain/schema/integration.ts'
import type { HookSubject, ShopCustomer, ShopNews } from '#domain/shops/exchange.ts'
import type { ShopLocation } from '#domain/shops/order.ts'
import type { Timestamp, TimestampOrNull } from './columns.ts'

export type ShopSyncTable = {
  integration_id: string
  workspace_id: string
  position: number
  locations: ColumnType<ShopLocation[], string | undefined, string>
  cursor: string | null
  since: TimestampOrNull
  round_started_at: TimestampOrNull
  found: Generated<number>
  seen_until: TimestampOrNull
  last_sync_at: TimestampOrNull
  next_sync_at: Timestamp
  failures: Generated<number>
  failure: string | null
  rates_failure: Generated<string | null>
}

export type ShopEventTable = {
  id: Generated<string>
  workspace_id: string
  integration_id: string
  hook_id: string
  topic: string
  about: HookSubject
  order_id: string | null
  customer: JSONColumnType<ShopCustomer> | null
  at: TimestampOrNull
  received_at: Timestamp
  done_at: TimestampOrNull
}

export type ShopOrderTable = {
  id: Generated<string>
  workspace_id: string
  platform: ShopPlatform
  /** `integrations.shop_key` of the shop that it is from. */
  store: string
  external_id: string
  number: string
  state: 'taken' | 'waiting' | 'skipped' | 'canceled'
  reason: string | null
  modified_at: Timestamp
  created_at: Timestamp
  updated_at: Timestamp
}

export type ShopDeliveryTable = {
  order_id: string
  workspace_id: string
  part: string
  delivery_id: string
  said: JSONColumnType<Record<string, string>>
  /** Which line each parcel is, and how many of it. */
  lines: ColumnType<{ id: string; quantity: number }[], string, string>
  remote: string | null
}

export type ShopOutboxTable = {
  id: Generated<string>
  number: GeneratedAlways<number>
  workspace_id: string
  integration_id: string
  delivery_id: string
  event_id: string
  kind: ShopNews
  at: Timestamp
  eta: TimestampOrNull
  state: Generated<'waiting' | 'sent' | 'failed' | 'dropped'>
  attempts: Generated<number>
  failure: string | null
  created_at: Timestamp
  ended_at: TimestampOrNull
  /** When somebody began to tell it. */
  claimed_at: TimestampOrNull
}
