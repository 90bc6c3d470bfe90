import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import packageJson from '../../package.json' with { type: 'json' }
import { apiStatements } from './api/schema.ts'
import { may, roles, type Action } from '#domain/permissions.ts'
import { appRole } from './app-role.ts'
import { acrossAudits, auditLogFunctions, auditLogStatements, erasingAudits } from './audit-log.ts'
import { clientChargeStatements } from './client-charges.ts'
import { eventLogFunctions, eventLogStatements } from './event-log.ts'
import { historyReferenceFunctions, historyReferenceStatements } from './history-references.ts'
import { acrossWorkspaces } from './owner-functions/across-workspaces.ts'
import { addressMemoryFunctions } from './owner-functions/address-memory.ts'
import { appFunctions } from './owner-functions/apps.ts'
import { asOwner } from './owner-functions/as-owner.ts'
import { clientBillingFunctions } from './owner-functions/client-billing.ts'
import { ending } from './owner-functions/ending.ts'
import { figureFunctions } from './owner-functions/figures.ts'
import { nodeFunctions } from './owner-functions/nodes.ts'
import { notificationFunctions } from './owner-functions/notifications.ts'
import { shopFunctions } from './owner-functions/shops.ts'
import { webhookFunctions } from './owner-functions/webhooks.ts'
import { fleetFunctions } from './owner-functions/fleet.ts'
import { lettingIn } from './owner-functions/letting-in.ts'
import { ofSome } from './owner-functions/of-some.ts'
import { ofTheDriver } from './owner-functions/of-the-driver.ts'
import { ofTheRecipient } from './owner-functions/of-the-recipient.ts'
import { ofTheWorkspace } from './owner-functions/of-the-workspace.ts'
import { kitchenFunctions } from './owner-functions/kitchens.ts'
import { movingFunctions, notMoving } from './owner-functions/moving.ts'
import { personalFunctions } from './owner-functions/personal.ts'
import { eventSpanFunctions } from './owner-functions/event-spans.ts'
import { positionFunctions } from './owner-functions/positions.ts'
import { reportFunctions } from './owner-functions/reports.ts'
import { roadWatch } from './owner-functions/road-watch.ts'
import { signingIn } from './owner-functions/signing-in.ts'
import { billingFunctions } from './owner-functions/billing.ts'
import { operatorFunctions } from './owner-functions/operator.ts'
import { tierFunctions } from './owner-functions/tiers.ts'
import { travelFunctions } from './owner-functions/travel.ts'
import { role } from './transaction-role.ts'
import { compareVersions } from './two-versions.ts'

/*
 * Who may do what in the database, all of it. docs/authorization.md explains it step by step.
 *
 * The server works as a role that owns nothing. PostgreSQL shows it a table's rows only in a transaction that has said
 * for whom it works: for one workspace (`karta.workspace`), for the sign-in service, for guests or for the store of
 * objects (`karta.scope`). In a workspace it also has said as what (`karta.role`): whoever may see or change operations
 * does so here too, within their own depots if limited to some; a driver sees their own route, and a client their own
 * deliveries. What has to look further is a function that runs with the owner's rights, in `owner-functions/`.
 */

type Rights = {
  table: string
  rowsOf: 'its workspace' | 'auth' | 'site' | 'objects'
  may: string
  /** What drivers see of a workspace's rows. Nothing, unless it says so. */
  driversSee?: 'own route' | 'all'
  /** What clients see of them. */
  clientsSee?: 'own deliveries' | 'all'
  /** What whoever has the link to a delivery's tracking page sees of them. Recipients write nothing themselves. */
  recipientsSee?: 'own delivery' | 'all'
  /** Clients write what they see. */
  clientsWrite?: true
  /** Every role writes here: what the server notes for itself, and services that have rules of their own. */
  anybodyWrites?: true
  /** Everybody has and writes rows of their own here, besides what their role sees and changes. */
  isPersonal?: true
  /** The action that somebody's role must allow to see the rows, if that is not `see_operations`. */
  seenWith?: Action
  /** Only those see and write it who handle prescriptions, and Karta itself: a role alone does not let anybody. */
  isPrescription?: true
}

const everything = 'select, insert, update, delete'

