import { asOwner } from './as-owner.ts'

/** What tiers need to know across workspaces. */
export const tierFunctions: Record<string, string> = {
  // Workspaces whose month ended. What waits in them may be planned now.
  months_over: `create function months_over(at timestamptz, most integer) returns setof uuid
    language sql stable ${asOwner} as $$
      select q.workspace_id from quota_months q where q.ends_at <= at order by q.ends_at limit most
    $$`,

  // Notes what each workspace has today, in its own time zone. What is there at the end of the day stays.
  note_usage: `create function note_usage(at timestamptz) returns void
    language sql volatile ${asOwner} as $$
      insert into usage_days as u (workspace_id, day, bytes_stored, active_drivers)
        select w.id, (at at time zone w.time_zone)::date,
            coalesce((select c.used from quota_counts c where c.workspace_id = w.id and c.name = 'bytes_stored'), 0),
            (select count(*) from drivers d where d.workspace_id = w.id and d.active)
          from workspaces w where w.sandbox_of is null
        on conflict (workspace_id, day) do update
          set bytes_stored = excluded.bytes_stored, active_drivers = excluded.active_drivers;
      delete from usage_days u where u.day < (at - interval '400 days')::date;
    $$`,

  // The tier of new workspaces, and whether the transaction's workspace is the one whose owner may choose it.
  installation_tier: `create function installation_tier() returns table (tier text, may_choose boolean)
    language sql stable ${asOwner} as $$
      select i.default_tier, i.default_tier is null and first.id = nullif(current_setting('karta.workspace', true), '')::uuid
        from (select w.id from workspaces w where w.sandbox_of is null order by w.created_at, w.id limit 1) first
        full join site.installation i on true
    $$`,

  // Sets the tier of new workspaces, once, for the owner of the first one.
  choose_installation_tier: `create function choose_installation_tier(tier text, at timestamptz) returns boolean
    language plpgsql volatile ${asOwner} as $$
    begin
      if current_setting('karta.role', true) is distinct from 'owner'
        or not coalesce((select t.may_choose from installation_tier() t), false) then
        return false;
      end if;
      insert into site.installation (default_tier, chosen_at) values (tier, at) on conflict do nothing;
      return found;
    end $$`,
}
