import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { apiStatements } from './api/schema.ts'
import { may, roles, type Action } from '#domain/permissions.ts'
import { appRole } from './app-role.ts'
import { acrossAudits, auditLogFunctions, auditLogStatements, erasingAudits } from './audit-log.ts'
import { eventLogFunctions, eventLogStatements } from './event-log.ts'
import { personalFunctions } from './personal-functions.ts'

/*
 * Who may do what in the database, all of it. docs/authorization.md explains it step by step.
 *
 * The server works as a role that owns nothing. PostgreSQL shows it a table's rows only in a transaction that has said
 * for whom it works: for one workspace (`karta.workspace`), for the sign-in service, for guests or for the store of
 * objects (`karta.scope`). In a workspace it also has said as what (`karta.role`): whoever may see or change operations
 * does so here too, within their own depots if limited to some; a driver sees their own route, and a client their own
 * deliveries. What has to look further is a function that runs with the owner's rights.
 */

type Rights = {
  table: string
  rowsOf: 'its workspace' | 'auth' | 'site' | 'objects'
  may: string
  /** What drivers see of a workspace's rows. Nothing, unless it says so. */
  driversSee?: 'own route' | 'all'
  /** What clients see of them. */
  clientsSee?: 'own deliveries' | 'all'
  /** Clients write what they see. */
  clientsWrite?: true
  /** Every role writes here: what the server notes for itself, and services that have rules of their own. */
  anybodyWrites?: true
  /** Everybody has and writes rows of their own here, besides what their role sees and changes. */
  isPersonal?: true
  /** The action that somebody's role must allow to see the rows, if that is not `see_operations`. */
  seenWith?: Action
}

const everything = 'select, insert, update, delete'

/** In whose transactions the rows of each table are visible, and what the server may do with them there. */
export const tableRights: Rights[] = [
  // Deleted by `delete_workspace` alone, because its deliveries and their histories go with it.
  { table: 'workspaces', rowsOf: 'its workspace', may: 'select, insert, update', driversSee: 'all' },
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
    clientsWrite: true,
  },
  // History is added to, never rewritten. Heads only move forward, which a trigger sees to.
  {
    table: 'delivery_events',
    rowsOf: 'its workspace',
    may: 'select, insert',
    clientsSee: 'own deliveries',
    clientsWrite: true,
  },
  {
    table: 'chain_heads',
    rowsOf: 'its workspace',
    may: 'select, insert, update',
    clientsSee: 'own deliveries',
    clientsWrite: true,
  },
  { table: 'photos', rowsOf: 'its workspace', may: 'select, insert, update', clientsSee: 'own deliveries' },
  { table: 'proofs', rowsOf: 'its workspace', may: 'select, insert, update', clientsSee: 'own deliveries' },
  // Whoever may change deliveries may see it: viewers, clients and drivers may not.
  { table: 'delivery_pins', rowsOf: 'its workspace', may: 'select, insert, update', seenWith: 'change_deliveries' },
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
  { table: 'plans', rowsOf: 'its workspace', may: everything },
  { table: 'routes', rowsOf: 'its workspace', may: everything, driversSee: 'own route' },
  { table: 'stops', rowsOf: 'its workspace', may: everything, driversSee: 'own route' },
  { table: 'plan_changes', rowsOf: 'its workspace', may: 'select, insert, update' },
  { table: 'operations', rowsOf: 'its workspace', may: everything },
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
  { table: 'imports', rowsOf: 'its workspace', may: everything, clientsSee: 'all', clientsWrite: true },
  // That somebody was erased is to be seen for good.
  { table: 'erasures', rowsOf: 'its workspace', may: 'select, insert, update', seenWith: 'manage_workspace' },
  { table: 'retention', rowsOf: 'its workspace', may: 'select, insert, update', seenWith: 'manage_workspace' },
  { table: 'integrations', rowsOf: 'its workspace', may: everything },
  { table: 'connection_attempts', rowsOf: 'its workspace', may: everything },

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
  { table: 'auth.devices', rowsOf: 'auth', may: everything },
  { table: 'auth.audit_entries', rowsOf: 'auth', may: 'select, insert' },
  { table: 'auth.deletion_choices', rowsOf: 'auth', may: everything },
  { table: 'auth.workspace_uses', rowsOf: 'auth', may: everything },

  // What people wrote is read by the operator alone.
  { table: 'site.contact_messages', rowsOf: 'site', may: 'insert' },
  { table: 'site.applications', rowsOf: 'site', may: 'insert' },
  { table: 'site.used_challenges', rowsOf: 'site', may: 'insert' },
  { table: 'site.guest_replies', rowsOf: 'site', may: 'select, insert, update' },
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
  vehicles: 'id = any ((select own_vehicles())::uuid[])',
  depots: 'id = (select own_depot())',
  events: `nullif(current_setting('karta.driver', true), '')::uuid = any (driver_ids)`,
}

/** Worked out once in a statement. */
const once = (condition: string) => `(select ${condition})`
const role = `current_setting('karta.role', true)`
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
  deliveries: `depot_id = any (${depots}::uuid[])`,
  delivery_events: `${seesSome} and sees_delivery(delivery_id)`,
  chain_heads: `${seesSome} and sees_delivery(subject_id)`,
  custody_leaves: `${seesSome} and sees_delivery(subject_id)`,
  photos: `${seesSome} and (delivery_id is null or sees_delivery(delivery_id))`,
  proofs: `${seesSome} and sees_delivery(delivery_id)`,
  delivery_pins: `${seesSome} and ${isOf('change_deliveries')} and sees_delivery(delivery_id)`,
  plans: `depot_id = any (${depots}::uuid[])`,
  routes: `${seesSome} and sees_plan(plan_id)`,
  stops: `${seesSome} and sees_route(route_id)`,
  plan_changes: `${seesSome} and sees_plan(plan_id)`,
  depots: `id = any (${depots}::uuid[])`,
  // Drivers without a depot may drive for any.
  drivers: `${depots}::uuid[] is not null and (depot_id is null or depot_id = any (${depots}::uuid[]))`,
  recurring_orders: `depot_id = any (${depots}::uuid[])`,
  recurring_days: `${seesSome} and recurring_id in (select o.id from recurring_orders o)`,
  days_off: `${seesSome} and driver_id in (select o.id from drivers o)`,
  events: `depot_ids && ${depots}::uuid[]
    or ${depots}::uuid[] is not null and depot_ids = '{}' and subject_kind <> all ('{delivery,plan,route}'::text[])`,
}

