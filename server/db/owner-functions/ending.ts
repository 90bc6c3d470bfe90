import { asOwner } from './as-owner.ts'

/** What the server may not do with deliveries and their histories, except in one way each. */
export const ending: Record<string, string> = {
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
        set opened = (e.opened::jsonb - fields)::json, detail = case when e.format = 1 then null else e.detail end
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
        set data = (e.data::jsonb || (select jsonb_object_agg(f, case f
            when 'delivery_address' then to_jsonb(d.delivery_address) when 'parcels' then d.parcels
            when 'custom' then d.custom else 'null' end) from unnest(fields) f))::json,
          previous = (e.previous::jsonb - fields)::json
        from deliveries d
        where d.id = any(deliveries_to_erase) and d.erased_at is not null and e.subject_id = d.id
          and e.subject_kind = 'delivery' and e.workspace_id = d.workspace_id
          and d.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
    $$`,
}
