/*
 * What of a workspace moves, and what does not. A table with a workspace moves as it is unless this file says otherwise;
 * tables.test.ts refuses a new one that holds secrets or people and is not named here.
 */

/** Why a table stays behind, in words for people. */
export const staying: Record<string, string> = {
  operations: 'Problems that programs sent are kept for a day.',
  idempotent_replies: 'Answers that are kept for repeated calls last a day.',
  imports: 'Counts of imports last a day.',
  connection_attempts: 'Connecting a shop takes minutes, and is begun again.',
  'storage.uploads': 'Uploads that were not complete are begun again.',
  'realtime.messages': 'Broadcasts last three days at most, for programs that are connected.',
  audit_notes: 'They become entries of the audit log as soon as they are written.',
  audit_visits: 'Sessions stay behind, so everybody signs in again.',
  event_debts: 'They last no longer than a transaction.',
  quota_changes: 'What is stored is counted anew as it arrives.',
  quota_counts: 'What is stored is counted anew as it arrives.',
  quota_days: 'Limits of a day begin anew.',
  quota_months: 'The month’s limit of a tier begins anew.',
  subscriptions: 'Payment is between the customer and whoever runs an installation.',
  billing_invoices: 'Payment is between the customer and whoever runs an installation.',
  push_subscriptions: 'Browsers turn notifications on for one installation.',
  recipient_subscriptions: 'Browsers turn notifications on for one installation.',
  push_outbox: 'Browsers turn notifications on for one installation.',
  ownership_offers: 'An offer of ownership is made again.',
  driver_codes: 'Codes that sign a phone in last minutes.',
  shop_syncs: 'Shops are connected again, and then read from the start.',
  shop_events: 'Shops are connected again, and then read from the start.',
  shop_outbox: 'Shops are connected again, and then told of what is new.',
  travel_blocks: 'Travel times are asked for again.',
  travel_ways: 'Travel times are asked for again.',
  geocodes: 'Answers of a geocoder are kept as its terms allow, and asked for again.',
  frozen_workspaces: 'It says that this workspace is being moved.',
  workspace_exports: 'Earlier exports are files of this installation.',
  'auth.oauth_clients': 'Apps are registered again, with new secrets.',
  'auth.oauth_grants': 'Members allow apps again.',
  'auth.deletion_choices': 'Whoever deletes an account decides about the workspace then.',
  'auth.workspace_uses': 'Which workspace somebody opened last is not the workspace’s.',
}

export type Special = {
  /** Never in a file. */
  omit?: string[]
  /** Only in files that are encrypted and hold secrets. */
  secret?: string[]
  /** What stands in place of a column that is not in the file, in SQL. */
  fill?: Record<string, string>
  /** Changes what arrived, in SQL after `update … set`, whatever the file. */
  always?: string
  /** The same for a file without secrets. */
  withoutSecrets?: string
  /** The same for a file of a workspace that goes on where it was: nothing may be sent twice. */
  ofCopy?: string
  /** Without it, a file has no such rows at all. */
  needsSecrets?: true
  /** Only a move between installations of one operator has it. */
  onlyWithSignIn?: true
  /** Says who may do something: the person's account there takes the place of the one here. */
  people?: string[]
}

/** 32 bytes that nobody knows, in place of the hash of a secret. */
const nobodyKnows = `sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea)`

