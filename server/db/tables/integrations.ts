import type { ColumnType, Generated } from 'kysely'
import type { ConnectionFailure } from '#domain/connection-failures.ts'
import type { ConnectionProblem, ReturnTo, ShopPlatform } from '#domain/schema/integration.ts'
import type { ShopRules } from '#domain/shops/rules.ts'
import type { DefaultTimestamp, Timestamp, TimestampOrNull } from './columns.ts'

export type IntegrationTable = {
  id: Generated<string>
  workspace_id: string
  platform: ShopPlatform
  state: 'not_connected' | 'connecting' | 'connected' | 'failed'
  step: 'approval' | 'check' | null
  shop: string | null
  shop_version: string | null
  /** What the shop is for good, whatever it is called. */
  shop_key: string | null
  /** Which of its orders are delivered, and how; null for the usual rules. */
  rules: ColumnType<ShopRules | null, string | null | undefined, string | null>
  /** Why a connected shop cannot be used any more. */
  problem: ConnectionProblem | null
  /** Sealed; see `auth/keys/sealing.ts`. */
  credentials: Buffer | null
  /** With what the plugin in the shop signs its calls, sealed. */
  plugin_secret: Buffer | null
  last_error: ConnectionFailure | null
  /** The attempt that this row is waiting for. */
  attempt_id: string | null
  /** When the wait ends, successful or not. */
  deadline: TimestampOrNull
  connected_at: TimestampOrNull
  connected_by: string | null
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
}

export type ConnectionAttemptTable = {
  id: Generated<string>
  workspace_id: string
  platform: ShopPlatform
  state_hash: Buffer
  user_id: string
  return_to: ReturnTo
  shop: string | null
  /** What the shop gave, sealed. It gives it only once. */
  granted: Buffer | null
  confirmed_at: TimestampOrNull
  expires_at: Timestamp
  created_at: DefaultTimestamp
}
