import { appRole } from './app-role.ts'

/*
 * What keeps the event log whole, whoever writes (decision 20).
 *
 * - A batch of events gets its position as its transaction commits, under a lock that only the commit holds. So positions
 *   have no gaps, and whoever sees one sees all before it.
 * - A change of a record without an event is refused. Triggers write down what each statement of the server's role changes,
 *   and the commit looks for the events.
 */

type Watched = { kind: string; id: string; hasVersion: boolean }

/** The tables whose changes are events, by name. A version that stays the same is no change. */
export const watchedTables: Record<string, Watched> = {
  deliveries: { kind: 'delivery', id: 'id', hasVersion: true },
  plans: { kind: 'plan', id: 'id', hasVersion: true },
  routes: { kind: 'route', id: 'id', hasVersion: false },
  route_handovers: { kind: 'handover', id: 'id', hasVersion: true },
  drivers: { kind: 'driver', id: 'id', hasVersion: true },
  vehicles: { kind: 'vehicle', id: 'id', hasVersion: true },
  depots: { kind: 'depot', id: 'id', hasVersion: true },
  days_off: { kind: 'day_off', id: 'id', hasVersion: true },
  holidays: { kind: 'holiday', id: 'id', hasVersion: true },
  custom_fields: { kind: 'custom_field', id: 'id', hasVersion: true },
  recurring_orders: { kind: 'recurring_order', id: 'id', hasVersion: true },
  standing_routes: { kind: 'standing_route', id: 'id', hasVersion: true },
  territories: { kind: 'territory', id: 'id', hasVersion: true },
  waves: { kind: 'wave', id: 'id', hasVersion: true },
  reports: { kind: 'report', id: 'id', hasVersion: true },
  planning_settings: { kind: 'planning_settings', id: 'id', hasVersion: true },
  driver_devices: { kind: 'device', id: 'id', hasVersion: true },
  shifts: { kind: 'shift', id: 'id', hasVersion: true },
  alerts: { kind: 'alert', id: 'id', hasVersion: true },
  cash_entries: { kind: 'cash_entry', id: 'id', hasVersion: false },
  cash_hand_ins: { kind: 'cash_hand_in', id: 'id', hasVersion: true },
  tracking_settings: { kind: 'tracking_settings', id: 'id', hasVersion: true },
  workspace_looks: { kind: 'look', id: 'id', hasVersion: true },
  transfers: { kind: 'transfer', id: 'id', hasVersion: true },
  pay_rules: { kind: 'pay_rule', id: 'id', hasVersion: false },
  rate_cards: { kind: 'rate_card', id: 'id', hasVersion: true },
  client_invoices: { kind: 'client_invoice', id: 'id', hasVersion: false },
  mail_in_settings: { kind: 'mail_in_settings', id: 'id', hasVersion: true },
  slot_settings: { kind: 'slot_settings', id: 'id', hasVersion: true },
  shipping_settings: { kind: 'shipping_settings', id: 'id', hasVersion: true },
  webhook_endpoints: { kind: 'webhook_endpoint', id: 'id', hasVersion: true },
  message_settings: { kind: 'message_settings', id: 'id', hasVersion: true },
  notification_settings: { kind: 'notification_settings', id: 'id', hasVersion: true },
  notification_templates: { kind: 'notification_template', id: 'id', hasVersion: true },
  consents: { kind: 'consent', id: 'id', hasVersion: false },
  suppressions: { kind: 'suppression', id: 'id', hasVersion: false },
  alert_settings: { kind: 'alert_settings', id: 'id', hasVersion: true },
  vehicle_checks: { kind: 'vehicle_check', id: 'id', hasVersion: true },
  maintenance_schedules: { kind: 'maintenance_schedule', id: 'id', hasVersion: true },
  fleet_documents: { kind: 'fleet_document', id: 'id', hasVersion: true },
  fuel_entries: { kind: 'fuel_entry', id: 'id', hasVersion: true },
  pickup_places: { kind: 'pickup_place', id: 'id', hasVersion: true },
  work_orders: { kind: 'work_order', id: 'id', hasVersion: true },
  odometer_readings: { kind: 'odometer_reading', id: 'id', hasVersion: true },
  road_settings: { kind: 'road_settings', id: 'id', hasVersion: true },
  clients: { kind: 'client', id: 'id', hasVersion: true },
  addresses: { kind: 'address', id: 'id', hasVersion: true },
  members: { kind: 'member', id: 'user_id', hasVersion: true },
  ownership_offers: { kind: 'ownership', id: 'id', hasVersion: false },
  invitations: { kind: 'invitation', id: 'id', hasVersion: true },
  driver_codes: { kind: 'driver_code', id: 'id', hasVersion: true },
  workspaces: { kind: 'workspace', id: 'id', hasVersion: true },
  integrations: { kind: 'integration', id: 'id', hasVersion: true },
  api_keys: { kind: 'api_key', id: 'id', hasVersion: true },
  erasures: { kind: 'erasure', id: 'id', hasVersion: true },
  retention: { kind: 'retention', id: 'id', hasVersion: true },
}

