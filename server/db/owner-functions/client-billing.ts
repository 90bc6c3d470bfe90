import { asOwner } from './as-owner.ts'

/** What has to be charged, of all workspaces. */
export const clientBillingFunctions: Record<string, string> = {
  workspaces_to_charge: `create function workspaces_to_charge(most integer) returns setof uuid
    language sql stable ${asOwner} as $$
      select distinct c.workspace_id from client_charges c where c.state = 'waiting' limit most
    $$`,
}
