import type { Generated, JSONColumnType } from 'kysely'
import type { Timestamp, TimestampOrNull } from '../columns.ts'

export type AuthFactorTable = {
  id: Generated<string>
  user_id: string
  factor_type: 'totp' | 'phone' | 'webauthn' | 'recovery_code'
  status: Generated<'unverified' | 'verified'>
  friendly_name: string | null
  phone: string | null
  /** Sealed. */
  secret: Buffer | null
  credential: JSONColumnType<Record<string, unknown>> | null
  /** The time step of the last accepted TOTP code. No step is accepted twice. */
  last_step: number | null
  /** Wrong codes since the last right one. */
  wrong_tries: Generated<number>
  /** No code is accepted before then. */
  locked_until: TimestampOrNull
  last_challenged_at: TimestampOrNull
  created_at: Timestamp
  updated_at: Timestamp
}

export type AuthChallengeTable = {
  id: Generated<string>
  factor_id: string
  code_hash: Buffer | null
  webauthn: JSONColumnType<Record<string, unknown>> | null
  attempts: Generated<number>
  created_at: Timestamp
  verified_at: TimestampOrNull
}

export type AuthRecoveryCodeTable = {
  factor_id: string
  code_hash: Buffer
  created_at: Timestamp
  used_at: TimestampOrNull
}