/** What a client sees of these tables. */
const ofClient: Record<string, string> = {
  clients: `id = ${client}`,
  deliveries: `client_id = ${client}`,
  delivery_events: `${isClient} and sees_delivery(delivery_id)`,
  chain_heads: `${isClient} and sees_delivery(subject_id)`,
  photos: `${isClient} and sees_delivery(delivery_id)`,
  proofs: `${isClient} and sees_delivery(delivery_id)`,
  events: `client_id = ${client}`,
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
    clientsWrite,
    anybodyWrites,
    seenWith,
    isPersonal,
  } = given
  if (rowsOf !== 'its workspace') {
    const inScope = `current_setting('karta.scope', true) = '${rowsOf}'`
    return [`create policy visible on ${table} using (${inScope}) with check (${inScope})`]
  }
  const column = table === 'workspaces' ? 'id' : 'workspace_id'
  const inWorkspace = `${column} = nullif(current_setting('karta.workspace', true), '')::uuid`
  const clients = clientsSee === 'all' ? [isClient] : clientsSee ? [ofClient[table]!] : []
  const drivers = driversSee === 'own route' ? [ownRoute[table]!] : []
  const limit = ofDepots[table]
  const seen = limit ? [inAll('see_operations'), limit] : [once(isOf(seenWith ?? 'see_operations'))]
  const written = limit
    ? [inAll('change_deliveries'), `${once(isOf('change_deliveries'))} and (${limit})`]
    : [once(isOf('change_deliveries'))]
  const own = isPersonal ? [`user_id = ${person}`] : []
  const mayWrite = [...written, ...(clientsWrite ? clients : []), ...own]
  const where = (conditions: string[]) => `${inWorkspace} and (${conditions.map((each) => `(${each})`).join(' or ')})`
  const using = driversSee === 'all' ? inWorkspace : where([...seen, ...drivers, ...clients, ...own])
  const check = anybodyWrites ? inWorkspace : where(mayWrite)
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

/** Begins every function that runs with the owner's rights. Nobody can slip it a table of the same name. */
const asOwner = 'security definer set search_path = public, pg_temp'

/** Why the key `k` may not be used with this secret, from this address and at this time; null if it may. */
const keyRefusal = `case
        when k.revoked_at is not null then 'api_key_revoked'
        when k.expires_at <= at then 'api_key_expired'
        when k.hash <> key_hash and k.previous_ends_at <= at then 'api_key_rotated'
        when k.allowed_addresses is not null
          and not coalesce(plain_address(address) <<= any(k.allowed_addresses), false) then 'api_key_address'
      end`

/**
 * Letting a request in. Nobody's workspace is set yet, so these look at all of them.
 */
