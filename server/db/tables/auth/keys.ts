import type { Generated, JSONColumnType } from 'kysely'
import type { DefaultTimestamp, TimestampOrNull } from '../columns.ts'

export type AuthSigningKeyTable = {
  kid: string
  algorithm: string
  private_jwk: JSONColumnType<Record<string, unknown>>
  active: Generated<boolean>
  created_at: DefaultTimestamp
  /** When it stopped signing. */
  replaced_at: TimestampOrNull
}

export type AuthSealingKeyTable = {
  id: Generated<number>
  key: Buffer
  created_at: DefaultTimestamp
}

export type AuthApiKeyTable = {
  kind: 'publishable' | 'secret'
  key: string
  created_at: DefaultTimestamp
}