/** In whose transactions the rows of each table are visible, and what the server may do with them there. */
export const tableRights: Rights[] = [
  // Deleted by `delete_workspace` alone, because its deliveries and their histories go with it.
  {
    table: 'workspaces',
    rowsOf: 'its workspace',
    may: 'select, insert, update',
    driversSee: 'all',
    recipientsSee: 'all',
  },
  { table: 'members', rowsOf: 'its workspace', may: everything, driversSee: 'own route' },
  { table: 'ownership_offers', rowsOf: 'its workspace', may: everything },
  { table: 'clients', rowsOf: 'its workspace', may: 'select, insert, update', clientsSee: 'own deliveries' },
  // Ended ones tell who joined how.
  { table: 'invitations', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'driver_codes', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'route_handovers', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'depots', rowsOf: 'its workspace', may: everything, driversSee: 'own route' },
  { table: 'days_off', rowsOf: 'its workspace', may: everything },
  { table: 'holidays', rowsOf: 'its workspace', may: everything },
  { table: 'territories', rowsOf: 'its workspace', may: everything },
  { table: 'waves', rowsOf: 'its workspace', may: everything },
  { table: 'standing_routes', rowsOf: 'its workspace', may: everything },
  { table: 'recurring_orders', rowsOf: 'its workspace', may: everything },
  { table: 'recurring_days', rowsOf: 'its workspace', may: 'select, insert, delete' },
  { table: 'saved_views', rowsOf: 'its workspace', may: everything, isPersonal: true },
  { table: 'default_views', rowsOf: 'its workspace', may: everything, isPersonal: true },
  { table: 'import_mappings', rowsOf: 'its workspace', may: everything },
  { table: 'planning_settings', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'vehicles', rowsOf: 'its workspace', may: everything, driversSee: 'own route' },
  { table: 'drivers', rowsOf: 'its workspace', may: everything, driversSee: 'own route' },
  // Deleting one is a state.
  {
    table: 'deliveries',
    rowsOf: 'its workspace',
    may: 'select, insert, update',
    driversSee: 'own route',
    clientsSee: 'own deliveries',
    recipientsSee: 'own delivery',
    clientsWrite: true,
  },
  // History is added to, never rewritten. Heads only move forward, which a trigger sees to.
  {
    table: 'delivery_events',
    rowsOf: 'its workspace',
    may: 'select, insert',
    clientsSee: 'own deliveries',
    recipientsSee: 'own delivery',
    clientsWrite: true,
  },
  {
    table: 'chain_heads',
    rowsOf: 'its workspace',
    may: 'select, insert, update',
    clientsSee: 'own deliveries',
    clientsWrite: true,
  },
  {
    table: 'photos',
    rowsOf: 'its workspace',
    may: 'select, insert, update',
    clientsSee: 'own deliveries',
    recipientsSee: 'own delivery',
  },
  {
    table: 'proofs',
    rowsOf: 'its workspace',
    may: 'select, insert, update',
    clientsSee: 'own deliveries',
    recipientsSee: 'own delivery',
  },
  // Whoever may change deliveries may see it: viewers, clients and drivers may not.
  { table: 'delivery_pins', rowsOf: 'its workspace', may: 'select, insert, update', seenWith: 'change_deliveries' },
  { table: 'prescriptions', rowsOf: 'its workspace', may: everything, isPrescription: true },
  // Who may receive it: the names that a driver compares. Written by Karta itself, with the prescription.
  { table: 'prescription_doors', rowsOf: 'its workspace', may: everything, driversSee: 'own route' },
  // Who opened a confidential delivery lately, so that the log says it once an hour.
  { table: 'delivery_openings', rowsOf: 'its workspace', may: everything },
  { table: 'custody_log', rowsOf: 'its workspace', may: 'select, insert' },
  { table: 'custody_leaves', rowsOf: 'its workspace', may: 'select, insert' },
  // The log is added to. Positions are given by a trigger, and old events are forgotten by an owner's function.
  {
    table: 'events',
    rowsOf: 'its workspace',
    may: 'select, insert',
    driversSee: 'own route',
    clientsSee: 'own deliveries',
    anybodyWrites: true,
  },
  { table: 'event_batches', rowsOf: 'its workspace', may: 'select, insert', driversSee: 'all', anybodyWrites: true },
  { table: 'event_heads', rowsOf: 'its workspace', may: 'select', clientsSee: 'all' },
  { table: 'event_debts', rowsOf: 'its workspace', may: 'insert', driversSee: 'all', anybodyWrites: true },
  // A trigger makes entries of notes as their transaction commits. Who checks the log is Karta.
  { table: 'audit_notes', rowsOf: 'its workspace', may: 'insert', driversSee: 'all', anybodyWrites: true },
  { table: 'audit_entries', rowsOf: 'its workspace', may: 'select', seenWith: 'manage_workspace' },
  { table: 'audit_heads', rowsOf: 'its workspace', may: 'select', seenWith: 'manage_workspace' },
  { table: 'audit_checks', rowsOf: 'its workspace', may: 'select, insert, update', seenWith: 'manage_workspace' },
  { table: 'audit_visits', rowsOf: 'its workspace', may: 'select, insert', driversSee: 'all', anybodyWrites: true },
  { table: 'addresses', rowsOf: 'its workspace', may: everything },
  { table: 'address_spellings', rowsOf: 'its workspace', may: everything },
  { table: 'custom_fields', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'geocodes', rowsOf: 'its workspace', may: everything },
  { table: 'address_visits', rowsOf: 'its workspace', may: 'select, insert, delete' },
  { table: 'learned_places', rowsOf: 'its workspace', may: everything },
  { table: 'plans', rowsOf: 'its workspace', may: everything },
  { table: 'routes', rowsOf: 'its workspace', may: everything, driversSee: 'own route' },
  { table: 'stops', rowsOf: 'its workspace', may: everything, driversSee: 'own route' },
  { table: 'plan_changes', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'unpublished_changes', rowsOf: 'its workspace', may: everything },
  { table: 'operations', rowsOf: 'its workspace', may: everything },
  { table: 'rehearsals', rowsOf: 'its workspace', may: everything },
  // Written by the commands that check what a phone signed, as Karta itself. Entries stay; their personal data may go.
  { table: 'driver_devices', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'road_entries', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'shifts', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'vehicle_checks', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'maintenance_schedules', rowsOf: 'its workspace', may: everything },
  // Orders and readings are ended or dropped, and stay.
  { table: 'fleet_documents', rowsOf: 'its workspace', may: everything },
  { table: 'fuel_entries', rowsOf: 'its workspace', may: everything },
  // Deliveries name them, so they are deactivated.
  { table: 'pickup_places', rowsOf: 'its workspace', may: 'select, insert, update', clientsSee: 'own deliveries' },
  {
    table: 'preparations',
    rowsOf: 'its workspace',
    may: everything,
    clientsSee: 'own deliveries',
    clientsWrite: true,
  },
  { table: 'work_orders', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'odometer_readings', rowsOf: 'its workspace', may: 'select, insert, update' },
  // Added up by an owner's function.
  { table: 'vehicle_drives', rowsOf: 'its workspace', may: 'select' },
  { table: 'stop_progress', rowsOf: 'its workspace', may: everything },
  { table: 'parcel_progress', rowsOf: 'its workspace', may: everything },
  { table: 'road_settings', rowsOf: 'its workspace', may: 'select, insert, update', recipientsSee: 'all' },
  { table: 'alerts', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'temperature_readings', rowsOf: 'its workspace', may: 'select, insert' },
  { table: 'temperature_excursions', rowsOf: 'its workspace', may: everything },
  { table: 'delivery_excursions', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'cash_entries', rowsOf: 'its workspace', may: 'select, insert' },
  { table: 'cash_hand_ins', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'message_threads', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'driver_messages', rowsOf: 'its workspace', may: everything },
  { table: 'message_settings', rowsOf: 'its workspace', may: 'select, insert, update' },
  // Clients print notes with it.
  {
    table: 'workspace_looks',
    rowsOf: 'its workspace',
    may: 'select, insert, update',
    clientsSee: 'all',
    recipientsSee: 'all',
  },
  { table: 'tracking_settings', rowsOf: 'its workspace', may: 'select, insert, update', recipientsSee: 'all' },
  { table: 'notification_settings', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'notification_templates', rowsOf: 'its workspace', may: everything },
  { table: 'notifications', rowsOf: 'its workspace', may: everything },
  { table: 'notification_replies', rowsOf: 'its workspace', may: everything },
  { table: 'consents', rowsOf: 'its workspace', may: everything },
  { table: 'suppressions', rowsOf: 'its workspace', may: everything },
  { table: 'recipient_subscriptions', rowsOf: 'its workspace', may: everything },
  // Written by a trigger, and taken by an owner's function. Whoever moves a workspace reads it.
  {
    table: 'notification_outbox',
    rowsOf: 'its workspace',
    may: 'select, insert',
    driversSee: 'all',
    anybodyWrites: true,
  },
  { table: 'slot_settings', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'shipping_settings', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'slot_holds', rowsOf: 'its workspace', may: everything },
  { table: 'alert_settings', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'alert_choices', rowsOf: 'its workspace', may: everything, isPersonal: true },
  { table: 'push_subscriptions', rowsOf: 'its workspace', may: everything, isPersonal: true },
  { table: 'push_outbox', rowsOf: 'its workspace', may: 'select, insert', driversSee: 'all', anybodyWrites: true },
  { table: 'route_etas', rowsOf: 'its workspace', may: everything },
  { table: 'stop_etas', rowsOf: 'its workspace', may: everything },
  { table: 'eta_history', rowsOf: 'its workspace', may: everything },
  { table: 'eta_observations', rowsOf: 'its workspace', may: everything },
  { table: 'eta_effects', rowsOf: 'its workspace', may: everything },
  { table: 'eta_fits', rowsOf: 'its workspace', may: 'select, insert, update' },
  // Written by Karta as it reads the log. A driver sees their own.
  { table: 'figure_attempts', rowsOf: 'its workspace', may: everything, driversSee: 'own route' },
  { table: 'figure_routes', rowsOf: 'its workspace', may: everything, driversSee: 'own route' },
  { table: 'figure_sums', rowsOf: 'its workspace', may: 'select, insert, delete' },
  { table: 'figure_days', rowsOf: 'its workspace', may: everything },
  { table: 'figure_progress', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'figure_names', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'figure_places', rowsOf: 'its workspace', may: everything },
  { table: 'figure_place_months', rowsOf: 'its workspace', may: everything },
  { table: 'reports', rowsOf: 'its workspace', may: everything },
  { table: 'report_sendings', rowsOf: 'its workspace', may: everything },
  { table: 'report_refusals', rowsOf: 'its workspace', may: 'select, insert, delete', isPersonal: true },
  { table: 'former_currencies', rowsOf: 'its workspace', may: 'select, insert' },
  { table: 'travel_blocks', rowsOf: 'its workspace', may: 'select, insert, delete' },
  { table: 'travel_ways', rowsOf: 'its workspace', may: everything },
  { table: 'idempotent_replies', rowsOf: 'its workspace', may: everything, driversSee: 'all', anybodyWrites: true },
  // A key is revoked, never deleted: history names it.
  { table: 'api_keys', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'api_usage', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'api_key_days', rowsOf: 'its workspace', may: 'select' },
  { table: 'quota_counts', rowsOf: 'its workspace', may: 'select', driversSee: 'all' },
  { table: 'quota_changes', rowsOf: 'its workspace', may: 'select, insert', driversSee: 'all', anybodyWrites: true },
  {
    table: 'quota_days',
    rowsOf: 'its workspace',
    may: 'select, insert, update',
    driversSee: 'all',
    anybodyWrites: true,
  },
  {
    table: 'quota_months',
    rowsOf: 'its workspace',
    may: everything,
    driversSee: 'all',
    anybodyWrites: true,
  },
  { table: 'usage_days', rowsOf: 'its workspace', may: 'select' },
  { table: 'subscriptions', rowsOf: 'its workspace', may: 'select, insert, update', seenWith: 'manage_billing' },
  { table: 'billing_invoices', rowsOf: 'its workspace', may: 'select, insert, update', seenWith: 'manage_billing' },
  { table: 'imports', rowsOf: 'its workspace', may: everything, clientsSee: 'all', clientsWrite: true },
  // That somebody was erased is to be seen for good.
  { table: 'erasures', rowsOf: 'its workspace', may: 'select, insert, update', seenWith: 'manage_workspace' },
  // Whoever writes it is the owner, or Karta.
  { table: 'workspace_exports', rowsOf: 'its workspace', may: 'select, insert, update', seenWith: 'export_workspace' },
  // Only the operator lets a workspace go on, with the owner's rights.
  { table: 'frozen_workspaces', rowsOf: 'its workspace', may: 'select, insert', driversSee: 'all' },
  { table: 'retention', rowsOf: 'its workspace', may: 'select, insert, update', seenWith: 'manage_workspace' },
  { table: 'integrations', rowsOf: 'its workspace', may: everything },
  { table: 'webhook_endpoints', rowsOf: 'its workspace', may: everything, seenWith: 'manage_workspace' },
  { table: 'webhook_progress', rowsOf: 'its workspace', may: 'select, insert, update', seenWith: 'manage_workspace' },
  { table: 'webhook_calls', rowsOf: 'its workspace', may: 'select, insert, update', seenWith: 'manage_workspace' },
  { table: 'webhook_answers', rowsOf: 'its workspace', may: 'select, insert', seenWith: 'manage_workspace' },
  { table: 'transfers', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'transfer_deliveries', rowsOf: 'its workspace', may: everything },
  { table: 'pay_rules', rowsOf: 'its workspace', may: 'select, insert, delete', seenWith: 'manage_workspace' },
  { table: 'rate_cards', rowsOf: 'its workspace', may: 'select, insert, update', clientsSee: 'own deliveries' },
  { table: 'client_charges', rowsOf: 'its workspace', may: 'select, insert, update', clientsSee: 'own deliveries' },
  // Invoices never change.
  { table: 'client_invoices', rowsOf: 'its workspace', may: 'select, insert', clientsSee: 'own deliveries' },
  { table: 'mail_in_settings', rowsOf: 'its workspace', may: 'select, insert, update', seenWith: 'manage_workspace' },
  { table: 'mail_in_mails', rowsOf: 'its workspace', may: everything, seenWith: 'manage_workspace' },
  { table: 'connection_attempts', rowsOf: 'its workspace', may: everything },
  { table: 'shop_syncs', rowsOf: 'its workspace', may: everything, seenWith: 'manage_workspace' },
  { table: 'shop_events', rowsOf: 'its workspace', may: everything, seenWith: 'manage_workspace' },
  { table: 'shop_orders', rowsOf: 'its workspace', may: everything, seenWith: 'manage_workspace' },
  { table: 'shop_deliveries', rowsOf: 'its workspace', may: everything, seenWith: 'manage_workspace' },
  { table: 'shop_outbox', rowsOf: 'its workspace', may: everything, seenWith: 'manage_workspace' },

  // Added by an owner's function. Whoever ends a shift, or erases a driver's, takes away what is outside of it.
  { table: 'positions', rowsOf: 'its workspace', may: 'select, delete', driversSee: 'own route', anybodyWrites: true },
  {
    table: 'driver_positions',
    rowsOf: 'its workspace',
    may: 'select, update, delete',
    driversSee: 'own route',
    anybodyWrites: true,
  },
  { table: 'stays', rowsOf: 'its workspace', may: 'select, delete', driversSee: 'own route', anybodyWrites: true },
  { table: 'trackers', rowsOf: 'its workspace', may: 'select, insert, update', driversSee: 'own route' },

  { table: 'realtime.messages', rowsOf: 'its workspace', may: 'select, insert, delete' },

  { table: 'storage.buckets', rowsOf: 'its workspace', may: everything, driversSee: 'all', anybodyWrites: true },
  { table: 'storage.objects', rowsOf: 'its workspace', may: everything, driversSee: 'all', anybodyWrites: true },
  { table: 'storage.uploads', rowsOf: 'its workspace', may: everything, driversSee: 'all', anybodyWrites: true },

  { table: 'auth.users', rowsOf: 'auth', may: everything },
  { table: 'auth.identities', rowsOf: 'auth', may: everything },
  { table: 'auth.sessions', rowsOf: 'auth', may: everything },
  { table: 'auth.refresh_tokens', rowsOf: 'auth', may: everything },
  { table: 'auth.signing_keys', rowsOf: 'auth', may: everything },
  { table: 'auth.api_keys', rowsOf: 'auth', may: everything },
  { table: 'auth.sealing_keys', rowsOf: 'auth', may: 'select' },
  { table: 'auth.flow_states', rowsOf: 'auth', may: everything },
  { table: 'auth.one_time_tokens', rowsOf: 'auth', may: everything },
  { table: 'auth.sendings', rowsOf: 'auth', may: everything },
  { table: 'auth.guesses', rowsOf: 'auth', may: everything },
  { table: 'auth.provider_states', rowsOf: 'auth', may: everything },
  { table: 'auth.factors', rowsOf: 'auth', may: everything },
  { table: 'auth.challenges', rowsOf: 'auth', may: everything },
  { table: 'auth.recovery_codes', rowsOf: 'auth', may: everything },
  { table: 'auth.passkeys', rowsOf: 'auth', may: everything },
  { table: 'auth.passkey_challenges', rowsOf: 'auth', may: everything },
  { table: 'auth.push_keys', rowsOf: 'auth', may: 'select, insert, update' },
  { table: 'auth.tracking_keys', rowsOf: 'auth', may: 'select, insert, update' },
  { table: 'auth.devices', rowsOf: 'auth', may: everything },
  { table: 'auth.audit_entries', rowsOf: 'auth', may: 'select, insert' },
  { table: 'auth.deletion_choices', rowsOf: 'auth', may: everything },
  { table: 'auth.workspace_uses', rowsOf: 'auth', may: everything },
  { table: 'auth.oauth_clients', rowsOf: 'auth', may: everything },
  { table: 'auth.oauth_grants', rowsOf: 'auth', may: everything },
  { table: 'auth.oauth_authorizations', rowsOf: 'auth', may: everything },
  { table: 'auth.oauth_tokens', rowsOf: 'auth', may: everything },

  // What people wrote is read by the operator alone.
  { table: 'site.contact_messages', rowsOf: 'site', may: 'insert' },
  { table: 'site.applications', rowsOf: 'site', may: 'insert' },
  { table: 'site.used_challenges', rowsOf: 'site', may: 'insert' },
  { table: 'site.guest_replies', rowsOf: 'site', may: 'select, insert, update' },
  // Read and written by owner's functions.
  { table: 'site.installation', rowsOf: 'site', may: 'select' },
  { table: 'site.nodes', rowsOf: 'site', may: 'select' },
  { table: 'site.mail_in', rowsOf: 'site', may: 'select, update' },
  { table: 'site.stripe_events', rowsOf: 'site', may: 'select, insert, delete' },
  { table: 'site.mails', rowsOf: 'site', may: everything },

  // Claimed by `storage.claim_blob`.
  { table: 'storage.blobs', rowsOf: 'objects', may: 'select, delete' },
]

