import type { EventType, SubjectKind } from '../events/types.ts'
import type { Json } from '../chain/canonical-json.ts'
import { openOrderFields } from '../orders/order-fields.ts'
import { subjectOf } from '../events/types.ts'
import type { Change } from './entry.ts'

/**
 * Fields whose values an entry says openly, by kind of record. The values of all others are taken to be personal: they
 * can be dropped later. A new kind or field is personal until it is named here.
 */
const openFields: Partial<Record<SubjectKind, readonly string[] | 'all'>> = {
  delivery: [
    'status',
    'status_at',
    'failure_reason',
    'source',
    'reference',
    'scheduled_date',
    'scheduled_time',
    'window_start',
    'window_end',
    'service_minutes',
    'weight_kg',
    'volume_l',
    'priority',
    'skills',
    'depot_id',
    'client_id',
    'driver_id',
    'route_id',
    'wanted_driver_id',
    'has_prescription',
    'location_source',
    'location_search',
    'pickup_depot_id',
    'pickup_location_source',
    'pickup_location_search',
    'deleted_at',
    ...openOrderFields,
  ],
  plan: 'all',
  route: [],
  driver: [
    'active',
    'shift_start',
    'shift_end',
    'week',
    'breaks',
    'max_stops',
    'max_territories',
    'max_shift_minutes',
    'max_driving_minutes',
    'overtime',
    'ends_anywhere',
    'speed_factor',
    'skills',
    'vehicle_id',
    'vehicle_code',
    'depot_id',
    'user_id',
  ],
  handover: ['plan_id', 'given_at', 'mailed_at', 'opened_at', 'seen_at', 'link_expires_at'],
  vehicle: 'all',
  depot: 'all',
  // Why somebody is absent is their own business.
  day_off: ['first_day', 'last_day', 'depot_id'],
  holiday: 'all',
  custom_field: 'all',
  recurring_order: 'all',
  standing_route: 'all',
  territory: 'all',
  wave: 'all',
  report: 'all',
  planning_settings: 'all',
  device: ['platform', 'registered_at', 'revoked_at', 'driver_id'],
  shift: ['driver_id', 'vehicle_id', 'started_at', 'ended_at', 'on_break_since', 'odometer_km'],
  vehicle_check: ['vehicle_id', 'vehicle_code', 'driver_id', 'checked_at', 'is_blocking', 'mended_at'],
  maintenance_schedule: 'all',
  work_order: 'all',
  odometer_reading: 'all',
  fuel_entry: 'all',
  pickup_place: [
    'name',
    'address',
    'aliases',
    'location',
    'week',
    'preparation_minutes',
    'slot_minutes',
    'slot_orders',
    'service_minutes',
    'parking',
    'client_id',
    'active',
  ],
  fleet_document: ['kind', 'vehicle_id', 'driver_id', 'expires_on', 'warn_days'],
  road_settings: 'all',
  alert: ['kind', 'severity', 'state', 'driver_id', 'delivery_id', 'route_id', 'raised_at', 'done_at', 'settled_at'],
  alert_settings: 'all',
  temperature_excursion: 'all',
  cash_entry: 'all',
  cash_hand_in: ['driver_id', 'depot_id', 'state', 'amount', 'counted', 'reason', 'handed_in_at', 'confirmed_at'],
  message: ['driver_id', 'from', 'broadcast_id', 'erased_at'],
  message_settings: 'all',
  tracking_settings: 'all',
  notification: ['delivery_id', 'event', 'channel', 'state', 'failure', 'segments', 'cost'],
  notification_settings: 'all',
  notification_template: 'all',
  consent: ['channel', 'author_name'],
  suppression: ['channel', 'reason'],
  learned_place: 'all',
  look: 'all',
  slot_settings: 'all',
  shipping_settings: 'all',
  transfer: 'all',
  pay_rule: 'all',
  rate_card: 'all',
  client_charge: ['client_id', 'day', 'amount', 'currency', 'tax_percent'],
  client_invoice: ['client_id', 'number', 'kind', 'month', 'currency', 'charges', 'net', 'total', 'credits_id'],
  mail_in_settings: 'all',
  slot_hold: ['day', 'start', 'end', 'state', 'price', 'expires_at', 'delivery_id'],
  address: ['location_source'],
  member: ['role', 'state', 'depot_ids', 'client_id', 'driver_id', 'handles_prescriptions'],
  workspace: 'all',
  erasure: ['state', 'deliveries', 'addresses', 'erased', 'counts', 'left_open'],
  retention: 'all',
  webhook_endpoint: ['url', 'description', 'types', 'depot_ids', 'active', 'paused_why', 'previous_secret_ends_at'],
  integration: ['platform', 'state', 'step', 'shop', 'shop_version', 'connected_at', 'last_error', 'problem', 'rules'],
  app: ['name', 'type', 'redirect_uris', 'website', 'logo_url'],
  app_grant: ['app', 'scopes'],
  api_key: ['name', 'prefix', 'mode', 'scopes', 'depot_ids', 'allowed_addresses', 'expires_at', 'revoked_at'],
}

