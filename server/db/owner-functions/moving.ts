import { asOwner } from './as-owner.ts'

/** In SQL: whether the workspace of a row is not being moved away. Nothing new is begun for one that is. */
export const notFrozen = (row: string) => `${row}.workspace_id not in (select f.workspace_id from frozen_workspaces f)`

/** In SQL, for triggers: an import brings the events of another installation, and nothing follows from them again. */
export const notMoving = `coalesce(current_setting('karta.moving', true), '') <> 'yes'`

/** Moving a workspace to another installation. */
export const movingFunctions: Record<string, string> = {
  // From here on, the transaction only reads if the workspace is frozen. Everybody who enters a workspace calls it.
  only_read_frozen: `create function only_read_frozen(workspace uuid) returns void
    language plpgsql volatile ${asOwner} as $$
    begin
      if exists (select from frozen_workspaces f where f.workspace_id = workspace and f.holds) then
        perform set_config('transaction_read_only', 'on', true);
      end if;
    end $$`,

  // Exports whose server died while it wrote them, and files whose time is over.
  workspace_exports_due: `create function workspace_exports_due(moment timestamptz, silent_since timestamptz)
    returns table (workspace_id uuid, id uuid, state text)
    language sql stable ${asOwner} as $$
      select e.workspace_id, e.id, e.state from workspace_exports e
        where e.state = 'ready' and e.ends_at <= moment
          or e.state in ('waiting', 'running') and coalesce(e.heartbeat_at, e.requested_at) < silent_since
        order by e.requested_at limit 100
    $$`,

  // Whose file a link opens.
  find_workspace_export: `create function find_workspace_export(hash bytea, moment timestamptz)
    returns table (workspace_id uuid, id uuid)
    language sql stable ${asOwner} as $$
      select e.workspace_id, e.id from workspace_exports e
        where e.link_hash = hash and e.link_ends_at > moment and e.ends_at > moment and e.state = 'ready'
    $$`,
}