/** What a driver sees of these tables. Each condition is worked out once in a statement. */
const ownRoute: Record<string, string> = {
  drivers: `id = nullif(current_setting('karta.driver', true), '')::uuid`,
  members: `user_id = nullif(current_setting('karta.person', true), '')::uuid`,
  routes: 'id = any ((select own_routes())::uuid[])',
  stops: 'route_id = any ((select own_routes())::uuid[])',
  deliveries: 'route_id = any ((select own_routes())::uuid[])',
  prescription_doors:
    'delivery_id in (select d.id from deliveries d where d.route_id = any ((select own_routes())::uuid[]))',
  vehicles: 'id = any ((select own_vehicles())::uuid[])',
  depots: 'id = (select own_depot())',
  events: `nullif(current_setting('karta.driver', true), '')::uuid = any (driver_ids)`,
  positions: `driver_id = nullif(current_setting('karta.driver', true), '')::uuid`,
  driver_positions: `driver_id = nullif(current_setting('karta.driver', true), '')::uuid`,
  stays: `driver_id = nullif(current_setting('karta.driver', true), '')::uuid`,
  trackers: `driver_id = nullif(current_setting('karta.driver', true), '')::uuid`,
  figure_attempts: `driver_id = nullif(current_setting('karta.driver', true), '')::uuid`,
  figure_routes: `driver_id = nullif(current_setting('karta.driver', true), '')::uuid`,
}

