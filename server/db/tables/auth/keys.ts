import type { ColumnType, Generated } from 'kysely'
import type { DefaultTimestamp, TimestampOrNull } from '../columns.ts'

export type AuthSigningKeyTable = {
  kid: string
  algorithm: string
  /** Only what an older Karta left, until the next start seals it. */
  private_jwk: ColumnType<Record<string, unknown> | null, null | undefined, null>
  sealed_jwk: Buffer | null
  active: Generated<boolean>
  created_at: DefaultTimestamp
  /** When it stopped signing. */
  replaced_at: TimestampOrNull
}

export type AuthSealingKeyTable = {
  id: Generated<number>
  /** Only what an older Karta left, until the next start seals it. */
  key: ColumnType<Buffer | null, null | undefined, null>
  /** Sealed with a key outside the database; see `auth/keys/data-keys.ts`. */
  sealed_key: Buffer | null
  root_key_id: string | null
  created_at: DefaultTimestamp
}

export type AuthApiKeyTable = {
  kind: 'publishable' | 'secret' | 'storage'
  /** Only what an older Karta left, until the next start seals it. */
  key: ColumnType<string | null, null | undefined, null>
  sealed_key: Buffer | null
  created_at: DefaultTimestamp
}