const lettingIn: Record<string, string> = {
  /*
   * Opens a person's request in one statement. Is the session alive, is the person a member, and of which workspace: the
   * wanted one, or the one they joined first? Sets the workspace of the transaction, and who the person is there.
   *
   * No row: the session has ended. Null workspace: not a member. A session without a second factor gets no workspace
   * (`lacks_factor`) when its person has a factor, since a stolen password alone must open nothing, or when the
   * workspace asks for one. Neither does a suspended member: `suspension` says who did it, and whom to ask. Who wants no
   * workspace in particular is let into one where they are not suspended, if there is any.
   */
  begin_request: `create function begin_request(session uuid, person uuid, wanted uuid)
    returns table (workspace_id uuid, role text, member_name text, aal text, lacks_factor boolean, has_factor boolean,
      driver_id uuid, depot_ids uuid[], client_id uuid, suspension json, proven_at timestamptz)
    language plpgsql volatile ${asOwner} as $$
    declare
      asks boolean;
    begin
      select s.aal, greatest(s.created_at,
            (select to_timestamp(max((a ->> 'timestamp')::double precision)) from jsonb_array_elements(s.amr) a))
        into aal, proven_at from auth.sessions s join auth.users u on u.id = s.user_id
        where s.id = session and s.user_id = person and u.deleted_at is null
          and (u.banned_until is null or u.banned_until < now());
      if not found then
        return;
      end if;
      -- Members of an inactive client have none, and so see nothing.
      select coalesce(b.id, m.workspace_id), m.role, m.name, w.requires_two_factors, d.id,
          case when b.id is null then m.depot_ids end,
          case when b.id is null and m.client_id is not null
            then (select c.id from clients c where c.id = m.client_id and c.active) end,
          case when m.state = 'suspended' then json_build_object(
            'workspace', json_build_object('id', w.id, 'name', w.name),
            'suspended_by', m.suspended_by, 'suspended_at', m.suspended_at,
            'ask', (select coalesce(json_agg(o.name order by o.role = 'owner' desc, o.name), '[]') from (
              select a.name, a.role from members a where a.workspace_id = w.id and a.state = 'active'
                and a.role in ('owner', 'admin') order by a.role = 'owner' desc, a.name limit 5) o)) end
        into workspace_id, role, member_name, asks, driver_id, depot_ids, client_id, suspension
        from members m join workspaces w on w.id = m.workspace_id
          left join workspaces b on b.id = wanted and b.sandbox_of = m.workspace_id and m.role in ('owner', 'admin')
          left join drivers d on b.id is null and d.workspace_id = m.workspace_id and d.user_id = m.user_id and d.active
        where m.user_id = person and (wanted is null or m.workspace_id = wanted or b.id is not null)
        order by m.state = 'suspended', m.created_at, m.workspace_id limit 1;
      has_factor := aal <> 'aal2'
        and exists (select 1 from auth.factors f where f.user_id = person and f.status = 'verified');
      lacks_factor := has_factor or coalesce(asks and aal <> 'aal2', false);
      perform set_config('karta.workspace',
          case when lacks_factor or suspension is not null then '' else coalesce(workspace_id::text, '') end, true),
        set_config('karta.role', coalesce(role, ''), true), set_config('karta.person', person::text, true),
        set_config('karta.driver', coalesce(driver_id::text, ''), true),
        set_config('karta.depots', coalesce(depot_ids::text, ''), true),
        set_config('karta.client', coalesce(client_id::text, ''), true);
      return next;
    end $$`,

  /*
   * Lets in a request with an API key, in one statement. Whose key is it, may it still be used, from this address, and is
   * anything left of the month? If so, counts the request. It sets no workspace: the caller does, with the one that this
   * returns. That of a test key is the sandbox of its workspace.
   *
   * No row: there is no such key. `refusal` is the code of the problem, or null. The caller knows the calendar of every
   * time zone, so the first request of a month is answered `month_unknown` and comes again with the month. After the first
   * request of a day, `day_unknown`, the caller begins the day with `begin_key_day`. `limits` has a number or null for each
   * tier and for a trial. Requests of test keys count for their day alone.
   *
   * Counting is a statement of its own, not part of what the request then does: nobody waits for a slow request in order
   * to be counted, and one that fails counts.
   */
  begin_key_request: `create function begin_key_request(key_hash bytea, wanted uuid, address inet, at timestamptz,
      limits jsonb, new_month date, new_month_ends_at timestamptz)
    returns table (key_id uuid, key_name text, scopes text[], depot_ids uuid[], workspace_id uuid, time_zone text,
      refusal text, monthly_limit integer, used integer, month_ends_at timestamptz, day_unknown boolean)
    language plpgsql volatile ${asOwner} as $$
    #variable_conflict use_column
    declare
      k record;
      is_previous boolean;
      counted boolean;
    begin
      select a.*, w.time_zone,
          case when a.is_test then (select s.id from workspaces s where s.sandbox_of = a.workspace_id)
            else a.workspace_id end as works_in,
          (limits ->> case when w.tier = 'free' and w.trial_ends_at > at then 'trial' else w.tier end)::integer as most
        into k from api_keys a join workspaces w on w.id = a.workspace_id
        where a.id = coalesce((select c.id from api_keys c where c.hash = key_hash),
          (select p.id from api_keys p where p.previous_hash = key_hash));
      if not found then
        return;
      end if;
      is_previous := k.hash <> key_hash;
      key_id := k.id;
      key_name := k.name;
      scopes := k.scopes;
      depot_ids := k.depot_ids;
      workspace_id := k.works_in;
      time_zone := k.time_zone;
      refusal := coalesce(${keyRefusal}, case
        when k.works_in is null then 'api_key_revoked'
        when wanted <> k.works_in then 'no_workspace'
      end);
      if refusal is not null then
        return next;
        return;
      end if;

      -- A crash may lose the last moment's count. Waiting for the disk on every request would cost far more.
      perform set_config('synchronous_commit', 'off', true);
      if is_previous then
        update api_keys a set previous_last_used_at = at, previous_last_used_address = plain_address(address)
          where a.id = k.id and a.hash = k.hash
            and (a.previous_last_used_at is null or a.previous_last_used_at <= at - interval '1 minute');
      elsif k.last_used_at is null or k.last_used_at <= at - interval '1 minute' then
        update api_keys a set last_used_at = at, last_used_address = plain_address(address)
          where a.id = k.id and a.hash = k.hash and (a.last_used_at is null or a.last_used_at <= at - interval '1 minute');
      end if;

      if not k.is_test then
        monthly_limit := k.most;
        loop
          update api_usage u set requests = u.requests + 1
            where u.workspace_id = k.workspace_id and u.ends_at > at and (k.most is null or u.requests < k.most)
            returning u.requests, u.ends_at into used, month_ends_at;
          counted := found;
          exit when counted;
          select u.requests, u.ends_at into used, month_ends_at from api_usage u
            where u.workspace_id = k.workspace_id and u.ends_at > at;
          -- If another request began the month between the two statements, there is room, and this one tries again.
          exit when not found or used >= k.most;
        end loop;
        if not counted then
          if used is not null then
            refusal := 'quota_exceeded';
          elsif new_month is null then
            refusal := 'month_unknown';
          else
            insert into api_usage as u (workspace_id, month, ends_at, requests)
              values (k.workspace_id, new_month, new_month_ends_at, 1)
              on conflict on constraint api_usage_pkey do update
                set requests = u.requests + 1, ends_at = excluded.ends_at
                where k.most is null or u.requests < k.most
              returning u.requests, u.ends_at into used, month_ends_at;
            if used is null then
              used := k.most;
              month_ends_at := new_month_ends_at;
              refusal := 'quota_exceeded';
            end if;
          end if;
        end if;
      end if;
      if refusal is null then
        -- Of the key's days, only the newest two can go on.
        update api_key_days d set requests = d.requests + 1
          where d.key_id = k.id and d.day >= (at at time zone 'UTC')::date - 1 and d.ends_at > at;
        day_unknown := not found;
      end if;
      return next;
    end $$`,

  // Begins a day of a key with its first request. Others may have come first.
  begin_key_day: `create function begin_key_day(key uuid, new_day date, new_day_ends_at timestamptz) returns void
    language plpgsql volatile ${asOwner} as $$
    begin
      perform set_config('synchronous_commit', 'off', true);
      insert into api_key_days as d (workspace_id, key_id, day, ends_at, requests)
        select a.workspace_id, a.id, new_day, new_day_ends_at, 1 from api_keys a where a.id = key
        on conflict (key_id, day) do update set requests = d.requests + 1, ends_at = excluded.ends_at;
    end $$`,

  // What a key may do at this moment. No row if it may not be used any more. For sockets, which were let in before.
  key_as_it_is: `create function key_as_it_is(key_hash bytea, address inet, at timestamptz)
    returns table (key_id uuid, key_name text, scopes text[], depot_ids uuid[])
    language sql stable ${asOwner} as $$
      select k.id, k.name, k.scopes, k.depot_ids from api_keys k
        where (k.hash = key_hash or k.previous_hash = key_hash) and ${keyRefusal} is null
    $$`,

  // The key that the transaction works for, which is not in the sandbox if it is a test key.
  own_key: `create function own_key()
    returns table (is_test boolean, allowed_addresses inet[], expires_at timestamptz)
    language sql stable ${asOwner} as $$
      select k.is_test, k.allowed_addresses, k.expires_at from api_keys k
        where k.id = nullif(current_setting('karta.person', true), '')::uuid
    $$`,

  // Somebody found a key: whose is it? They show all of it, so they could use it, too.
  workspace_of_key: `create function workspace_of_key(key_hash bytea)
    returns table (workspace_id uuid, key_id uuid, is_previous boolean)
    language sql stable ${asOwner} as $$
      select k.workspace_id, k.id, k.hash <> key_hash from api_keys k
        where k.hash = key_hash or k.previous_hash = key_hash
    $$`,

  // The sandbox of the transaction's workspace, which no policy shows.
  own_sandbox: `create function own_sandbox() returns table (id uuid, created_at timestamptz)
    language sql stable ${asOwner} as $$
      select s.id, s.created_at from workspaces s
        where s.sandbox_of = nullif(current_setting('karta.workspace', true), '')::uuid
    $$`,

  // A shop calls back without a session: whose connection attempt is it?
  workspace_of_attempt: `create function workspace_of_attempt(hash bytea) returns uuid
    language sql stable ${asOwner} as $$
      select a.workspace_id from connection_attempts a where a.state_hash = hash
    $$`,

  // Whoever opens an invitation belongs to nothing yet: which one is it, and did the token come from the address itself?
  find_invitation: `create function find_invitation(token_hash bytea)
    returns table (workspace_id uuid, id uuid, was_sent boolean)
    language sql stable ${asOwner} as $$
      select i.workspace_id, i.id, i.sent_hash = token_hash from invitations i
        where i.sent_hash = token_hash or i.link_hash = token_hash
    $$`,

  // The same for a code that signs a driver's phone in.
  find_driver_code: `create function find_driver_code(token_hash bytea) returns table (workspace_id uuid, id uuid)
    language sql stable ${asOwner} as $$
      select c.workspace_id, c.id from driver_codes c where c.hash = token_hash
    $$`,

  // Recurring orders of all workspaces that may have to come within two weeks and have not been made for all of them.
  recurring_orders_due: `create function recurring_orders_due() returns table (workspace_id uuid, id uuid)
    language sql stable ${asOwner} as $$
      select r.workspace_id, r.id from recurring_orders r
        where not r.paused and (r.last_day is null or r.last_day >= current_date - 1)
          and r.first_day <= current_date + 15
        order by r.workspace_id, r.standing_route_id, r.standing_position, r.id
    $$`,

  // The same for the link to a route.
  find_route_link: `create function find_route_link(token_hash bytea)
    returns table (workspace_id uuid, id uuid, expires_at timestamptz)
    language sql stable ${asOwner} as $$
      select h.workspace_id, h.id, h.link_expires_at from route_handovers h where h.link_hash = token_hash
    $$`,

  /*
   * Whether only codes on a dispatcher's screen open the account of a member of the transaction's workspace: a driver
   * there and nothing more, who belongs to no other workspace and has no way of their own to sign in. A code must never
   * open anything else, since whoever makes it could use it.
   */
  opened_by_code: `create function opened_by_code(person uuid) returns boolean
    language sql stable ${asOwner} as $$
      select exists (select from auth.users u join members m on m.user_id = u.id
        where u.id = person and u.deleted_at is null and u.app_metadata ->> 'provider' = 'driver_code'
          and u.email is null and u.phone is null and u.new_email is null and u.new_phone is null
          and u.password_hash is null
          and m.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid and m.role = 'driver'
          and not exists (select from members o where o.user_id = person and o.workspace_id <> m.workspace_id)
          and not exists (select from auth.identities i where i.user_id = person)
          and not exists (select from auth.passkeys p where p.user_id = person)
          and not exists (select from auth.factors f where f.user_id = person and f.status = 'verified'))
    $$`,

  // Invitations that wait for somebody with this confirmed address, whatever the workspace.
  invitations_for: `create function invitations_for(person uuid, at timestamptz)
    returns table (workspace_id uuid, id uuid)
    language sql stable ${asOwner} as $$
      select i.workspace_id, i.id from auth.users u join invitations i on lower(i.email) = lower(u.email)
        where u.id = person and u.email_confirmed_at is not null and u.deleted_at is null
          and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > at
          and not exists (select from members m where m.workspace_id = i.workspace_id and m.user_id = person)
        order by i.created_at desc limit 20
    $$`,

  // Which of these addresses members of the transaction's workspace already have.
  addresses_of_members: `create function addresses_of_members(addresses text[]) returns table (address text)
    language sql stable ${asOwner} as $$
      select lower(u.email) from members m join auth.users u on u.id = m.user_id
        where m.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
          and lower(u.email) = any(addresses)
    $$`,

  // An address of a public object names its bucket and no workspace: whose bucket is it?
  'storage.workspace_of_public_bucket': `create function storage.workspace_of_public_bucket(bucket text) returns uuid
    language sql stable ${asOwner} as $$
      select b.workspace_id from storage.buckets b where b.id = bucket and b.public
    $$`,

  /*
   * What owners and admins see of the accounts of their workspace's members. For everybody else it returns nothing, and
   * never what a second factor is.
   */
  member_accounts: `create function member_accounts()
    returns table (user_id uuid, email text, phone text, has_second_factor boolean)
    language sql stable ${asOwner} as $$
      select m.user_id, u.email, u.phone,
          exists (select from auth.factors f where f.user_id = m.user_id and f.status = 'verified')
        from members m join auth.users u on u.id = m.user_id and u.deleted_at is null
        where m.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
          and current_setting('karta.role', true) in ('owner', 'admin', 'system', 'operator')
    $$`,

  /*
   * Notes when members of any workspaces were last seen. A row that somebody else has locked is left for the next time, so
   * nobody waits for this.
   */
  note_seen: `create function note_seen(workspaces uuid[], people uuid[], ats timestamptz[]) returns void
    language sql volatile ${asOwner} as $$
      update members m set last_seen_at = s.at
        from (select l.workspace_id, l.user_id, g.at
          from unnest(workspaces, people, ats) as g(workspace_id, user_id, at)
            join members l on l.workspace_id = g.workspace_id and l.user_id = g.user_id
          where l.last_seen_at is null or l.last_seen_at < g.at
          for update of l skip locked) s
        where m.workspace_id = s.workspace_id and m.user_id = s.user_id
    $$`,

  // The workspaces somebody is a member of. It returns ids only.
  workspaces_of: `create function workspaces_of(person uuid) returns table (workspace_id uuid)
    language sql stable ${asOwner} as $$
      select m.workspace_id from members m where m.user_id = person order by m.workspace_id
    $$`,

  // The workspaces somebody is a member of, to choose from: the last one used first, then in the order they were joined.
  memberships_of: `create function memberships_of(person uuid)
    returns table (id uuid, name text, role text, state text, tier text, trial_ends_at timestamptz,
      requires_two_factors boolean, last_used_at timestamptz)
    language sql stable ${asOwner} as $$
      select w.id, w.name, m.role, m.state, w.tier, w.trial_ends_at,
          w.requires_two_factors, u.last_used_at
        from members m join workspaces w on w.id = m.workspace_id
          left join auth.workspace_uses u on u.workspace_id = m.workspace_id and u.user_id = m.user_id
        where m.user_id = person
        order by u.last_used_at desc nulls last, m.created_at, m.workspace_id
    $$`,
}

