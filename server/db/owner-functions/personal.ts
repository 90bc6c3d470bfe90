import { asOwner } from './as-owner.ts'

const workspace = `nullif(current_setting('karta.workspace', true), '')::uuid`
/** Everybody else looks at deliveries through policies. */
const isManager = `current_setting('karta.role', true) in ('owner', 'admin', 'system')`

/**
 * What finding and erasing personal data needs beyond the server's own rights. The first four look into indexes over
 * functions, which policies would keep a query of the server from using.
 */
export const personalFunctions: Record<string, string> = {
  // What prescriptions of the transaction's workspace say, whoever erases their deliveries.
  drop_prescriptions: `create function drop_prescriptions(ids uuid[]) returns void
    language plpgsql volatile ${asOwner} as $$
    begin
      if ${isManager} then
        delete from prescriptions p where p.workspace_id = ${workspace} and p.delivery_id = any(ids);
        delete from prescription_doors p where p.workspace_id = ${workspace} and p.delivery_id = any(ids);
        delete from delivery_openings o where o.workspace_id = ${workspace} and o.delivery_id = any(ids);
      end if;
    end $$`,

  /*
   * Deliveries of the transaction's workspace whose recipient, or who hands it over, may be the one that is looked for. Those
   * that were erased have none.
   */
  find_recipients: `create function find_recipients(given_by text, given text, most integer) returns table (id uuid)
    language plpgsql stable ${asOwner} as $$
    declare
      here uuid := ${workspace};
    begin
      if not ${isManager} then
        return;
      end if;
      case given_by
        when 'phone' then return query select d.id from deliveries d where d.workspace_id = here
          and phone_end(d.recipient_phone) = phone_end(given) and d.recipient_phone is not null
          union select d.id from deliveries d where d.workspace_id = here
          and phone_end(d.pickup_phone) = phone_end(given) and d.pickup_phone is not null limit most;
        when 'email' then return query select d.id from deliveries d where d.workspace_id = here
          and mail_key(d.recipient_email) = mail_key(given) and d.recipient_email is not null limit most;
        when 'name' then return query select d.id from deliveries d where
          name_words(d.workspace_id, d.recipient_name) @> name_words(here, given) and d.recipient_name is not null
          union select d.id from deliveries d where
          name_words(d.workspace_id, d.pickup_name) @> name_words(here, given) and d.pickup_name is not null limit most;
        when 'address' then return query with keys as (
            select address_key(given) as key union all
            select s.key from address_spellings s where s.workspace_id = here and s.address_id in (
              select a.address_id from address_spellings a where a.workspace_id = here and a.key = address_key(given)))
          select d.id from deliveries d where d.workspace_id = here and d.erased_at is null
            and d.address_key in (select key from keys)
          union select d.id from deliveries d where d.workspace_id = here and d.erased_at is null
            and d.pickup_key in (select key from keys) and d.pickup_depot_id is null limit most;
      end case;
    end $$`,

  // Deliveries of the transaction's workspace with exactly these recipients, in the common form of their spelling.
  deliveries_of_recipients: `create function deliveries_of_recipients(given jsonb, most integer)
    returns table (id uuid) language plpgsql stable ${asOwner} as $$
    declare
      here uuid := ${workspace};
    begin
      if not ${isManager} then
        return;
      end if;
      return query
        select distinct f.id from jsonb_to_recordset(given) as g(name text, phone text, email text, address text)
        cross join lateral (
          select d.id from deliveries d where g.phone is not null and d.workspace_id = here
            and d.recipient_phone is not null and phone_end(d.recipient_phone) = phone_end(g.phone)
            and phone_key(d.recipient_phone) = g.phone
            and name_key(d.recipient_name) is not distinct from g.name
            and mail_key(d.recipient_email) is not distinct from g.email
          union all
          select d.id from deliveries d where g.phone is null and g.email is not null and d.workspace_id = here
            and d.recipient_email is not null and mail_key(d.recipient_email) = g.email
            and phone_key(d.recipient_phone) is null and name_key(d.recipient_name) is not distinct from g.name
          union all
          select d.id from deliveries d where g.phone is null and g.email is null and g.name is not null
            and d.recipient_name is not null and name_key(d.recipient_name) = g.name
            and name_words(d.workspace_id, d.recipient_name) @> name_words(here, g.name)
            and phone_key(d.recipient_phone) is null and mail_key(d.recipient_email) is null
          union all
          select d.id from deliveries d where g.phone is null and g.email is null and g.name is null
            and d.workspace_id = here and d.address_key = g.address and d.erased_at is null
            and phone_key(d.recipient_phone) is null and mail_key(d.recipient_email) is null
            and name_key(d.recipient_name) is null
          union all
          select d.id from deliveries d where g.phone is not null and g.email is null and d.workspace_id = here
            and d.pickup_phone is not null and phone_end(d.pickup_phone) = phone_end(g.phone)
            and phone_key(d.pickup_phone) = g.phone and name_key(d.pickup_name) is not distinct from g.name
          union all
          select d.id from deliveries d where g.phone is null and g.email is null and g.name is not null
            and d.pickup_name is not null and name_key(d.pickup_name) = g.name
            and name_words(d.workspace_id, d.pickup_name) @> name_words(here, g.name)
            and phone_key(d.pickup_phone) is null
          union all
          select d.id from deliveries d where g.phone is null and g.email is null and g.name is null
            and d.workspace_id = here and d.pickup_key = g.address and d.pickup_depot_id is null
            and d.erased_at is null and phone_key(d.pickup_phone) is null and name_key(d.pickup_name) is null) f
        limit most;
    end $$`,

  // Files of the transaction's workspace that name one of these ids, in any bucket.
  'storage.files_naming': `create function storage.files_naming(ids uuid[]) returns table (id uuid)
    language sql stable ${asOwner} as $$
      select o.id from storage.objects o
        where storage.named_ids(o.name, o.user_metadata) && ids::text[] and o.workspace_id = ${workspace} and ${isManager}
    $$`,

  // Numbers of the audit entries of the transaction's workspace that are about many records, with this one among them.
  audit_numbers_about: `create function audit_numbers_about(record uuid) returns setof bigint
    language sql stable ${asOwner} as $$
      select e.number from audit_entries e
        where e.record_ids @> array[record] and e.workspace_id = ${workspace} and ${isManager}
    $$`,

  /*
   * Drops what the event log says about entries of the address book that were deleted. Their position stays to about
   * 10 km, as it does on old routes.
   */
  drop_told_addresses: `create function drop_told_addresses(erased_ids uuid[]) returns void
    language sql volatile ${asOwner} as $$
      update events e
        set data = (e.data::jsonb || jsonb_build_object('label', null, 'address', 'Erased', 'aliases', '[]'::jsonb,
            'entrance', null, 'parking', null, 'gate_code', null, 'notes', null, 'location', jsonb_build_object(
              'lat', round((e.data #>> '{location,lat}')::numeric, 1),
              'lng', round((e.data #>> '{location,lng}')::numeric, 1))))::json,
          previous = '{}'
        where e.subject_id = any(erased_ids) and e.subject_kind = 'address' and e.workspace_id = ${workspace}
          and ${isManager} and not exists (select from addresses a where a.id = e.subject_id)
    $$`,

  // Erasures that no task may be working on any more, such as after a restore.
  unfinished_erasures: `create function unfinished_erasures() returns table (workspace_id uuid, id uuid)
    language sql stable ${asOwner} as $$
      select e.workspace_id, e.id from erasures e where e.state = 'running'
    $$`,

  // Workspaces where a night has begun since personal data was last removed, and that want some removed.
  workspaces_to_clean: `create function workspaces_to_clean(at timestamptz) returns table (workspace_id uuid, day date)
    language sql stable ${asOwner} as $$
      select r.workspace_id, (at at time zone w.time_zone)::date
        from retention r join workspaces w on w.id = r.workspace_id
        where r.applied_on < (at at time zone w.time_zone)::date and (at at time zone w.time_zone)::time >= '02:00'
          and num_nonnulls(r.recipients_days, r.proofs_days, r.messages_days, r.audit_days) > 0
    $$`,
}
