import { asOwner } from './as-owner.ts'

/** What whoever runs the installation sees. The server asks only for those whom OPERATOR_EMAILS names. */
export const operatorFunctions: Record<string, string> = {
  // Workspaces whose name, or whose owner's email, has this in it.
  operator_workspaces: `create function operator_workspaces(wanted text)
    returns table (id uuid, name text, owner_email text, tier text, trial_ends_at timestamptz, licenses integer,
      account_manager jsonb, created_at timestamptz)
    language sql stable ${asOwner} as $$
      select w.id, w.name, o.email, w.tier, w.trial_ends_at, w.licenses, w.account_manager, w.created_at
        from workspaces w
          left join lateral (select u.email from members m join auth.users u on u.id = m.user_id
            where m.workspace_id = w.id and m.role = 'owner' limit 1) o on true
        where w.sandbox_of is null
          and (wanted = '' or strpos(lower(w.name), lower(wanted)) > 0 or strpos(lower(o.email), lower(wanted)) > 0)
    $$`,

  // What these workspaces have: counts, never a record.
  operator_figures: `create function operator_figures(ids uuid[], month_began timestamptz)
    returns table (id uuid, members integer, drivers integer, deliveries integer, bytes_stored bigint,
      last_active_at timestamptz)
    language sql stable ${asOwner} as $$
      select w.id,
        (select count(*)::int from members m where m.workspace_id = w.id),
        (select count(*)::int from drivers d where d.workspace_id = w.id and d.active),
        (select count(*)::int from deliveries d
          where d.workspace_id = w.id and d.created_at >= month_began and d.deleted_at is null),
        coalesce((select c.used from quota_counts c where c.workspace_id = w.id and c.name = 'bytes_stored'), 0)::bigint,
        (select b.at from event_batches b where b.workspace_id = w.id order by b.position desc nulls last limit 1)
      from workspaces w where w.id = any (ids)
    $$`,

  // One workspace after the other, so that each reads its own days alone. A day is that of the workspace's time zone.
  operator_days: `create function operator_days(since date)
    returns table (day text, workspaces integer, active_drivers integer, bytes_stored bigint, deliveries integer,
      requests integer)
    language sql stable ${asOwner} as $$
      with noted as (select u.* from workspaces w cross join lateral
            (select * from usage_days u where u.workspace_id = w.id and u.day >= since) u),
        added as (select a.day, sum(a.count) as count from workspaces w cross join lateral
            (select (d.created_at at time zone w.time_zone)::date as day, count(*) as count from deliveries d
              where d.workspace_id = w.id and d.created_at >= since::timestamp at time zone w.time_zone group by 1) a
          group by 1),
        asked as (select a.day, sum(a.requests) as count from api_keys k cross join lateral
            (select d.day, d.requests from api_key_days d where d.key_id = k.id and d.day >= since) a
          group by 1)
      select n.day::text, count(*)::int, sum(n.active_drivers)::int, sum(n.bytes_stored)::bigint,
          coalesce(max(a.count), 0)::int, coalesce(max(r.count), 0)::int
        from noted n left join added a on a.day = n.day left join asked r on r.day = n.day
        group by n.day order by n.day desc
    $$`,

  // By reason, without the addresses of anybody.
  operator_failed_notifications: `create function operator_failed_notifications(since timestamptz)
    returns table (workspace text, channel text, reason text, count integer)
    language sql stable ${asOwner} as $$
      select w.name, n.channel, coalesce(n.failure, 'unknown'), count(*)::int
        from notifications n join workspaces w on w.id = n.workspace_id
        where n.state = 'failed' and n.created_at >= since group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit 100
    $$`,

  operator_paused_webhooks: `create function operator_paused_webhooks()
    returns table (workspace text, url text, why text, paused_at timestamptz)
    language sql stable ${asOwner} as $$
      select w.name, e.url, e.paused_why, e.paused_at
        from webhook_endpoints e join workspaces w on w.id = e.workspace_id
        where e.paused_at is not null order by e.paused_at desc limit 100
    $$`,

  operator_messages: `create function operator_messages() returns setof site.contact_messages
    language sql stable ${asOwner} as $$
      select * from site.contact_messages
    $$`,

  operator_answered: `create function operator_answered(which uuid, by_whom text, at timestamptz)
    returns setof site.contact_messages
    language sql volatile ${asOwner} as $$
      update site.contact_messages set answered_at = at, answered_by = case when at is not null then by_whom end
        where id = which returning *
    $$`,
}