/** Kinds whose creation is told with all values. Of the others, there are many, and a history of their own says more. */
const toldWhenCreated: readonly string[] = [
  'member',
  'invitation',
  'client',
  'api_key',
  'app',
  'app_grant',
  'webhook_endpoint',
  'integration',
  'driver',
  'vehicle',
  'depot',
  'day_off',
  'holiday',
  'custom_field',
  'recurring_order',
  'standing_route',
  'territory',
  'wave',
  'report',
  'ownership',
  'maintenance_schedule',
  'work_order',
  'fleet_document',
]

/** What the log leaves out: routes, which their plan tells of, and what Karta itself finds out about addresses. */
export function isAudited(type: EventType, isBySystem: boolean): boolean {
  if (subjectOf(type) === 'route') return false
  // Those that were sent and read are shown with their driver.
  if (subjectOf(type) === 'message') return type === 'message.erased'
  return !(isBySystem && (type === 'delivery.updated' || subjectOf(type) === 'address' || subjectOf(type) === 'alert'))
}

/** Of no interest to anybody. */
const silent = [
  'id',
  'version',
  'progress',
  'created_at',
  'updated_at',
  'last_used_at',
  'last_seen_at',
  'located_at',
  'pickup_located_at',
]

/** What an event says in the audit log: fields that changed, the personal ones apart, and what its record is called. */
export type Told = { changes: Record<string, Change>; values: Record<string, Change>; label: string | null }

/**
 * @param data the record after the change
 * @param previous what the changed fields were before
 */
export function tellChange(type: EventType, data: Record<string, Json>, previous: Record<string, Json>): Told {
  const kind = subjectOf(type)
  const told: Told = { changes: {}, values: {}, label: labelOf(kind, data) }
  for (const [field, from] of Object.entries(previous)) put(told, kind, field, { from, to: data[field] ?? null })
  if (type.endsWith('.created') || type.endsWith('.joined')) {
    if (!toldWhenCreated.includes(kind)) return told
    for (const [field, to] of Object.entries(data)) if (isTold(to)) put(told, kind, field, { to })
  }
  return told
}

const isTold = (value: Json | undefined): value is Json =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && !value.length)

function put(told: Told, kind: SubjectKind, field: string, change: Change): void {
  if (!silent.includes(field)) (isOpen(kind, field) ? told.changes : told.values)[field] = change
}

/** Whether an entry says the values of a field openly. */
export function isOpen(kind: SubjectKind, field: string): boolean {
  const open = openFields[kind] ?? []
  return open === 'all' || open.includes(field)
}

/** What people call the record. */
function labelOf(kind: SubjectKind, data: Record<string, Json>): string | null {
  if (kind === 'delivery') return `#${String(data.number)}`
  if (kind === 'app_grant') return (data.app as { name: string }).name
  const name = data.name ?? data.email ?? data.label ?? data.day ?? data.driver_name ?? data.code ?? data.platform
  return typeof name === 'string' && name ? name : null
}