/** Worked out once in a statement. */
const once = (condition: string) => `(select ${condition})`
const isLimited = `coalesce(current_setting('karta.depots', true), '') <> ''`
const isOf = (action: Action) =>
  `${role} in (${[...roles.filter((each) => may(each, action)), 'operator', 'system'].map((each) => `'${each}'`).join()})`
/** Whether somebody may do this with what is in the workspace, and then with all of it. */
const inAll = (action: Action) => once(`${isOf(action)} and not (${isLimited})`)
const isClient = once(`${role} = 'client'`)
const client = once(`nullif(current_setting('karta.client', true), '')::uuid`)
const person = once(`nullif(current_setting('karta.person', true), '')::uuid`)
/** The depots that somebody is limited to who sees operations. */
const depots = `(${once(`case when ${isOf('see_operations')} then nullif(current_setting('karta.depots', true), '')::uuid[] end`)})`
const seesSome = once(`${role} = 'client' or ${isOf('see_operations')} and ${isLimited}`)

/** What somebody sees of these tables who is limited to depots; of all others as much as without a limit. */
const ofDepots: Record<string, string> = {
  deliveries: `depot_id = any (${depots}::uuid[]) or goods_depot_id = any (${depots}::uuid[])`,
  transfers: `from_depot_id = any (${depots}::uuid[]) or to_depot_id = any (${depots}::uuid[])`,
  transfer_deliveries: `${seesSome} and transfer_id in (select o.id from transfers o)`,
  delivery_events: `${seesSome} and sees_delivery(delivery_id)`,
  chain_heads: `${seesSome} and sees_delivery(subject_id)`,
  custody_leaves: `${seesSome} and sees_delivery(subject_id)`,
  photos: `${seesSome} and (delivery_id is null or sees_delivery(delivery_id))`,
  proofs: `${seesSome} and sees_delivery(delivery_id)`,
  preparations: `${seesSome} and sees_delivery(delivery_id)`,
  prescription_doors: `${seesSome} and sees_delivery(delivery_id)`,
  delivery_openings: `${seesSome} and sees_delivery(delivery_id)`,
  delivery_pins: `${seesSome} and ${isOf('change_deliveries')} and sees_delivery(delivery_id)`,
  plans: `depot_id = any (${depots}::uuid[])`,
  routes: `${seesSome} and sees_plan(plan_id)`,
  stops: `${seesSome} and sees_route(route_id)`,
  plan_changes: `${seesSome} and sees_plan(plan_id)`,
  unpublished_changes: `${seesSome} and sees_plan(plan_id)`,
  rehearsals: `${seesSome} and sees_plan(plan_id)`,
  depots: `id = any (${depots}::uuid[])`,
  // Drivers without a depot may drive for any.
  drivers: `${depots}::uuid[] is not null and (depot_id is null or depot_id = any (${depots}::uuid[]))`,
  alerts: `${depots}::uuid[] is not null and (depot_id is null or depot_id = any (${depots}::uuid[]))`,
  cash_entries: `${seesSome} and driver_id in (select o.id from drivers o)`,
  cash_hand_ins: `${seesSome} and driver_id in (select o.id from drivers o)`,
  message_threads: `${seesSome} and driver_id in (select o.id from drivers o)`,
  driver_messages: `${seesSome} and driver_id in (select o.id from drivers o)`,
  driver_devices: `${seesSome} and driver_id in (select o.id from drivers o)`,
  road_entries: `${seesSome} and driver_id in (select o.id from drivers o)`,
  shifts: `${seesSome} and driver_id in (select o.id from drivers o)`,
  fleet_documents: `${seesSome} and (driver_id is null or driver_id in (select o.id from drivers o))`,
  waves: `depot_id = any (${depots}::uuid[])`,
  figure_attempts: `depot_id = any (${depots}::uuid[])`,
  figure_routes: `depot_id = any (${depots}::uuid[])`,
  figure_sums: `depot_id = any (${depots}::uuid[])`,
  figure_place_months: `depot_id = any (${depots}::uuid[])`,
  recurring_orders: `depot_id = any (${depots}::uuid[])`,
  recurring_days: `${seesSome} and recurring_id in (select o.id from recurring_orders o)`,
  days_off: `${seesSome} and driver_id in (select o.id from drivers o)`,
  positions: `${seesSome} and driver_id in (select o.id from drivers o)`,
  driver_positions: `${seesSome} and driver_id in (select o.id from drivers o)`,
  stays: `${seesSome} and driver_id in (select o.id from drivers o)`,
  trackers: `${seesSome} and driver_id in (select o.id from drivers o)`,
  events: `depot_ids && ${depots}::uuid[]
    or ${depots}::uuid[] is not null and depot_ids = '{}' and subject_kind <> all ('{delivery,plan,route}'::text[])`,
}

