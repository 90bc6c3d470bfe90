import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { DeliveryState } from '#domain/delivery-state.ts'
import type { KeyRole, Role } from '#domain/permissions.ts'
import type { ContactTopic } from '#domain/schema/contact.ts'
import type { ConnectionFailure } from '#domain/connection-failures.ts'
import type { ReturnTo, ShopPlatform } from '#domain/schema/integration.ts'
import type { OperationProgress, OperationStatus } from '#domain/schema/operation.ts'
import type { PlanProgress, PlanState, PlanTotals, Unassigned } from '#domain/schema/plan.ts'

/*
 * The tables as queries see them. Column names are the names on the wire (snake_case), so that a row needs no
 * translation. `connect.ts` reads timestamps as RFC 3339 strings, dates as YYYY-MM-DD, times as HH:MM, numbers as numbers.
 */

/** An instant: read as an RFC 3339 string, written as one or as a Date. */
type Timestamp = ColumnType<string, string | Date, string | Date>
type TimestampOrNull = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
type DefaultTimestamp = ColumnType<string, string | Date | undefined, string | Date>

export type WorkspaceTable = {
  id: Generated<string>
  name: string
  tier: Generated<'free' | 'standard' | 'enterprise'>
  trial_ends_at: Timestamp
  time_zone: Generated<string>
  start_time: Generated<string>
  end_time: Generated<string>
  speed_kmh: Generated<number>
  fuel_l_per_km: Generated<number>
  service_minutes: Generated<number>
  currency: Generated<string>
  last_delivery_number: Generated<number>
  requires_two_factors: Generated<boolean>
  created_at: DefaultTimestamp
}

export type MemberTable = {
  workspace_id: string
  user_id: string
  role: Role
  name: string
  created_at: DefaultTimestamp
}

