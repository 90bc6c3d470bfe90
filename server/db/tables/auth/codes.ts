import type { Generated } from 'kysely'
import type { Timestamp, TimestampOrNull } from '../columns.ts'

export type OneTimeTokenKind =
  | 'confirmation'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'phone'
  | 'phone_change'
  | 'reauthentication'

export type AuthOneTimeTokenTable = {
  user_id: string
  kind: OneTimeTokenKind
  link_hash: Buffer
  code_hash: Buffer
  /** Where it was sent. */
  address: string
  /** What the mail was for: `signup`, `invite`, `magiclink`, … */
  method: string
  redirect_to: string | null
  flow_state_id: string | null
  /** Wrong codes tried so far. */
  attempts: Generated<number>
  created_at: Timestamp
  expires_at: Timestamp
  /** When it was used, while the other of two confirmations is still missing. */
  confirmed_at: TimestampOrNull
}

export type AuthSendingTable = {
  id: Generated<number>
  address_hash: Buffer
  /** What was asked for. Pauses are counted per kind. */
  kind: string
  /** Null if there was nobody to send anything to. */
  channel: 'mail' | 'sms' | null
  at: Timestamp
}
