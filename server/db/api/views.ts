import type { Action } from '#domain/permissions.ts'
import { actorSeal } from '#domain/chain/seal.ts'
import { orderFieldNames } from '#domain/orders/order-defaults.ts'
import { quotaNames, quotas, type QuotaName } from '#domain/quotas.ts'

/*
 * What `/rest/v1` and `postgres_changes` show: views made for them, in the schema `api`.
 *
 * A view has the name of its table, and its plain columns have the names of the table's columns, which are those of `/v1`.
 * So the table's keys are the view's keys too, and `catalogue.ts` finds them. A column that is not named here, such as a
 * credential, cannot be asked for. Views run with the rights of whoever asks, so that the policies of the tables hold.
 */

type View = {
  /** The view and its table. */
  name: string
  /** What the caller's role must allow, as for the same records in `/v1`: one of these. */
  may: readonly Action[]
  /** Columns of the table, shown as they are. */
  columns: readonly string[]
  /** Others, with what they are computed from; `t` is the table. */
  computed?: Readonly<Record<string, string>>
  /** What they are selected from, if it is not the whole table. */
  from?: string
  /** What identifies a row, if it is not the table's primary key. */
  key?: readonly string[]
  description: string
}

const operations: readonly Action[] = ['see_operations']
/** Drivers see what belongs to their own route: the policies of these tables see to it. */
const operationsOrOwn: readonly Action[] = ['see_operations', 'work_own_route']

const place = (lat: string, lng: string) =>
  `case when t.${lat} is null then null else jsonb_build_object('lat', t.${lat}, 'lng', t.${lng}) end`

const nameOf = (table: string, condition: string, name = 'name') =>
  `(select o.${name} from public.${table} o where ${condition})`

const namesOf = (kind: (typeof quotas)[QuotaName]['kind']) =>
  quotaNames
    .filter((name) => quotas[name].kind === kind)
    .map((name) => `'${name}'`)
    .join()

/** The fields of an order that are columns of their own and have no place further up in the view. */
const orderColumns = orderFieldNames.filter((name) => !['kind', 'pickup_location', 'custom'].includes(name))