/** Runs with the rights of the tables' owner: the server may not touch these tables in any other way. */
const asOwner = 'language plpgsql volatile security definer set search_path = public, pg_temp'

/**
 * Plans once, for any batch: planning takes longer with each span. Those that cannot have the batch are left out as the plan
 * begins.
 */
const planned = 'set plan_cache_mode = force_generic_plan'

/** Gives a batch its position. The last thing that a transaction locks, and only while it commits. */
const placing = [
  `create function place_event_batch() returns trigger ${asOwner} ${planned} as $$
    declare
      next bigint;
    begin
      -- A workspace that was deleted in the meantime took its batch along.
      if not exists (select from event_batches b where b.workspace_id = new.workspace_id and b.id = new.id) then
        return null;
      end if;
      insert into event_heads as h (workspace_id, position, mark, length) values (new.workspace_id, 1, new.mark,
          (select max(e.index) from events e where e.workspace_id = new.workspace_id and e.batch_id = new.id))
        on conflict (workspace_id) do update set position = h.position + 1, mark = excluded.mark, length = excluded.length
        returning h.position into next;
      update event_batches b set position = next where b.workspace_id = new.workspace_id and b.id = new.id;
      return null;
    end $$`,
  `create constraint trigger place_event_batch after insert on event_batches deferrable initially deferred
    for each row when (new.position is null) execute function place_event_batch()`,
]

/** Refuses to commit a change that no event of the same transaction tells, in its newest version. */
const settling = [
  // An import owes a thousand at once, which the planner does not expect: it would look for each in turn.
  `create function settle_event_debt() returns trigger ${asOwner} set enable_nestloop = off ${planned} as $$
    declare
      forgotten uuid;
      batches bigint[] := array(
        select b.id from event_batches b where b.workspace_id = new.workspace_id and b.xid = pg_current_xact_id());
      first bigint := (select min(b) from unnest(batches) b);
      last bigint := (select max(b) from unnest(batches) b);
    begin
      select d.id into forgotten
        from unnest(new.ids, new.versions) as d (id, version)
        left join (
          select e.subject_id, max(e.version) as version from events e
            where e.workspace_id = new.workspace_id and e.subject_kind = new.kind and e.batch_id = any(batches)
              and e.batch_id between first and last
            group by 1) told on told.subject_id = d.id
        where told.subject_id is null or coalesce(told.version, 0) < d.version
        limit 1;
      if found and exists (select from workspaces w where w.id = new.workspace_id) then
        raise exception 'a % was changed without an event: %', new.kind, forgotten
          using errcode = 'integrity_constraint_violation', hint = 'Call appendEvents (server/events/append.ts).';
      end if;
      delete from event_debts d where d.id = new.id;
      return null;
    end $$`,
  `create constraint trigger settle_event_debt after insert on event_debts deferrable initially deferred
    for each row execute function settle_event_debt()`,
]

/** Writes down what each statement changes. Migrations and the owner's functions are not the server's role. */
function owing([table, { kind, id, hasVersion }]: [string, Watched]): string[] {
  const workspace = table === 'workspaces' ? 'id' : 'workspace_id'
  const versions = hasVersion ? 'array_agg(r.version)' : `'{}'`
  const write = (rows: string) => `insert into event_debts (workspace_id, kind, ids, versions)
        select r.${workspace}, '${kind}', array_agg(r.${id}), ${versions} from ${rows} group by 1;`
  const changed = hasVersion ? `where o.version <> r.version` : 'where o is distinct from r'
  const trigger = (on: string, referencing: string) =>
    `create or replace trigger owe_event_on_${on} after ${on} on ${table} referencing ${referencing}
      for each statement when (current_user = '${appRole}') execute function owe_event_for_${table}()`
  return [
    `create or replace function owe_event_for_${table}() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        ${write('added r')}
      elsif tg_op = 'UPDATE' then
        ${write(`added r join removed o using (${id === workspace ? id : `${workspace}, ${id}`}) ${changed}`)}
      else
        ${write('removed r')}
      end if;
      return null;
    end $$`,
    trigger('insert', 'new table as added'),
    trigger('update', 'old table as removed new table as added'),
    trigger('delete', 'old table as removed'),
  ]
}

/** Everything above, for `authorization.ts`, which removes all that runs with the owner's rights before. */
export const eventLogStatements = [...placing, ...settling, ...Object.entries(watchedTables).flatMap(owing)]

/** The functions among them that run with the owner's rights. Nobody calls them but their triggers. */
export const eventLogFunctions = ['place_event_batch', 'settle_event_debt']