/** What a client sees of these tables. */
const ofClient: Record<string, string> = {
  clients: `id = ${client}`,
  rate_cards: `client_id = ${client}`,
  client_charges: `client_id = ${client}`,
  client_invoices: `client_id = ${client}`,
  pickup_places: `client_id = ${client}`,
  preparations: `${isClient} and sees_delivery(delivery_id)`,
  deliveries: `client_id = ${client}`,
  delivery_events: `${isClient} and sees_delivery(delivery_id)`,
  chain_heads: `${isClient} and sees_delivery(subject_id)`,
  photos: `${isClient} and sees_delivery(delivery_id)`,
  proofs: `${isClient} and sees_delivery(delivery_id)`,
  events: `client_id = ${client}`,
}

/** What a recipient sees of these tables. */
const isRecipient = once(`${role} = 'recipient'`)
const delivery = once(`nullif(current_setting('karta.delivery', true), '')::uuid`)
const ofRecipient: Record<string, string> = {
  deliveries: `id = ${delivery}`,
  delivery_events: `delivery_id = ${delivery}`,
  photos: `delivery_id = ${delivery}`,
  proofs: `delivery_id = ${delivery}`,
}

/**
 * The policies of a table: when a row is visible, and when it may be written. The workspace is a condition of its own,
 * which every index begins with, and whoever sees everything in it costs one more comparison.
 */
