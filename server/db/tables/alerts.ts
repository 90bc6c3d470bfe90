import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { AlertKind, AlertSeverity, AlertState } from '#domain/alerts/kinds.ts'
import type { DefaultTimestamp, Timestamp, TimestampOrNull } from './columns.ts'

type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Something that a dispatcher should look at. There is one for each key until it is settled. */
export type AlertTable = {
  id: Generated<string>
  workspace_id: string
  kind: AlertKind
  key: string
  severity: AlertSeverity
  sentence: string
  state: Generated<AlertState>
  driver_id: string | null
  vehicle_id: string | null
  delivery_id: string | null
  stop_id: string | null
  route_id: string | null
  plan_id: string | null
  depot_id: string | null
  raised_at: Timestamp
  seen_at: TimestampOrNull
  seen_by: OrNull<string>
  done_at: TimestampOrNull
  done_by: OrNull<string>
  settled_at: TimestampOrNull
  /** How many people of the list were told because nobody had seen it. */
  escalated: Generated<number>
  version: Generated<number>
}

/** Whom to tell next of what nobody sees. */
export type EscalationStep = { user_id: string; after_minutes: number }

export type AlertSettingsTable = {
  workspace_id: string
  id: Generated<string>
  escalation: JSONColumnType<EscalationStep[], string, string>
  version: Generated<number>
}

/** Where somebody wants to be told of what, once they have said so. */
export type AlertChoiceTable = {
  workspace_id: string
  user_id: string
  choices: JSONColumnType<Record<string, { inbox: boolean; push: boolean; mail: boolean }>, string, string>
}

/** A browser that somebody lets us send notifications to. */
export type PushSubscriptionTable = {
  id: Generated<string>
  workspace_id: string
  user_id: string
  app: 'dispatcher' | 'driver'
  endpoint: string
  p256dh: string
  auth: string
  created_at: DefaultTimestamp
  last_sent_at: TimestampOrNull
}

/** What people are to be told of. Taken by `take_push_events`. */
export type PushOutboxTable = {
  id: Generated<number>
  workspace_id: string
  type: string
  subject_id: string
  driver_ids: string[]
  actor_id: string | null
}

/** The keys by which push services know this server. */
export type AuthPushKeyTable = {
  id: string
  public_key: string
  sealed_key: Buffer
  created_at: DefaultTimestamp
}