/**
 * Signing in. People come in waves, and a hash is slow enough: what else a sign-in costs the server and the database is
 * mostly the number of statements and of transactions.
 */
const signingIn: Record<string, string> = {
  /*
   * Who signs in with this address, and may they try yet? It returns only what deciding about that needs, and always one
   * row: an address without an account takes the same work. `device` is the caller's, as `deviceHash` writes it.
   */
  'auth.account_at': `create function auth.account_at(
      kind text, address text, device text, shared_lane bytea, own_lane bytea)
    returns table (id uuid, password_hash text, banned_until timestamptz, email_confirmed_at timestamptz,
      phone_confirmed_at timestamptz, is_known boolean, shared_until timestamptz, own_until timestamptz)
    language plpgsql stable ${asOwner} as $$
    begin
      if kind = 'email' then
        select u.id, u.password_hash, u.banned_until, u.email_confirmed_at, u.phone_confirmed_at
          into id, password_hash, banned_until, email_confirmed_at, phone_confirmed_at
          from auth.users u where lower(u.email) = address and u.deleted_at is null;
      else
        select u.id, u.password_hash, u.banned_until, u.email_confirmed_at, u.phone_confirmed_at
          into id, password_hash, banned_until, email_confirmed_at, phone_confirmed_at
          from auth.users u where u.phone = address and u.deleted_at is null;
      end if;
      is_known := exists (select from auth.devices d where d.user_id = coalesce(account_at.id, gen_random_uuid())
        and d.device_hash = sha256(convert_to(account_at.id || ' ' || device, 'UTF8')));
      shared_until := (select g.blocked_until from auth.guesses g where g.lane = shared_lane);
      own_until := (select g.blocked_until from auth.guesses g where g.lane = own_lane);
      return next;
    end $$`,

  // What is shown with an account, oldest first. Secrets of second factors stay here.
  'auth.belongings': `create function auth.belongings(person uuid) returns json
    language plpgsql stable ${asOwner} as $$
    begin
      return json_build_object(
        'identities', (select coalesce(json_agg(i order by i.created_at, i.provider, i.id), '[]')
          from auth.identities i where i.user_id = person),
        'factors', (select coalesce(json_agg(f order by f.created_at, f.id), '[]') from (
          select id, user_id, factor_type, status, friendly_name, phone, last_challenged_at, created_at, updated_at
            from auth.factors where user_id = person) f));
    end $$`,

  /*
   * Opens a session: everything that a sign-in writes. Null, and nothing written, if the account is gone or its password
   * is no longer the one that `matched`. With `on_known_device`, also if the person has other devices but not this one,
   * because then a mail belongs to the same transaction.
   */
  'auth.open_session': `create function auth.open_session(
      person uuid, at timestamptz, amr jsonb, agent text, address inet, token bytea, device bytea, logged jsonb,
      matched text, replacement text, on_known_device boolean, forgiven bytea)
    returns json
    language plpgsql volatile ${asOwner} as $$
    declare
      account auth.users;
      opened uuid;
      is_new_device boolean;
    begin
      is_new_device := not exists (select from auth.devices d where d.user_id = person and d.device_hash = device)
        and exists (select from auth.devices d where d.user_id = person);
      if is_new_device and on_known_device then
        return null;
      end if;
      update auth.users u
        set last_sign_in_at = at, password_hash = coalesce(replacement, u.password_hash)
        where u.id = person and u.deleted_at is null and (matched is null or u.password_hash = matched)
        returning u.* into account;
      if not found then
        return null;
      end if;
      insert into auth.sessions (user_id, amr, user_agent, ip, created_at)
        values (person, amr, agent, address, at) returning id into opened;
      insert into auth.refresh_tokens (token_hash, session_id, created_at) values (token, opened, at);
      insert into auth.devices (user_id, device_hash, first_seen_at) values (person, device, at) on conflict do nothing;
      -- Somebody who signs in twice at the same moment is told once.
      is_new_device := is_new_device and found;
      -- A right password makes up for the wrong ones before it.
      delete from auth.guesses g where g.lane = forgiven;
      if logged is not null then
        insert into auth.audit_entries (at, action, user_id, actor_id, ip, user_agent, detail)
          values (at, 'login', person, person, address, agent, logged);
      end if;
      return json_build_object('account', row_to_json(account), 'session_id', opened, 'is_new_device', is_new_device,
        'belongings', auth.belongings(person));
    end $$`,
}