function policiesOf(given: Rights): string[] {
  const {
    table,
    rowsOf,
    may: rights,
    driversSee,
    clientsSee,
    recipientsSee,
    clientsWrite,
    anybodyWrites,
    seenWith,
    isPersonal,
    isPrescription,
  } = given
  if (rowsOf !== 'its workspace') {
    const inScope = `current_setting('karta.scope', true) = '${rowsOf}'`
    return [`create policy visible on ${table} using (${inScope}) with check (${inScope})`]
  }
  if (isPrescription) {
    const handled = `workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
      and (${once(`${role} = 'system'`)} or ${once(`current_setting('karta.prescriptions', true) = 'yes'`)}
        and (not ${once(isLimited)} or sees_delivery(delivery_id)))`
    return [`create policy visible on ${table} using (${handled}) with check (${handled})`]
  }
  const column = table === 'workspaces' ? 'id' : 'workspace_id'
  const inWorkspace = `${column} = nullif(current_setting('karta.workspace', true), '')::uuid`
  const clients = clientsSee === 'all' ? [isClient] : clientsSee ? [ofClient[table]!] : []
  const recipients = recipientsSee ? [[isRecipient, ofRecipient[table]].filter(Boolean).join(' and ')] : []
  const drivers = driversSee === 'own route' ? [ownRoute[table]!] : []
  const limit = ofDepots[table]
  const seen = limit ? [inAll('see_operations'), limit] : [once(isOf(seenWith ?? 'see_operations'))]
  const written = limit
    ? [inAll('change_deliveries'), `${once(isOf('change_deliveries'))} and (${limit})`]
    : [once(isOf('change_deliveries'))]
  const own = isPersonal ? [`user_id = ${person}`] : []
  const mayWrite = [...written, ...(clientsWrite ? clients : []), ...own]
  const where = (conditions: string[]) => `${inWorkspace} and (${conditions.map((each) => `(${each})`).join(' or ')})`
  const byAnybody = `${inWorkspace} and not ${isRecipient}`
  const everybody = recipientsSee === 'all' ? inWorkspace : byAnybody
  const using = driversSee === 'all' ? everybody : where([...seen, ...drivers, ...clients, ...recipients, ...own])
  const check = anybodyWrites ? byAnybody : where(mayWrite)
  return [
    `create policy visible on ${table} using (${using}) with check (${check})`,
    ...(!anybodyWrites && rights.includes('delete')
      ? [`create policy deletable on ${table} as restrictive for delete using (${where(mayWrite)})`]
      : []),
  ]
}

