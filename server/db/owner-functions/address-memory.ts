import { asOwner } from './as-owner.ts'

/** What has to be learned about addresses, of all workspaces, and what a driver reads of the address book. */
export const addressMemoryFunctions: Record<string, string> = {
  /*
   * Deliveries that ended long enough ago for the drive away to be known, and that nobody has learned from; and addresses of
   * which visits are gone. By workspace.
   */
  places_to_learn: `create function places_to_learn(at timestamptz, most integer)
    returns table (workspace_id uuid, delivery_ids uuid[], keys text[])
    language sql stable ${asOwner} as $$
      with ended as (
        select d.workspace_id as workspace, d.id from deliveries d where d.status = 'delivered'
          and d.status_at between at - interval '3 days' and at - interval '20 minutes'
          and d.erased_at is null and d.deleted_at is null and not exists (
            select from address_visits v where v.workspace_id = d.workspace_id and v.delivery_id = d.id)
        order by d.status_at limit most),
      stale as (select distinct l.workspace_id as workspace, l.address_key from learned_places l where l.is_stale limit most)
      select w.workspace, array(select e.id from ended e where e.workspace = w.workspace),
        array(select s.address_key from stale s where s.workspace = w.workspace)
      from (select e.workspace from ended e union select s.workspace from stale s) w
    $$`,

  // Forgets so many visits that are older, and marks what was learned from them. Returns how many.
  forget_address_visits: `create function forget_address_visits(before timestamptz, most integer) returns integer
    language plpgsql volatile ${asOwner} as $$
    declare
      gone integer;
    begin
      with old as (
        delete from address_visits v where v.ctid = any(array(
          select o.ctid from address_visits o where o.at < before limit most))
        returning v.workspace_id, v.address_key),
      marked as (
        update learned_places l set is_stale = true from (select distinct * from old) o
          where l.workspace_id = o.workspace_id and l.address_key = o.address_key)
      select count(*) into gone from old;
      return gone;
    end $$`,
}
