import { asOwner } from './as-owner.ts'

/** What has to be looked at of travel times, of all workspaces. */
export const travelFunctions: Record<string, string> = {
  // Plans with drives that nobody has measured yet, those changed last first.
  plans_to_measure: `create function plans_to_measure(at timestamptz, most integer)
    returns table (workspace_id uuid, plan_id uuid)
    language sql stable ${asOwner} as $$
      select p.workspace_id, p.id from plans p where p.estimated_routes <> '{}'
        and p.state in ('draft', 'approved', 'dispatched') and p.day >= (at - interval '1 day')::date
        order by p.updated_at desc limit most
    $$`,

  // Deletes so many answers of routing engines that are too old, or beyond what a workspace may have. Returns how many.
  forget_travel: `create function forget_travel(at timestamptz, kept_days integer, most_bytes bigint, most integer) returns integer
    language plpgsql volatile ${asOwner} as $$
    declare
      gone integer;
      total integer := 0;
    begin
      delete from travel_blocks b where b.id = any(array(
        select o.id from travel_blocks o where o.asked_at < at - make_interval(days => kept_days) limit most));
      get diagnostics gone = row_count;
      total := total + gone;
      delete from travel_blocks b where b.id = any(array(
        select o.id from (select t.id, sum(octet_length(t.travel)) over (partition by t.workspace_id
          order by t.asked_at desc, t.id) as bytes from travel_blocks t) o where o.bytes > most_bytes limit most));
      get diagnostics gone = row_count;
      total := total + gone;
      delete from travel_ways w where w.ctid = any(array(
        select o.ctid from travel_ways o where o.asked_at < at - make_interval(days => kept_days) limit most));
      get diagnostics gone = row_count;
      return total + gone;
    end $$`,
}