export const special: Record<string, Special> = {
  workspaces: {
    omit: ['sandbox_of'],
    // Whoever runs the installation says what a workspace may do there.
    secret: ['account_manager'],
  },
  members: { people: ['user_id'] },
  drivers: { people: ['user_id'] },
  saved_views: { people: ['user_id'] },
  default_views: { people: ['user_id'] },
  alert_choices: { people: ['user_id'] },
  report_refusals: { people: ['user_id'] },
  reports: {
    people: ['scheduled_by'],
    ofCopy: `stopped_at = case when schedule is null then stopped_at else coalesce(stopped_at, now()) end`,
  },
  report_sendings: {
    people: ['as_user'],
    ofCopy: `state = case when state = 'waiting' then 'failed' else state end`,
  },
  photos: { people: ['user_id'] },
  // The transaction that wrote them is one of another database.
  event_batches: { omit: ['xid'] },
  webhook_endpoints: {
    secret: ['secret', 'previous_secret'],
    ofCopy: `active = false`,
  },
  webhook_calls: {
    omit: ['number'],
    always: `claimed_at = null, state = case when state = 'sending' then 'waiting' else state end`,
    ofCopy: `state = case when state in ('waiting', 'sending') then 'undelivered' else state end,
      ended_at = case when state in ('waiting', 'sending') then now() else ended_at end, is_next = false`,
  },
  webhook_answers: { omit: ['id'] },
  notification_outbox: { omit: ['id'], onlyWithSignIn: true },
  notification_settings: { ofCopy: `active = false` },
  notifications: {
    secret: ['unsubscribe_token'],
    ofCopy: `state = case when state in ('waiting', 'handing_over') then 'skipped' else state end,
      ended_at = case when state in ('waiting', 'handing_over') then now() else ended_at end`,
  },
  mail_in_mails: { omit: ['number'] },
  mail_in_settings: { secret: ['token'], fill: { token: `encode(substr(${nobodyKnows}, 1, 10), 'hex')` } },
  api_keys: {
    secret: ['hash', 'previous_hash'],
    fill: { hash: nobodyKnows },
    withoutSecrets: `revoked_at = coalesce(revoked_at, now())`,
  },
  trackers: {
    secret: ['token_hash'],
    fill: { token_hash: nobodyKnows },
    withoutSecrets: `revoked_at = coalesce(revoked_at, now())`,
  },
  invitations: {
    secret: ['sent_hash', 'link_hash'],
    fill: { sent_hash: nobodyKnows, link_hash: nobodyKnows },
    withoutSecrets: `withdrawn_at = case when accepted_at is null then coalesce(withdrawn_at, now()) end`,
  },
  route_handovers: { secret: ['link_hash'] },
  integrations: {
    omit: ['credentials', 'plugin_secret', 'attempt_id', 'deadline', 'step', 'last_error'],
    always: `state = 'not_connected', problem = null`,
    people: ['connected_by'],
  },
  prescriptions: { needsSecrets: true },
  prescription_doors: { needsSecrets: true },
}

/** Columns that are bytes or hashes and no secret. */
export const harmless: Record<string, string[]> = {
  audit_checks: ['signed_hash', 'signature', 'public_key'],
  audit_entries: ['hash'],
  audit_heads: ['hash'],
  chain_heads: ['hash', 'signed_hash'],
  custody_leaves: ['hash'],
  custody_log: ['previous_hash', 'hash', 'signature', 'public_key'],
  delivery_events: ['previous_hash', 'hash'],
  // What a driver compares when somebody says the PIN: it belongs to the delivery.
  delivery_pins: ['hash', 'salt'],
  driver_devices: ['last_hash', 'public_key'],
  mail_in_mails: ['hashes'],
  proofs: ['entry_hash'],
  road_entries: ['previous_hash', 'hash', 'signature'],
  slot_settings: ['shop_origins'],
}

/** What without the secrets of a file has to be done by hand, for whoever imports it. */
export const toDoWithoutSecrets = [
  'API keys, links of trackers and routes, open invitations and the address for orders by mail do not work: make new ones.',
  'Webhooks have new secrets.',
  'Prescriptions are not in the file.',
]
export const toDoAlways = [
  'Connect shops again.',
  'Register apps again, and let members allow them again.',
  'Everybody signs in again, and turns on browser notifications again.',
]
export const toDoOfCopy = [
  'Webhooks, messages to recipients and mailed reports are off, so that nothing is sent twice: turn them on.',
]

/** A database's rows in a column of sealed secrets, and what each is sealed for. */
export type SealedColumn = {
  table: string
  column: string
  row: readonly string[]
  context: (...row: never[]) => string
}