const rightsOf = (rights: Rights) => [
  `alter table ${rights.table} enable row level security`,
  ...policiesOf(rights),
  `grant ${rights.may} on ${rights.table} to ${appRole}`,
]

/** The functions that run with the owner's rights and that the server may call, by name. */
export const ownerFunctions = {
  ...ofTheDriver,
  ...ofTheWorkspace,
  ...ofSome,
  ...lettingIn,
  ...appFunctions,
  ...ofTheRecipient,
  ...signingIn,
  ...acrossWorkspaces,
  ...ending,
  ...erasingAudits,
  ...personalFunctions,
  ...positionFunctions,
  ...eventSpanFunctions,
  ...acrossAudits,
  ...roadWatch,
  ...travelFunctions,
  ...notificationFunctions,
  ...webhookFunctions,
  ...figureFunctions,
  ...reportFunctions,
  ...shopFunctions,
  ...tierFunctions,
  ...billingFunctions,
  ...operatorFunctions,
  ...addressMemoryFunctions,
  ...clientBillingFunctions,
  ...fleetFunctions,
  ...kitchenFunctions,
  ...nodeFunctions,
  ...movingFunctions,
}

const callable = (name: string) => [
  `revoke all on function ${name} from public`,
  `grant execute on function ${name} to ${appRole}`,
]

const mail = [
  // Mail is written in any transaction: a guest's, a workspace's or one of the sign-in service.
  `create policy write on site.mails for insert with check (true)`,
  // Whoever writes a mail need not see the others, so the trigger that keeps the newest 200 runs as the owner.
  `create function site.forget_kept_mails() returns trigger
    language plpgsql volatile ${asOwner} as $$
    begin
      delete from site.mails where id in (
        select id from site.mails where state = 'kept' order by created_at desc, id desc offset 200 for update skip locked
      );
      return null;
    end $$`,
  `revoke all on function site.forget_kept_mails from public`,
  // Nothing leaves a sandbox, whoever wrote the mail.
  `create function site.drop_mail_of_sandbox() returns trigger
    language plpgsql volatile ${asOwner} as $$
    begin
      if exists (select from workspaces w where w.sandbox_of is not null
          and w.id = nullif(current_setting('karta.workspace', true), '')::uuid) then
        return null;
      end if;
      return new;
    end $$`,
  `revoke all on function site.drop_mail_of_sandbox from public`,
  `create trigger drop_mail_of_sandbox before insert on site.mails
    for each row execute function site.drop_mail_of_sandbox()`,
  `create trigger forget_kept_mails after insert or update of state on site.mails
    for each row when (new.state = 'kept') execute function site.forget_kept_mails()`,
]

