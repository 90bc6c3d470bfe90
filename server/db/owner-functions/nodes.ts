import { asOwner } from './as-owner.ts'

/** Which servers work on this database. */
export const nodeFunctions: Record<string, string> = {
  /*
   * Says that a server is alive, and returns the others that are, with the time. By the database's clock alone, because those
   * of servers may differ. Whoever said nothing for 15 seconds is not returned, and after a minute is forgotten.
   */
  'site.beat_node': `create function site.beat_node(node uuid, program text, its_roles text[], its_settings jsonb)
    returns jsonb
    language plpgsql volatile ${asOwner} as $$
    declare
      at timestamptz := clock_timestamp();
    begin
      insert into site.nodes as n (id, version, roles, settings, started_at, seen_at)
        values (node, program, its_roles, its_settings, at, at)
        on conflict (id) do update set seen_at = excluded.seen_at;
      delete from site.nodes n where n.id in (
        select o.id from site.nodes o where o.seen_at < at - interval '1 minute' for update skip locked);
      return jsonb_build_object('at', extract(epoch from clock_timestamp()) * 1000, 'others', coalesce((
        select jsonb_agg(jsonb_build_object('version', o.version, 'roles', o.roles, 'settings', o.settings,
            'started_at', o.started_at) order by o.started_at, o.id)
          from site.nodes o where o.id <> node and o.seen_at > at - interval '15 seconds'), '[]'));
    end $$`,

  // A server that stops is not missed for 15 seconds.
  'site.forget_node': `create function site.forget_node(node uuid) returns void
    language sql volatile ${asOwner} as $$
      delete from site.nodes n where n.id = node
    $$`,
}