export type DepotTable = {
  id: Generated<string>
  workspace_id: string
  name: string
  address: string
  lat: number
  lng: number
  opens: string
  closes: string
  is_default: boolean
  active: boolean
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

export type VehicleTable = {
  id: Generated<string>
  workspace_id: string
  code: string
  type: string
  plate: string | null
  capacity_kg: number | null
  capacity_l: number | null
  skills: string[]
  fuel_level: number | null
  last_maintenance_on: string | null
  active: boolean
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

export type DriverTable = {
  id: Generated<string>
  workspace_id: string
  name: string
  phone: string | null
  email: string | null
  shift_start: string
  shift_end: string
  skills: string[]
  vehicle_id: string | null
  depot_id: string | null
  active: boolean
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

export type DeliveryTable = {
  id: Generated<string>
  workspace_id: string
  number: number
  reference: string | null
  source: 'manual' | 'csv' | 'api' | 'sample'
  status: Generated<DeliveryState>
  pickup_address: string | null
  delivery_address: string
  lat: number | null
  lng: number | null
  recipient_name: string | null
  recipient_phone: string | null
  recipient_email: string | null
  scheduled_date: string
  scheduled_time: TimestampOrNull
  window_start: string | null
  window_end: string | null
  service_minutes: number
  weight_kg: number
  volume_l: number
  priority: number
  skills: string[]
  notes: string | null
  /** Who shall bring it; the planner decides when empty. */
  wanted_driver_id: string | null
  estimated_arrival: TimestampOrNull
  driver_id: string | null
  /** The route of an accepted plan that holds the delivery. */
  route_id: string | null
  deleted_at: TimestampOrNull
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  search: ColumnType<string, never, never>
  address_key: ColumnType<string, never, never>
}

export type DeliveryEventTable = {
  id: Generated<string>
  workspace_id: string
  delivery_id: string
  kind: 'created' | 'updated' | 'status_changed' | 'deleted' | 'restored'
  at: Timestamp
  actor_id: string | null
  actor_name: string
  detail: JSONColumnType<Record<string, unknown>>
  previous_hash: string | null
  hash: string
}

export type PlanTable = {
  id: Generated<string>
  workspace_id: string
  day: string
  state: Generated<PlanState>
  driver_ids: string[]
  time_limit_seconds: number
  progress: JSONColumnType<PlanProgress | null, string | null | undefined, string | null>
  totals: JSONColumnType<PlanTotals | null, string | null | undefined, string | null>
  unassigned: JSONColumnType<Unassigned[], string | undefined, string>
  failure: string | null
  created_by: string | null
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

export type OperationTable = {
  id: Generated<string>
  workspace_id: string
  status: Generated<OperationStatus>
  stops: number
  vehicles: number
  time_limit_seconds: number
  iteration_limit: number | null
  threads: number
  seed: number
  plan_mode: Generated<boolean>
  /** VROOM's JSON, compressed; null once the operation has ended. */
  problem: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  /** VROOM's plan as it was written: text, since nobody looks into it and it may hold what jsonb cannot. */
  result: ColumnType<string | null, string | null | undefined, string | null>
  progress: JSONColumnType<OperationProgress | null, string | null | undefined, string | null>
  failure: ColumnType<string | null, string | null | undefined, string | null>
  /** The element at fault, where the problem is. */
  failure_path: ColumnType<string | null, string | null | undefined, string | null>
  cancel_requested: Generated<boolean>
  idempotency_key: string | null
  request_hash: Buffer | null
  /** Whose turn it is being solved in. */
  ticket: ColumnType<string | null, string | null | undefined, string | null>
  attempts: Generated<number>
  created_at: DefaultTimestamp
  started_at: TimestampOrNull
  finished_at: TimestampOrNull
  expires_at: TimestampOrNull
}

export type RouteTable = {
  id: Generated<string>
  workspace_id: string
  plan_id: string
  position: number
  driver_id: string
  driver_name: string
  vehicle_id: string | null
  vehicle_code: string | null
  capacity_kg: number | null
  capacity_l: number | null
  starts_at: Timestamp
  ends_at: Timestamp
  distance_km: number
  driving_seconds: number
  waiting_seconds: number
  service_seconds: number
  duration_seconds: number
  fuel_litres: number
  load_kg: number
  load_l: number
}

export type StopTable = {
  id: Generated<string>
  workspace_id: string
  route_id: string
  position: number
  kind: 'start' | 'delivery' | 'end'
  delivery_id: string | null
  name: string
  address: string
  lat: number
  lng: number
  arrival_at: Timestamp
  departure_at: Timestamp
  waiting_seconds: number
  service_seconds: number
  distance_km: number
  load_kg: number
  load_l: number
  /** What of the delivery the plan was made from; null for start and end. */
  planned_from: string | null
}

export type IdempotentReplyTable = {
  workspace_id: string
  endpoint: string
  key: string
  request_hash: string
  status: number | null
  body: ColumnType<unknown, string | null | undefined, string | null>
  created_at: DefaultTimestamp
}

export type ApiKeyTable = {
  id: Generated<string>
  workspace_id: string
  name: string
  /** The first characters of the key. */
  prefix: string
  hash: Buffer
  role: KeyRole
  created_by: string
  created_by_name: string
  created_at: DefaultTimestamp
  last_used_at: TimestampOrNull
  expires_at: TimestampOrNull
  revoked_at: TimestampOrNull
}

export type ApiUsageTable = {
  workspace_id: string
  /** The first day of the month. */
  month: string
  ends_at: Timestamp
  requests: Generated<number>
}

export type IntegrationTable = {
  id: Generated<string>
  workspace_id: string
  platform: ShopPlatform
  state: 'connecting' | 'connected' | 'failed'
  step: 'approval' | 'check' | null
  shop: string | null
  shop_version: string | null
  /** Sealed; see `auth/sealing.ts`. */
  credentials: Buffer | null
  last_error: ConnectionFailure | null
  /** The attempt that this row waits for. */
  attempt_id: string | null
  /** When the waiting is over, successful or not. */
  deadline: TimestampOrNull
  connected_at: TimestampOrNull
  connected_by: string | null
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

export type ConnectionAttemptTable = {
  id: Generated<string>
  workspace_id: string
  platform: ShopPlatform
  state_hash: Buffer
  user_id: string
  return_to: ReturnTo
  shop: string | null
  /** What the shop gave, sealed. Once. */
  granted: Buffer | null
  confirmed_at: TimestampOrNull
  expires_at: Timestamp
  created_at: DefaultTimestamp
}

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
  /** The person asked to be forgotten; until then they may change their mind. */
  deletion_due_at: TimestampOrNull
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

export type AuthSessionTable = {
  id: Generated<string>
  user_id: string
  aal: Generated<'aal1' | 'aal2'>
  amr: JSONColumnType<{ method: string; timestamp: number }[]>
  user_agent: string | null
  ip: string | null
  created_at: DefaultTimestamp
  refreshed_at: TimestampOrNull
  /** The second factor that brought it to aal2. */
  factor_id: string | null
  last_used_at: TimestampOrNull
  last_user_agent: string | null
  last_ip: string | null
}

export type AuthRefreshTokenTable = {
  token_hash: Buffer
  session_id: string
  parent_hash: Buffer | null
  revoked_at: TimestampOrNull
  created_at: DefaultTimestamp
}

export type AuthSigningKeyTable = {
  kid: string
  algorithm: string
  private_jwk: JSONColumnType<Record<string, unknown>>
  active: Generated<boolean>
  created_at: DefaultTimestamp
  /** When it stopped signing. */
  replaced_at: TimestampOrNull
}

export type AuthApiKeyTable = {
  kind: 'publishable' | 'secret'
  key: string
  created_at: DefaultTimestamp
}

/** A flow that leaves for a mail or another provider and comes back with a code. */
export type AuthFlowStateTable = {
  id: Generated<string>
  user_id: string | null
  /** Null until the flow has come back and the code is issued. */
  code_hash: Buffer | null
  code_challenge: string
  code_challenge_method: 's256' | 'plain'
  /** How the person proved who they are: the session's first `amr` entry. */
  method: string
  /** Sealed JSON. */
  provider_tokens: Buffer | null
  created_at: Timestamp
  code_issued_at: TimestampOrNull
}

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
  /** Used, while the other of two confirmations is still awaited. */
  confirmed_at: TimestampOrNull
}

export type AuthSendingTable = {
  id: Generated<number>
  address_hash: Buffer
  /** What was asked for; pauses are kept by kind. */
  kind: string
  /** Null when there was nobody to send anything to. */
  channel: 'mail' | 'sms' | null
  at: Timestamp
}

export type AuthProviderStateTable = {
  id_hash: Buffer
  provider: string
  redirect_to: string
  flow_state_id: string | null
  linking_user_id: string | null
  linking_session_id: string | null
  invited_user_id: string | null
  nonce: string | null
  code_verifier: string | null
  created_at: Timestamp
}

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
  /** The last time step a TOTP code was taken of: none is taken twice. */
  last_step: number | null
  /** Wrong codes since the last right one. */
  wrong_tries: Generated<number>
  /** No code is looked at before then. */
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
  /** Null while nobody has said who they are. */
  user_id: string | null
  challenge: string
  created_at: Timestamp
}

export type AuthDeviceTable = { user_id: string; device_hash: Buffer; first_seen_at: Timestamp }

export type AuthAuditEntryTable = {
  id: Generated<string>
  at: Timestamp
  action: string
  /** Whom it is about. */
  user_id: string | null
  actor_id: string | null
  actor: string | null
  ip: string | null
  user_agent: string | null
  detail: JSONColumnType<Record<string, unknown>>
}

/** What becomes of a workspace when its only owner's account is deleted. */
export type AuthDeletionChoiceTable = {
  user_id: string
  workspace_id: string
  action: 'delete' | 'transfer'
  new_owner_id: string | null
}

export type ContactMessageTable = {
  id: string
  name: string
  email: string
  phone: string | null
  company: string | null
  topic: ContactTopic
  message: string
  /** A program sent it: see the hidden field of the form. */
  is_spam: boolean
  received_at: Timestamp
}

export type ApplicationTable = {
  id: string
  position: string
  name: string
  email: string
  phone: string | null
  link: string | null
  cover_letter: string
  is_spam: boolean
  received_at: Timestamp
}

export type UsedChallengeTable = { nonce: string; expires_at: Timestamp }

export type GuestReplyTable = {
  endpoint: string
  request_hash: string
  status: number | null
  body: ColumnType<unknown, string | null | undefined, string | null>
  created_at: DefaultTimestamp
}

export type MailTable = {
  id: string
  state: 'waiting' | 'failed' | 'kept'
  recipient: string
  subject: string
  text_part: string
  html_part: string
  /** `{name, address}` as JSON. */
  reply_to: string | null
  failure: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Timestamp
}

export type AuthSealingKeyTable = {
  id: Generated<number>
  key: Buffer
  created_at: DefaultTimestamp
}

export type Tables = {
  workspaces: WorkspaceTable
  members: MemberTable
  depots: DepotTable
  vehicles: VehicleTable
  drivers: DriverTable
  deliveries: DeliveryTable
  delivery_events: DeliveryEventTable
  plans: PlanTable
  operations: OperationTable
  routes: RouteTable
  stops: StopTable
  idempotent_replies: IdempotentReplyTable
  api_keys: ApiKeyTable
  api_usage: ApiUsageTable
  integrations: IntegrationTable
  connection_attempts: ConnectionAttemptTable
  'auth.users': AuthUserTable
  'auth.identities': AuthIdentityTable
  'auth.sessions': AuthSessionTable
  'auth.refresh_tokens': AuthRefreshTokenTable
  'auth.signing_keys': AuthSigningKeyTable
  'auth.flow_states': AuthFlowStateTable
  'auth.one_time_tokens': AuthOneTimeTokenTable
  'auth.sendings': AuthSendingTable
  'auth.provider_states': AuthProviderStateTable
  'auth.factors': AuthFactorTable
  'auth.challenges': AuthChallengeTable
  'auth.recovery_codes': AuthRecoveryCodeTable
  'auth.passkeys': AuthPasskeyTable
  'auth.passkey_challenges': AuthPasskeyChallengeTable
  'auth.devices': AuthDeviceTable
  'auth.audit_entries': AuthAuditEntryTable
  'auth.deletion_choices': AuthDeletionChoiceTable
  'auth.api_keys': AuthApiKeyTable
  'site.contact_messages': ContactMessageTable
  'site.applications': ApplicationTable
  'site.used_challenges': UsedChallengeTable
  'site.guest_replies': GuestReplyTable
  'site.mails': MailTable
  'auth.sealing_keys': AuthSealingKeyTable
}