/** What belongs to the driver of the transaction. Policies ask, and so cannot look at tables with such policies. */
const ofTheDriver: Record<string, string> = {
  own_routes: `create function own_routes() returns uuid[]
    language sql stable ${asOwner} as $$
      select array_agg(r.id) from routes r join plans p on p.id = r.plan_id and p.state = 'dispatched'
        where r.driver_id = nullif(current_setting('karta.driver', true), '')::uuid
          and r.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
    $$`,

  // The usual one, and those of their own routes.
  own_vehicles: `create function own_vehicles() returns uuid[]
    language sql stable ${asOwner} as $$
      select array(
        select d.vehicle_id from drivers d where d.id = nullif(current_setting('karta.driver', true), '')::uuid
        union select r.vehicle_id from routes r where r.id = any(own_routes()))
    $$`,

  // Where the driver's routes start and end.
  own_depot: `create function own_depot() returns uuid
    language sql stable ${asOwner} as $$
      select coalesce(d.depot_id, (select e.id from depots e where e.workspace_id = d.workspace_id and e.is_default))
        from drivers d where d.id = nullif(current_setting('karta.driver', true), '')::uuid
          and d.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
    $$`,
}

/** Whose business a record is, for those who do not see everything. Policies ask, for each row that only they may see. */
const ofSome: Record<string, string> = {
  // Of the client of the transaction, or of its depots.
  sees_delivery: `create function sees_delivery(delivery uuid) returns boolean
    language plpgsql stable ${asOwner} as $$
    begin
      return exists (select from deliveries d where d.id = delivery
        and d.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
        and (d.client_id = nullif(current_setting('karta.client', true), '')::uuid
          or d.depot_id = any (nullif(current_setting('karta.depots', true), '')::uuid[])));
    end $$`,

  /*
   * The depot that each pickup address means, by its name, its address, both or an alias; null if it is another place. A client
   * may not see the depots.
   */
  depots_of_pickups: `create function depots_of_pickups(given text[])
    returns table (address text, key text, depot_id uuid)
    language sql stable ${asOwner} as $$
      with asked as materialized (select a.address, address_key(a.address) as key from unnest(given) as a(address)),
        known as materialized (
          select d.id, d.is_default, d.created_at, address_key(n.name) as key
          from depots d cross join unnest(array[d.name, d.address, d.name || ', ' || d.address] || d.aliases) as n(name)
          where d.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid and d.active)
      select distinct on (a.address) a.address, a.key, k.id from asked a left join known k on k.key = a.key and k.key <> ''
        order by a.address, k.is_default desc nulls last, k.created_at, k.id
    $$`,

  // Open deliveries that have parcels with these codes. Policies would keep a query of the server from using the index.
  open_parcels: `create function open_parcels(codes text[]) returns table (code text, id uuid, number integer)
    -- Of a table that is being filled, the planner would read every row for each part of an import.
    language plpgsql stable ${asOwner} set enable_seqscan = off as $$
    declare
      here uuid := nullif(current_setting('karta.workspace', true), '')::uuid;
    begin
      return query select p.each ->> 'code', d.id, d.number
        from deliveries d cross join lateral jsonb_array_elements(d.parcels) as p(each)
        where open_parcel_codes(d.workspace_id, d.parcels, d.status, d.deleted_at)
            && (select array_agg(here::text || ' ' || c) from unnest(codes) c)
          and d.parcels <> '[]'
          and p.each ->> 'code' = any (codes);
    end $$`,

  // The workspace's own fields, as far as the role of the transaction may see their values.
  custom_fields_shown: `create function custom_fields_shown() returns setof custom_fields
    language sql stable ${asOwner} as $$
      select f.* from custom_fields f
        where f.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
          and (${role} not in ('driver', 'client') or ${role} = any (f.visible_to))
        order by f.position, f.created_at, f.id
    $$`,

  // Values of the workspace's own fields, as the role of the transaction may see them.
  custom_shown: `create function custom_shown(given jsonb) returns jsonb
    language plpgsql stable ${asOwner} as $$
    begin
      if given = '{}' or ${role} not in ('driver', 'client') then
        return given;
      end if;
      return (select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(given) e
        join custom_fields f on f.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
          and f.key = e.key and ${role} = any (f.visible_to));
    end $$`,

  sees_plan: `create function sees_plan(plan uuid) returns boolean
    language plpgsql stable ${asOwner} as $$
    begin
      return exists (select from plans p where p.id = plan
        and p.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
        and p.depot_id = any (nullif(current_setting('karta.depots', true), '')::uuid[]));
    end $$`,

  sees_route: `create function sees_route(route uuid) returns boolean
    language plpgsql stable ${asOwner} as $$
    begin
      return exists (select from routes r where r.id = route and sees_plan(r.plan_id));
    end $$`,

  /*
   * Takes the next numbers of the workspace's deliveries, and says what new ones get unless they say it themselves. A
   * client may not write the workspace, nor see its depots.
   */
  take_numbers: `create function take_numbers(count integer)
    returns table (first_number integer, time_zone text, service_minutes double precision, depot_id uuid)
    language plpgsql volatile ${asOwner} as $$
    #variable_conflict use_column
    declare
      workspace uuid := nullif(current_setting('karta.workspace', true), '')::uuid;
      only_depots uuid[] := nullif(current_setting('karta.depots', true), '')::uuid[];
    begin
      return query update workspaces w set last_delivery_number = w.last_delivery_number + count where w.id = workspace
        returning w.last_delivery_number - count + 1, w.time_zone, w.service_minutes,
          (select d.id from depots d where d.workspace_id = workspace and d.active
            and (only_depots is null or d.id = any (only_depots)) order by d.is_default desc, d.created_at, d.id limit 1);
    end $$`,
}

