import type { ColumnType, Generated } from 'kysely'
import type { Role } from '#domain/permissions.ts'
import type { Timestamp, TimestampOrNull } from './columns.ts'

type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>

export type InvitationTable = {
  id: Generated<string>
  workspace_id: string
  email: string | null
  /** In E.164. */
  phone: string | null
  role: Exclude<Role, 'owner'>
  /** Null for all. */
  depot_ids: OrNull<string[]>
  client_id: OrNull<string>
  /** The driver that the new member will be. */
  driver_id: OrNull<string>
  note: string
  /** Of the token that went to the address. */
  sent_hash: OrNull<Buffer>
  /** Of the token in the link that the inviter can copy. */
  link_hash: Buffer
  invited_by: string
  invited_by_name: string
  created_at: Timestamp
  expires_at: Timestamp
  sent_at: TimestampOrNull
  sent_count: Generated<number>
  /** Why the last text did not arrive. */
  failure: OrNull<string>
  accepted_at: TimestampOrNull
  accepted_by: OrNull<string>
  withdrawn_at: TimestampOrNull
  version: Generated<number>
}

/** A code on a dispatcher's screen that signs a driver's phone in once. */
export type DriverCodeTable = {
  id: Generated<string>
  workspace_id: string
  driver_id: string
  hash: Buffer
  made_by: string
  made_by_name: string
  created_at: Timestamp
  expires_at: Timestamp
  used_at: TimestampOrNull
  /** The account that it signed in to. */
  used_by: OrNull<string>
  /** Browser and system of the phone. */
  device: OrNull<string>
  withdrawn_at: TimestampOrNull
  version: Generated<number>
}
