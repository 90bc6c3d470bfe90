import type { ColumnType, Generated } from 'kysely'
import type { Language } from '#domain/language.ts'
import type { Role } from '#domain/permissions.ts'
import type { AccountManager } from '#domain/schema/workspace.ts'
import type { MemberState } from '#domain/schema/member.ts'
import type { DefaultTimestamp, Timestamp, TimestampOrNull } from './columns.ts'

export type WorkspaceTable = {
  id: Generated<string>
  name: string
  tier: Generated<'free' | 'standard' | 'enterprise'>
  trial_ends_at: Timestamp
  /** On Standard: how many drivers can be given routes; null for all. */
  licenses: ColumnType<number | null, number | null | undefined, number | null>
  /** Who has a license if there are more active drivers. Then come those who were added first. */
  licensed_driver_ids: Generated<string[]>
  /** From then on nothing new is planned, because a payment failed. */
  planning_stops_at: TimestampOrNull
  /** Written as JSON. */
  account_manager: ColumnType<AccountManager | null, string | null | undefined, string | null>
  time_zone: Generated<string>
  language: Generated<Language>
  start_time: Generated<string>
  end_time: Generated<string>
  speed_kmh: Generated<number>
  fuel_l_per_km: Generated<number>
  service_minutes: Generated<number>
  get_ready_minutes: Generated<number>
  currency: Generated<string>
  last_delivery_number: Generated<number>
  requires_two_factors: Generated<boolean>
  /** After so many minutes without use, the dashboard signs out. */
  idle_minutes: ColumnType<number | null, number | null | undefined, number | null>
  /** Whether the audit log says who opens confidential deliveries. */
  logs_opening: Generated<boolean>
  /** The workspace whose test keys work here. */
  sandbox_of: ColumnType<string | null, string | undefined, never>
  created_at: DefaultTimestamp
  version: Generated<number>
}

export type MemberTable = {
  workspace_id: string
  user_id: string
  role: Role
  name: string
  created_at: DefaultTimestamp
  /** The only depots that the member has to do with; null for all. */
  depot_ids: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  /** Whose deliveries somebody with the role `client` sees; null for everybody else. */
  client_id: ColumnType<string | null, string | null | undefined, string | null>
  /** Whether the member sees and changes what prescriptions say. Owners do in any case. */
  handles_prescriptions: Generated<boolean>
  state: Generated<MemberState>
  suspended_at: TimestampOrNull
  /** The name of whoever suspended the member. */
  suspended_by: ColumnType<string | null, string | null | undefined, string | null>
  /** Written by the server as the member works, and no change. */
  last_seen_at: TimestampOrNull
  version: Generated<number>
}

export type OwnershipOfferTable = {
  workspace_id: string
  id: Generated<string>
  from_user: string
  to_user: string
  created_at: Timestamp
  expires_at: Timestamp
}
