import type { Generated, JSONColumnType } from 'kysely'
import type { DefaultTimestamp, Timestamp, TimestampOrNull } from '../columns.ts'

export type AuthSessionTable = {
  id: Generated<string>
  user_id: string
  aal: Generated<'aal1' | 'aal2'>
  amr: JSONColumnType<{ method: string; timestamp: number }[]>
  user_agent: string | null
  ip: string | null
  created_at: DefaultTimestamp
  refreshed_at: TimestampOrNull
  /** The second factor that raised it to aal2. */
  factor_id: string | null
  last_used_at: TimestampOrNull
  last_user_agent: string | null
  last_ip: string | null
}

export type AuthRefreshTokenTable = {
  token_hash: Buffer
  session_id: string
  parent_hash: Buffer | null
  revoked_at: TimestampOrNull
  created_at: DefaultTimestamp
}

export type AuthDeviceTable = { user_id: string; device_hash: Buffer; first_seen_at: Timestamp }
