import { asOwner } from './as-owner.ts'
import { notFrozen } from './moving.ts'

/** Finding shops without knowing their workspace. These return ids; the work then happens in each workspace. */
export const shopFunctions: Record<string, string> = {
  // The workspace of a connection that a webhook names by its address.
  workspace_of_shop: `create function workspace_of_shop(connection uuid, platform_name text) returns uuid
    language sql stable ${asOwner} as $$
      select i.workspace_id from integrations i where i.id = connection and i.platform = platform_name and i.state = 'connected'
    $$`,

  // Who has a shop connected, for webhooks that go to one address for all shops.
  connections_of_shop: `create function connections_of_shop(platform_name text, store text)
    returns table (workspace_id uuid, integration_id uuid)
    language sql stable ${asOwner} as $$
      select i.workspace_id, i.id from integrations i
        where i.platform = platform_name and i.shop_key = store and i.state = 'connected'
    $$`,

  // Shops whose time has come to be asked for changes. They come again an hour later, whatever happens meanwhile.
  claim_shops_to_sync: `create function claim_shops_to_sync(moment timestamptz, again_at timestamptz)
    returns table (workspace_id uuid, integration_id uuid)
    language sql volatile ${asOwner} as $$
      update shop_syncs s set next_sync_at = again_at
        where s.integration_id = any(array(select d.integration_id from shop_syncs d
            join integrations i on i.id = d.integration_id and i.state = 'connected' and i.problem is null
            where d.next_sync_at <= moment and ${notFrozen('d')} for update of d skip locked))
        returning s.workspace_id, s.integration_id
    $$`,

  // Shops whose workspace's log has grown since it was read for them.
  shops_behind: `create function shops_behind(most integer) returns table (workspace_id uuid, integration_id uuid)
    language sql stable ${asOwner} as $$
      select s.workspace_id, s.integration_id from shop_syncs s
        join event_heads h on h.workspace_id = s.workspace_id and h.position > s.position
        limit most
    $$`,

  // Forgets what shops posted, once it was dealt with.
  forget_shop_events: `create function forget_shop_events(before timestamptz) returns bigint
    language sql volatile ${asOwner} as $$
      with gone as (delete from shop_events e where e.received_at < before and e.done_at is not null returning 1)
      select count(*) from gone
    $$`,
}