/** Every view. Those whose tables have foreign keys to each other can be embedded in each other. */
export const apiViews: readonly View[] = [
  {
    name: 'deliveries',
    may: ['see_deliveries', 'work_own_route'],
    columns: [
      'id',
      'number',
      'source',
      'status',
      'status_at',
      'failure_reason',
      'status_note',
      'reference',
      'pickup_address',
      'delivery_address',
      'location_source',
      'location_confidence',
      'location_provider',
      'location_kind',
      'located_at',
      'location_search',
      'recipient_name',
      'recipient_phone',
      'recipient_email',
      'scheduled_date',
      'scheduled_time',
      'window_start',
      'window_end',
      'service_minutes',
      'weight_kg',
      'volume_l',
      'priority',
      'skills',
      'notes',
      'wanted_driver_id',
      'estimated_arrival',
      'driver_id',
      'route_id',
      'client_id',
      'depot_id',
      'kind',
      'pickup_depot_id',
      'pickup_location_source',
      'pickup_location_confidence',
      'pickup_location_provider',
      'pickup_location_kind',
      'pickup_located_at',
      'pickup_location_search',
      ...orderColumns,
      'erased_at',
      'created_at',
      'updated_at',
      'version',
    ],
    computed: {
      delivery_location: place('lat', 'lng'),
      pickup_location: place('pickup_lat', 'pickup_lng'),
      custom: 'custom_shown(t.custom)',
      driver_name: nameOf('drivers', 'o.id = t.driver_id'),
      wanted_driver_name: nameOf('drivers', 'o.id = t.wanted_driver_id'),
    },
    from: 'public.deliveries t where t.deleted_at is null',
    description: 'Deliveries that were not deleted',
  },
  {
    name: 'delivery_events',
    may: operations,
    columns: ['id', 'delivery_id', 'sequence', 'kind', 'at', 'previous_hash', 'hash'],
    computed: {
      actor_name: `coalesce(t.actor_name, t.opened -> '${actorSeal}' -> 'value' ->> 'name', 'Erased')`,
      changes: `case when t.format = 1 then coalesce(t.detail, '{}') else t.changes::jsonb || coalesce((
        select jsonb_object_agg(o.key, o.value -> 'value') from jsonb_each(t.opened::jsonb) o where o.key <> '${actorSeal}'), '{}') end`,
    },
    description: 'The histories of deliveries, with the new values of what changed',
  },
  {
    name: 'drivers',
    may: operationsOrOwn,
    columns: [
      'id',
      'name',
      'phone',
      'email',
      'shift_start',
      'shift_end',
      'week',
      'breaks',
      'max_stops',
      'max_territories',
      'max_shift_minutes',
      'max_driving_minutes',
      'overtime',
      'start_place',
      'end_place',
      'ends_anywhere',
      'speed_factor',
      'skills',
      'vehicle_id',
      'depot_id',
      'active',
      'user_id',
      'created_at',
      'updated_at',
      'version',
    ],
    computed: { vehicle_code: nameOf('vehicles', 'o.id = t.vehicle_id', 'code') },
    description: 'Drivers',
  },
  {
    name: 'vehicles',
    may: operationsOrOwn,
    columns: [
      'id',
      'code',
      'type',
      'plate',
      'capacity_kg',
      'capacity_l',
      'capacity_units',
      'cost_fixed',
      'cost_per_km',
      'cost_per_hour',
      'cost_per_service_hour',
      'cost_per_waiting_hour',
      'cost_per_stop',
      'cost_per_parcel',
      'max_distance_km',
      'temperature_min_c',
      'temperature_max_c',
      'compartments',
      'reloads',
      'reload_minutes',
      'max_trips',
      'last_in_first_out',
      'skills',
      'fuel_level',
      'last_maintenance_on',
      'active',
      'created_at',
      'updated_at',
      'version',
    ],
    computed: {
      driver_id: nameOf('drivers', 'o.vehicle_id = t.id and o.active', 'id'),
      driver_name: nameOf('drivers', 'o.vehicle_id = t.id and o.active'),
    },
    description: 'Vehicles',
  },
  {
    name: 'depots',
    may: operationsOrOwn,
    columns: [
      'id',
      'name',
      'address',
      'opens',
      'closes',
      'is_default',
      'active',
      'created_at',
      'updated_at',
      'version',
    ],
    computed: { location: place('lat', 'lng') },
    description: 'Where routes start and end',
  },
  {
    name: 'days_off',
    may: operations,
    columns: ['id', 'driver_id', 'first_day', 'last_day', 'reason', 'created_at', 'updated_at', 'version'],
    computed: { driver_name: nameOf('drivers', 'o.id = t.driver_id') },
    description: 'Days on which drivers do not work',
  },
  {
    name: 'holidays',
    may: operations,
    columns: ['id', 'day', 'name', 'depot_id', 'created_at', 'updated_at', 'version'],
    description: 'Days on which a depot, or all of them, are closed',
  },
  {
    name: 'territories',
    may: operations,
    columns: ['id', 'name', 'color', 'area', 'driver_ids', 'rule', 'speed', 'created_at', 'updated_at', 'version'],
    description: 'Zones on the map that belong to drivers',
  },
  {
    name: 'planning_settings',
    may: operations,
    columns: [
      'id',
      'cost_fixed',
      'cost_per_km',
      'cost_per_hour',
      'cost_per_service_hour',
      'cost_per_waiting_hour',
      'cost_per_stop',
      'cost_per_parcel',
      'cost_per_hour_late',
      'cost_per_hour_early',
      'overtime',
      'speeds',
      'service_factors',
      'traffic',
      'traffic_from',
      'detour_factor',
      'balance',
      'compactness_percent',
      'priority_order',
      'same_address_service',
      'keep_apart',
      'keep_apart_on_board',
      'keep_together',
      'familiar_cost',
      'learned_by_itself',
      'learned_after_visits',
      'promise_tolerance_minutes',
      'version',
    ],
    key: ['id'],
    description: 'What all plans are made with: one row, or none while the usual values hold',
  },
  {
    name: 'clients',
    may: operations,
    columns: ['id', 'name', 'reference', 'email', 'phone', 'active', 'created_at', 'updated_at', 'version'],
    description: 'Shippers who have the workspace deliver',
  },
  {
    name: 'addresses',
    may: ['see_addresses'],
    columns: [
      'id',
      'label',
      'address',
      'gate_code',
      'service_minutes',
      'notes',
      'confirmed_by_name',
      'confirmed_at',
      'created_at',
      'updated_at',
      'version',
    ],
    computed: {
      aliases: `array(select s.spelling from public.address_spellings s
        where s.address_id = t.id and s.position > 0 order by s.position)`,
      location: place('lat', 'lng'),
      entrance: place('entrance_lat', 'entrance_lng'),
      parking: place('parking_lat', 'parking_lng'),
    },
    description: 'The address book',
  },
  {
    name: 'plans',
    may: operations,
    columns: [
      'id',
      'day',
      'state',
      'time_limit_seconds',
      'driver_ids',
      'depot_id',
      'progress',
      'totals',
      'unassigned',
      'unassigned_groups',
      'unused_drivers',
      'failure',
      'travel',
      'created_at',
      'updated_at',
      'version',
    ],
    description: 'Plans of a day',
  },
  {
    name: 'routes',
    may: operationsOrOwn,
    columns: [
      'id',
      'plan_id',
      'position',
      'driver_id',
      'driver_name',
      'vehicle_id',
      'vehicle_code',
      'capacity_kg',
      'capacity_l',
      'starts_at',
      'ends_at',
      'distance_km',
      'driving_seconds',
      'waiting_seconds',
      'service_seconds',
      'duration_seconds',
      'overtime_seconds',
      'fuel_liters',
      'load_kg',
      'load_l',
      'load_units',
      'capacity_units',
      'cost',
    ],
    description: 'The routes of plans',
  },
  {
    name: 'stops',
    may: operationsOrOwn,
    columns: [
      'id',
      'route_id',
      'position',
      'kind',
      'sequence',
      'delivery_id',
      'name',
      'address',
      'arrival_at',
      'departure_at',
      'waiting_seconds',
      'setup_seconds',
      'service_seconds',
      'early_seconds',
      'late_seconds',
      'distance_km',
      'load_kg',
      'load_l',
      'load_units',
      'locked',
      'promised_at',
    ],
    computed: {
      location: place('lat', 'lng'),
    },
    description: 'The stops of routes, in the order of their position',
  },
  {
    name: 'workspaces',
    may: ['see_self'],
    columns: [
      'id',
      'name',
      'time_zone',
      'language',
      'start_time',
      'end_time',
      'speed_kmh',
      'fuel_l_per_km',
      'service_minutes',
      'get_ready_minutes',
      'currency',
      'requires_two_factors',
      'tier',
      'trial_ends_at',
      'created_at',
      'version',
    ],
    description: 'The workspace that the caller works in: one row',
  },
  {
    name: 'members',
    may: operationsOrOwn,
    columns: ['user_id', 'role', 'name', 'created_at'],
    key: ['user_id'],
    description: 'Who belongs to the workspace',
  },
  {
    name: 'events',
    may: operations,
    columns: [
      'id',
      'type',
      'subject_kind',
      'subject_id',
      'version',
      'why',
      'actor_kind',
      'actor_id',
      'actor_name',
      'at',
    ],
    computed: {
      data: 't.data::jsonb',
      previous: 't.previous::jsonb',
      position: 'b.position',
      index: 't.index',
    },
    from: `public.events t join public.event_batches b on b.workspace_id = t.workspace_id and b.id = t.batch_id
      where b.position is not null`,
    key: ['id'],
    description: 'The event log, in the order of position and index',
  },
  {
    name: 'integrations',
    may: ['manage_workspace'],
    columns: ['platform', 'step', 'shop', 'shop_version', 'last_error', 'connected_at', 'version'],
    computed: {
      // Nobody came back in time.
      state: `case when t.state = 'connecting' and t.deadline < now() then 'failed' else t.state end`,
      connected_by: nameOf('members', 'o.user_id = t.connected_by'),
    },
    key: ['platform'],
    description: 'Connected shops, without their credentials',
  },
  {
    name: 'quotas',
    may: operations,
    columns: [],
    computed: {
      name: 'q.name',
      limit: 'q.most::bigint',
      used: `case when q.name = 'members' then (select count(*) from public.members)
        when q.name = 'api_keys' then (select count(*) from public.api_keys k
          where k.revoked_at is null and (k.expires_at is null or k.expires_at > now()))
        when q.name in (${namesOf('kept')}) then s.used
        when q.name in (${namesOf('a day')}) then coalesce(d.used, 0) end`,
      renews_at: `case when q.name in (${namesOf('a day')}) then coalesce(d.ends_at,
        ((now() at time zone w.time_zone)::date + 1)::timestamp at time zone w.time_zone) end`,
    },
    // The operator's limits are a setting of the server, which it says with each request.
    from: `public.workspaces w
      cross join jsonb_each_text(nullif(current_setting('karta.quotas', true), '')::jsonb) as q(name, most)
      left join public.quota_days d on d.name = q.name and d.ends_at > now()
      cross join lateral (select coalesce((select c.used from public.quota_counts c where c.name = q.name), 0)
        + coalesce((select sum(c.change) from public.quota_changes c where c.name = q.name), 0)::bigint as used) s`,
    key: ['name'],
    description: 'How far the quotas of the workspace are used',
  },
]

/** The statement that makes a view. */
export function viewStatement({ name, columns, computed = {}, from = `public.${name} t` }: View): string {
  const shown = [
    ...columns.map((column) => `t."${column}"`),
    ...Object.entries(computed).map(([column, expression]) => `${expression} as "${column}"`),
  ]
  return `create view api.${name} with (security_invoker = true) as select ${shown.join(', ')} from ${from}`
}