/** Functions of the owner call it. Nobody else does. */
const attempts = [
  // Which attempt is told of: the one after the failures so far. The history has the status already.
  `create function attempt_told(of_workspace uuid, delivery uuid, status text) returns integer
    language sql stable ${asOwner} as $$
      select count(*)::integer + case when status = 'failed' then 0 else 1 end from delivery_events e
        where e.workspace_id = of_workspace and e.delivery_id = delivery and e.changes ->> 'status' = 'failed'
    $$`,
  `revoke all on function attempt_told from public, ${appRole}`,
]

const notifications = [
  // Whoever changes a delivery need not see what recipients are told, so it runs as the owner.
  `create function note_notified_event() returns trigger
    language plpgsql volatile ${asOwner} as $$
    declare
      told text;
    begin
      told := new.type;
      if new.type = 'delivery.updated' then
        if not (new.previous::jsonb ?| array['scheduled_date', 'window_start', 'window_end']) then
          return null;
        end if;
        if new.actor_kind = 'recipient' then
          told := 'delivery.moved_by_recipient';
        end if;
      end if;
      if exists (select from notification_settings s where s.workspace_id = new.workspace_id and s.active) then
        insert into notification_outbox (workspace_id, type, delivery_id, version, status, attempt)
          values (new.workspace_id, told, new.subject_id, new.version, new.data ->> 'status',
            attempt_told(new.workspace_id, new.subject_id, new.data ->> 'status'));
      end if;
      return null;
    end $$`,
  `create trigger note_notified after insert on events
    for each row when (new.type in ('delivery.status_changed', 'delivery.updated') and ${notMoving})
    execute function note_notified_event()`,
  `revoke all on function note_notified_event from public, ${appRole}`,
]

const schemas = ['public', 'auth', 'site', 'storage', 'realtime']
const quotedSchemas = schemas.map((schema) => `'${schema}'`).join()

/** Takes away every policy, every function that runs as the owner, and every right of the server's role. */
const nothing = `do $$
  declare
    each text;
  begin
    for each in
      select format('drop policy %I on %I.%I', policyname, schemaname, tablename)
        from pg_policies where schemaname in (${quotedSchemas})
      union all
      select format('drop function %s cascade', p.oid::regprocedure)
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where p.prosecdef and n.nspname in (${quotedSchemas}) and not exists (
          select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    loop
      execute each;
    end loop;
    revoke all on schema ${schemas.join()} from public, ${appRole};
    revoke all on all tables in schema ${schemas.join()} from ${appRole};
  end $$`

const statements = [
  nothing,
  `grant usage on schema ${schemas.join()} to ${appRole}`,
  // What rows are numbered by that any transaction may write.
  `grant usage on sequence event_debt_numbers, audit_note_numbers to ${appRole}`,
  ...attempts,
  // Policies call some of them.
  ...Object.entries(ownerFunctions).flatMap(([name, statement]) => [statement, ...callable(name)]),
  ...tableRights.flatMap(rightsOf),
  ...mail,
  ...notifications,
  ...clientChargeStatements,
  ...apiStatements,
  ...eventLogStatements,
  ...auditLogStatements,
  ...historyReferenceStatements,
  ...[...eventLogFunctions, ...auditLogFunctions, ...historyReferenceFunctions].map(
    (name) => `revoke all on function ${name} from public`,
  ),
]
const version = createHash('sha256').update(statements.join(';\n')).digest('hex')

/** Makes the database's rules those of this file and of the functions, if they are not yet. Within a transaction, as the tables' owner. */
export async function authorize(trx: Kysely<unknown>): Promise<void> {
  await sql`create table if not exists migrations.authorization (version text not null)`.execute(trx)
  await sql`alter table migrations.authorization add column if not exists program text`.execute(trx)
  if (await isAuthorized(trx)) return
  for (const statement of statements) await sql.raw(statement).execute(trx)
  await sql`delete from migrations.authorization`.execute(trx)
  await sql`insert into migrations.authorization values (${version}, ${packageJson.version})`.execute(trx)
}

/** Whether the database's rules are those of this program, or of a newer one, which this one leaves as they are. */
export async function isAuthorized(db: Kysely<unknown>): Promise<boolean> {
  const { rows: columns } = await sql`select from pg_attribute
    where attrelid = to_regclass('migrations.authorization') and attname = 'program'`.execute(db)
  if (!columns.length) return false
  type Row = { version: string; program: string | null }
  const { rows } = await sql<Row>`select version, program from migrations.authorization`.execute(db)
  if (!rows[0]) return false
  const { version: given, program } = rows[0]
  return given === version || (program !== null && compareVersions(program, packageJson.version) > 0)
}