/** Background work across all workspaces. These return ids and counts; the work then happens in each workspace. */
const acrossWorkspaces: Record<string, string> = {
  // Resumable uploads that took too long, in all workspaces. It returns their ids, by which their bytes are found.
  'storage.forget_uploads': `create function storage.forget_uploads(at timestamptz) returns table (id uuid)
    language sql volatile ${asOwner} as $$
      delete from storage.uploads u where u.expires_at <= at returning u.id
    $$`,

  /*
   * Claims a content, in one statement that does not wait for the disk: the row of an object that follows does, for both.
   * If a crash loses the claim alone, nothing refers to the content.
   */
  'storage.claim_blob': `create function storage.claim_blob(hash text, length bigint) returns void
    language plpgsql volatile ${asOwner} as $$
    begin
      perform set_config('synchronous_commit', 'off', true);
      insert into storage.blobs as b (sha256, bytes, touched_at) values (hash, length, now())
        on conflict (sha256) do update set bytes = excluded.bytes, touched_at = excluded.touched_at;
    end $$`,

  // Of a page of contents, those that nobody claimed for so long and that no object has. `last` is null after the last page.
  'storage.unused_blobs': `create function storage.unused_blobs(after text, grace_seconds float8, page integer)
    returns table (last text, unused text[])
    language sql stable ${asOwner} as $$
      with blobs as (select * from storage.blobs b where b.sha256 > after order by b.sha256 limit page)
      select max(b.sha256), coalesce(array_agg(b.sha256) filter (
          where b.touched_at < now() - make_interval(secs => grace_seconds)
            and not exists (select from storage.objects o where o.sha256 = b.sha256)), '{}')
        from blobs b
    $$`,

  // Workspaces with deliveries from a day on that have no position and whose address nobody has looked up yet.
  workspaces_to_locate: `create function workspaces_to_locate(from_day date) returns table (workspace_id uuid)
    language sql stable ${asOwner} as $$
      select distinct d.workspace_id from deliveries d
      where (d.lat is null and d.location_search is null or d.pickup_key is not null and d.pickup_depot_id is null
          and d.pickup_lat is null and d.pickup_location_search is null)
        and d.deleted_at is null and d.status = 'pending' and coalesce(d.scheduled_date, from_day) >= from_day
        and not exists (select from workspaces w where w.id = d.workspace_id and w.sandbox_of is not null)
    $$`,

  // Workspaces whose chains grew since they were last signed, and that have no entry for the day yet.
  workspaces_to_sign: `create function workspaces_to_sign(signed_day date) returns table (workspace_id uuid)
    language sql stable ${asOwner} as $$
      select distinct h.workspace_id from chain_heads h
      where (h.length > h.signed_length or not h.is_whole) and not exists (
        select from custody_log l where l.workspace_id = h.workspace_id and l.day >= signed_day)
    $$`,

  // Forgets geocoders' answers that have expired, in all workspaces.
  forget_geocodes: `create function forget_geocodes(at timestamptz) returns bigint
    language sql volatile ${asOwner} as $$
      with gone as (delete from geocodes g where g.expires_at <= at returning 1) select count(*) from gone
    $$`,

  /*
   * Whose turn it is to be searched for: a plan or an operation, in one line of workspaces. The workspace with the fewest
   * running searches is served, then the one that was served longest ago, and within it the oldest search. One that has as
   * many running as its tier allows waits, whatever is free.
   *
   * `lanes` are those with room on the server that asks. In `plan`, any plan may run, and in `shared` any search; in `short`
   * a short search of a workspace that runs no other short one, and in `first` the search of a workspace that runs nothing.
   *
   * A search whose server has been silent for too long waits again. With the lock, two who ask at the same time see what the
   * other took. A locked row is passed over, so that nobody's transaction holds up the line.
   */
  claim_turn: `create function claim_turn(given_ticket uuid, at timestamptz, kinds text[], lanes text[], caps jsonb,
      short_seconds double precision, silence interval)
    returns table (kind text, workspace_id uuid, id uuid, attempts integer, lane text)
    language plpgsql volatile ${asOwner} as $$
    #variable_conflict use_column
    declare
      next record;
    begin
      perform pg_advisory_xact_lock(hashtext('karta claims a turn'));
      for next in
        with searches as (
          select 'plan' as kind, p.workspace_id, p.id, p.created_at, p.time_limit_seconds as seconds,
              p.state = 'optimizing' and coalesce(p.heartbeat_at > clock_timestamp() - silence, false) as is_running
            from plans p where p.state in ('queued', 'optimizing')
          union all
          select 'operation', o.workspace_id, o.id, o.created_at, o.time_limit_seconds,
              o.status = 'running' and coalesce(o.heartbeat_at > clock_timestamp() - silence, false)
            from operations o where o.status in ('queued', 'running')
        ), line as (
          select w.id as workspace_id, a.running, a.short_running,
              greatest((select max(p.started_at) from plans p where p.workspace_id = w.id),
                (select max(o.started_at) from operations o where o.workspace_id = w.id)) as served_at
            from (select s.workspace_id, count(*) filter (where s.is_running) as running,
                  count(*) filter (where s.is_running and s.seconds <= short_seconds) as short_running
                from searches s group by s.workspace_id) a
              join workspaces w on w.id = a.workspace_id
            where a.running < (caps ->> case when w.tier = 'free' and w.trial_ends_at > at then 'trial' else w.tier end)::integer
        ), waiting as (
          select s.kind, s.workspace_id, s.id, s.created_at, l.running, l.served_at,
              case
                when s.kind = 'plan' and 'plan' = any(lanes) then 'plan'
                when 'shared' = any(lanes) then 'shared'
                when s.seconds <= short_seconds and l.short_running = 0 and 'short' = any(lanes) then 'short'
                when l.running = 0 and 'first' = any(lanes) then 'first'
              end as lane
            from searches s join line l on l.workspace_id = s.workspace_id
            where not s.is_running and s.kind = any(kinds)
        )
        select w.* from waiting w where w.lane is not null
          order by w.running, w.served_at nulls first, w.created_at, w.id
      loop
        if next.kind = 'plan' then
          return query update plans p
            set state = 'optimizing', ticket = given_ticket, attempts = p.attempts + 1, started_at = at,
              heartbeat_at = clock_timestamp(), progress = null, updated_at = at
            where p.id = (select q.id from plans q
              where q.id = next.id and q.state in ('queued', 'optimizing') for update skip locked)
            returning 'plan', p.workspace_id, p.id, p.attempts, next.lane;
        else
          return query update operations o
            set status = 'running', ticket = given_ticket, attempts = o.attempts + 1, started_at = at,
              heartbeat_at = clock_timestamp(), progress = null
            where o.id = (select q.id from operations q
              where q.id = next.id and q.status in ('queued', 'running') for update skip locked)
            returning 'operation', o.workspace_id, o.id, o.attempts, next.lane;
        end if;
        exit when found;
      end loop;
    end $$`,

  // A sign of life for the searches that a server runs. One that is being saved at this moment needs none.
  beat_turns: `create function beat_turns(tickets uuid[]) returns void
    language sql volatile ${asOwner} as $$
      update plans set heartbeat_at = clock_timestamp() where id in (select p.id from plans p
        where p.state = 'optimizing' and p.ticket = any(tickets) for update skip locked);
      update operations set heartbeat_at = clock_timestamp() where id in (select o.id from operations o
        where o.status = 'running' and o.ticket = any(tickets) for update skip locked);
    $$`,

  // How much is waiting on the whole server, and how long one thread would take to solve it.
  waiting_operations: `create function waiting_operations() returns table (waiting integer, thread_seconds double precision)
    language sql stable ${asOwner} as $$
      select count(*)::integer, coalesce(sum(o.time_limit_seconds * o.threads), 0)
        from operations o where o.status = 'queued'
    $$`,

  // Adds what was written down about quotas to what was counted before. Another server may be doing it.
  fold_quota_changes: `create function fold_quota_changes() returns void
    language plpgsql volatile ${asOwner} as $$
    begin
      if not pg_try_advisory_xact_lock(hashtext('karta counts quotas')) then
        return;
      end if;
      with gone as (delete from quota_changes returning *)
      insert into quota_counts as c (workspace_id, name, used)
        select g.workspace_id, g.name, sum(g.change) from gone g group by 1, 2
        on conflict (workspace_id, name) do update set used = c.used + excluded.used;
    end $$`,

  // Workspaces whose quotas were not counted anew since a moment.
  quotas_to_recount: `create function quotas_to_recount(since timestamptz) returns table (workspace_id uuid)
    language sql stable ${asOwner} as $$
      select w.id from workspaces w where not exists (
        select from quota_counts c where c.workspace_id = w.id and c.name = 'bytes_stored' and c.recounted_at > since)
    $$`,

  // Counts what a workspace has anew, and returns by how much the count was wrong.
  recount_quotas: `create function recount_quotas(workspace uuid, at timestamptz)
    returns table (name text, was_off_by bigint)
    language plpgsql volatile ${asOwner} as $$
    begin
      perform pg_advisory_xact_lock(hashtext('karta counts quotas'));
      return query select * from recount_stored(workspace, at);
    end $$`,

  /*
   * Forgets batches of events that are older than a moment, the oldest ones of all workspaces first, at most so many.
   * Returns how many. Readers whose cursor is older are told so.
   */
  forget_events: `create function forget_events(older_than timestamptz, most integer) returns integer
    language plpgsql volatile ${asOwner} as $$
    declare
      forgotten integer;
    begin
      with gone as (
        delete from event_batches b using (
          select o.workspace_id, o.id from event_batches o where o.at < older_than order by o.at limit most
            for update skip locked) old
          where b.workspace_id = old.workspace_id and b.id = old.id
          returning b.workspace_id, b.id, b.position, b.mark),
      last as (select distinct on (g.workspace_id) g.* from gone g order by g.workspace_id, g.position desc),
      moved as (
        update event_heads h set forgotten_position = l.position, forgotten_mark = l.mark, forgotten_length =
            (select max(e.index) from events e where e.workspace_id = l.workspace_id and e.batch_id = l.id)
          from last l
          where h.workspace_id = l.workspace_id and h.forgotten_position < l.position)
      select count(*) into forgotten from gone;
      return forgotten;
    end $$`,

  // Deletes broadcasts that need not be sent again any more.
  'realtime.forget_messages': `create function realtime.forget_messages(at timestamptz) returns void
    language sql volatile ${asOwner} as $$
      delete from realtime.messages m where m.expires_at <= at
    $$`,

  // Invitations that ended long ago, and codes that nobody asks about any more.
  forget_invitations: `create function forget_invitations(at timestamptz) returns void
    language sql volatile ${asOwner} as $$
      delete from invitations i
        where coalesce(i.accepted_at, i.withdrawn_at, i.expires_at) < at - interval '90 days';
      delete from driver_codes c where c.expires_at < at - interval '30 days';
    $$`,

  forget_operations: `create function forget_operations(at timestamptz) returns void
    language sql volatile ${asOwner} as $$
      delete from operations o where o.expires_at <= at
    $$`,

  forget_idempotent_replies: `create function forget_idempotent_replies(older_than interval) returns void
    language sql volatile ${asOwner} as $$
      delete from idempotent_replies where created_at < now() - older_than
    $$`,

  // A task may still be working on an attempt that has just expired, hence the hour.
  forget_connection_attempts: `create function forget_connection_attempts() returns void
    language sql volatile ${asOwner} as $$
      delete from connection_attempts where expires_at < now() - interval '1 hour'
    $$`,

  // What guests sent may be added by the server, not deleted.
  'site.forget_old': `create function site.forget_old() returns void
    language sql volatile ${asOwner} as $$
      delete from site.used_challenges where expires_at < now() - interval '1 hour';
      delete from site.guest_replies where created_at < now() - interval '1 day';
      delete from site.contact_messages where is_spam and received_at < now() - interval '30 days';
      delete from site.applications where is_spam and received_at < now() - interval '30 days';
    $$`,
}

