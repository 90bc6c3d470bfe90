import type { Generated, JSONColumnType } from 'kysely'
import type { DefaultTimestamp, Timestamp, TimestampOrNull } from '../columns.ts'

export type AuthUserTable = {
  id: Generated<string>
  email: string | null
  phone: string | null
  password_hash: string | null
  email_confirmed_at: TimestampOrNull
  phone_confirmed_at: TimestampOrNull
  confirmation_sent_at: TimestampOrNull
  last_sign_in_at: TimestampOrNull
  app_metadata: JSONColumnType<Record<string, unknown>>
  user_metadata: JSONColumnType<Record<string, unknown>>
  is_anonymous: Generated<boolean>
  banned_until: TimestampOrNull
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  deleted_at: TimestampOrNull
  role: Generated<string>
  invited_at: TimestampOrNull
  recovery_sent_at: TimestampOrNull
  new_email: string | null
  email_change_sent_at: TimestampOrNull
  new_phone: string | null
  phone_change_sent_at: TimestampOrNull
  reauthentication_sent_at: TimestampOrNull
  /** When the account will be deleted, if the person asked for that. Until then they may change their mind. */
  deletion_due_at: TimestampOrNull
  /** When a workspace of theirs began a trial. A person has one. */
  trial_began_at: TimestampOrNull
}

export type AuthIdentityTable = {
  id: Generated<string>
  user_id: string
  provider: string
  provider_id: string
  identity_data: JSONColumnType<Record<string, unknown>>
  email: string | null
  last_sign_in_at: TimestampOrNull
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

export type AuthAuditEntryTable = {
  id: Generated<string>
  at: Timestamp
  action: string
  /** The person it is about. */
  user_id: string | null
  actor_id: string | null
  actor: string | null
  ip: string | null
  user_agent: string | null
  detail: JSONColumnType<Record<string, unknown>>
}

/** What happens to a workspace when the account of its only owner is deleted. */
export type AuthDeletionChoiceTable = {
  user_id: string
  workspace_id: string
  action: 'delete' | 'transfer'
  new_owner_id: string | null
}

/** When a person opened a workspace last. Plain `/dashboard` opens the newest. */
export type AuthWorkspaceUseTable = {
  user_id: string
  workspace_id: string
  last_used_at: Timestamp
}
