import type { Generated } from 'kysely'
import type { Timestamp, TimestampOrNull } from '../columns.ts'

export type AuthPasskeyTable = {
  id: Generated<string>
  user_id: string
  credential_id: string
  public_key: Buffer
  counter: Generated<number>
  transports: Generated<string[]>
  friendly_name: string | null
  created_at: Timestamp
  last_used_at: TimestampOrNull
}

export type AuthPasskeyChallengeTable = {
  id: Generated<string>
  /** Null if nobody has said who they are yet. */
  user_id: string | null
  challenge: string
  created_at: Timestamp
}