/** What the server may not do with deliveries and their histories, except in one way each. */
const ending: Record<string, string> = {
  /*
   * Deletes the transaction's workspace and everything in it, if the person owns it or is its only member. Returns
   * whether it did. Otherwise, nothing that the server does deletes a delivery or an entry of a history.
   */
  delete_workspace: `create function delete_workspace(person uuid) returns boolean
    language plpgsql volatile ${asOwner} as $$
    declare
      workspace uuid := nullif(current_setting('karta.workspace', true), '')::uuid;
    begin
      if not exists (select from members m where m.workspace_id = workspace and m.user_id = person and (m.role = 'owner' and m.state = 'active'
          or not exists (select from members o where o.workspace_id = workspace and o.user_id <> person))) then
        return false;
      end if;
      perform delete_sandbox();
      delete from delivery_events e where e.workspace_id = workspace;
      delete from workspaces w where w.id = workspace;
      return true;
    end $$`,

  // Deletes the sandbox of the transaction's workspace. Returns whether there was one.
  delete_sandbox: `create function delete_sandbox() returns boolean
    language plpgsql volatile ${asOwner} as $$
    declare
      sandbox uuid := (select s.id from workspaces s
        where s.sandbox_of = nullif(current_setting('karta.workspace', true), '')::uuid);
    begin
      delete from delivery_events e where e.workspace_id = sandbox;
      delete from workspaces w where w.id = sandbox;
      return found;
    end $$`,

  /*
   * Drops what the seals of these fields hide in the history of a delivery, and the details of entries of the old format,
   * which hold personal data. Hashes stay. Only for deliveries that were marked as erased.
   */
  drop_opened: `create function drop_opened(deliveries_to_erase uuid[], fields text[]) returns void
    language sql volatile ${asOwner} as $$
      update delivery_events e
        set opened = e.opened - fields, detail = case when e.format = 1 then null else e.detail end
        from deliveries d
        where d.id = any(deliveries_to_erase) and d.erased_at is not null and e.delivery_id = d.id
          and d.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
          and not fields && array['actor']
    $$`,

  /*
   * Drops these fields from what the event log says about deliveries that were marked as erased. Their later events say
   * what is left of them.
   */
  drop_told: `create function drop_told(deliveries_to_erase uuid[], fields text[]) returns void
    language sql volatile ${asOwner} as $$
      update events e
        set data = e.data || (select jsonb_object_agg(f, case f
            when 'delivery_address' then to_jsonb(d.delivery_address) when 'parcels' then d.parcels
            when 'custom' then d.custom else 'null' end) from unnest(fields) f),
          previous = e.previous - fields
        from deliveries d
        where d.id = any(deliveries_to_erase) and d.erased_at is not null and e.subject_id = d.id
          and e.subject_kind = 'delivery' and e.workspace_id = d.workspace_id
          and d.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
    $$`,
}

