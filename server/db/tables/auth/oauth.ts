import type { Generated } from 'kysely'
import type { AssuranceLevel } from '#domain/schema/account.ts'
import type { Timestamp, TimestampOrNull } from '../columns.ts'

export type OAuthClientTable = {
  id: Generated<string>
  /** Null for those that the operator added, or that registered themselves. */
  workspace_id: string | null
  name: string
  uri: string | null
  logo_uri: string | null
  redirect_uris: string[]
  /** What it asks for unless it says so. */
  scopes: string[]
  auth_method: 'none' | 'client_secret_basic' | 'client_secret_post'
  secret_hash: Buffer | null
  registration: 'manual' | 'dynamic'
  created_by_name: string
  created_at: Timestamp
  updated_at: Timestamp
  secret_changed_at: TimestampOrNull
  version: Generated<number>
}

export type OAuthGrantTable = {
  id: Generated<string>
  client_id: string
  user_id: string
  workspace_id: string
  scopes: string[]
  /** How surely the person was known who allowed it. */
  aal: AssuranceLevel
  allowed_at: Timestamp
  last_used_at: TimestampOrNull
}

export type OAuthAuthorizationTable = {
  id: Generated<string>
  client_id: string
  redirect_uri: string
  scopes: string[]
  state: string | null
  nonce: string | null
  resource: string | null
  code_challenge: string
  created_at: Timestamp
  expires_at: Timestamp
  /** Whoever looked first. */
  user_id: string | null
  grant_id: string | null
  code_hash: Buffer | null
  code_used_at: TimestampOrNull
}

export type OAuthTokenTable = {
  token_hash: Buffer
  authorization_id: string
  kind: 'access' | 'refresh'
  /** Of an access token that may do less than the app was allowed; null: everything. */
  scopes: string[] | null
  created_at: Timestamp
  expires_at: Timestamp
  /** Of a refresh token: when it was traded for the next one. */
  used_at: TimestampOrNull
}
