import { asOwner } from './as-owner.ts'

/** Keeping the figures of all workspaces. These return ids; the work then happens in each workspace. */
export const figureFunctions: Record<string, string> = {
  // Workspaces whose log has grown since it was read for figures, or whose first reading is not done.
  figures_behind: `create function figures_behind(most integer) returns setof uuid
    language sql stable ${asOwner} as $$
      select h.workspace_id from event_heads h left join figure_progress p on p.workspace_id = h.workspace_id
        where p.workspace_id is null or p.first_reading_after is not null or h.position > p.position
        order by p.read_until nulls first limit most
    $$`,

  // Days to add up: those that have been quiet for a while, or that have waited long.
  figure_days_due: `create function figure_days_due(quiet_since timestamptz, waiting_since timestamptz, most integer)
    returns table (workspace_id uuid, day date)
    language sql stable ${asOwner} as $$
      select d.workspace_id, d.day from figure_days d
        where d.changed_at <= quiet_since or d.stale_since <= waiting_since order by d.stale_since limit most
    $$`,
}