/** Whom members may ask for what they may not do. Drivers and clients see no other member. */
const ofTheWorkspace: Record<string, string> = {
  owner_name: `create function owner_name() returns text
    language sql stable ${asOwner} as $$
      select m.name from members m
        where m.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid and m.role = 'owner'
          and m.state = 'active'
        order by m.created_at, m.user_id limit 1
    $$`,
}

/** The functions that run with the owner's rights and that the server may call, by name. */
export const ownerFunctions = {
  ...ofTheDriver,
  ...ofTheWorkspace,
  ...ofSome,
  ...lettingIn,
  ...signingIn,
  ...acrossWorkspaces,
  ...ending,
  ...erasingAudits,
  ...personalFunctions,
  ...acrossAudits,
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
  // Policies call some of them.
  ...Object.entries(ownerFunctions).flatMap(([name, statement]) => [statement, ...callable(name)]),
  ...tableRights.flatMap(rightsOf),
  ...mail,
  ...apiStatements,
  ...eventLogStatements,
  ...auditLogStatements,
  ...[...eventLogFunctions, ...auditLogFunctions].map((name) => `revoke all on function ${name} from public`),
]
const version = createHash('sha256').update(statements.join(';\n')).digest('hex')

/** Makes the database's rules those of this file, if they are not yet. Within a transaction, as the tables' owner. */
export async function authorize(trx: Kysely<unknown>): Promise<void> {
  await sql`create table if not exists migrations.authorization (version text not null)`.execute(trx)
  const { rows } = await sql<{ version: string }>`select version from migrations.authorization`.execute(trx)
  if (rows[0]?.version === version) return
  for (const statement of statements) await sql.raw(statement).execute(trx)
  await sql`delete from migrations.authorization`.execute(trx)
  await sql`insert into migrations.authorization values (${version})`.execute(trx)
}
