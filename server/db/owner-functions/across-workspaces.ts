import { asOwner } from './as-owner.ts'
import { notFrozen } from './moving.ts'

/** Background work across all workspaces. These return ids and counts; the work then happens in each workspace. */
export const acrossWorkspaces: Record<string, string> = {
  // Resumable uploads that took too long, in all workspaces. It returns their ids, by which their bytes are found.
  'storage.forget_uploads': `create function storage.forget_uploads(at timestamptz) returns table (id uuid)
    language sql volatile ${asOwner} as $$
      delete from storage.uploads u where u.expires_at <= at returning u.id
    $$`,

  /*
   * Claims a content, in one statement that does not wait for the disk: the row of an object that follows does, for both.
   * If a crash loses the claim alone, nothing refers to the content.
   */
  'storage.claim_blob': `create function storage.claim_blob(hash text, length bigint) returns void
    language plpgsql volatile ${asOwner} as $$
    begin
      perform set_config('synchronous_commit', 'off', true);
      insert into storage.blobs as b (sha256, bytes, touched_at) values (hash, length, now())
        on conflict (sha256) do update set bytes = excluded.bytes, touched_at = excluded.touched_at;
    end $$`,

  // Of a page of contents, those that nobody claimed for so long and that no object has. `last` is null after the last page.
  'storage.unused_blobs': `create function storage.unused_blobs(after text, grace_seconds float8, page integer)
    returns table (last text, unused text[])
    language sql stable ${asOwner} as $$
      with blobs as (select * from storage.blobs b where b.sha256 > after order by b.sha256 limit page)
      select max(b.sha256), coalesce(array_agg(b.sha256) filter (
          where b.touched_at < now() - make_interval(secs => grace_seconds)
            and not exists (select from storage.objects o where o.sha256 = b.sha256)
            and not exists (select from workspace_exports e where e.sha256 = b.sha256)), '{}')
        from blobs b
    $$`,

  // Workspaces with deliveries from a day on that have no position and whose address nobody has looked up yet.
  workspaces_to_locate: `create function workspaces_to_locate(from_day date) returns table (workspace_id uuid)
    language sql stable ${asOwner} as $$
      select distinct d.workspace_id from deliveries d
      where (d.lat is null and d.location_search is null or d.pickup_key is not null and d.pickup_depot_id is null
          and d.pickup_lat is null and d.pickup_location_search is null)
        and d.deleted_at is null and d.status = 'pending' and coalesce(d.scheduled_date, from_day) >= from_day
        and not exists (select from workspaces w where w.id = d.workspace_id and w.sandbox_of is not null)
    $$`,

  // Workspaces whose chains grew since they were last signed, and that have no entry for the day yet.
  workspaces_to_sign: `create function workspaces_to_sign(signed_day date) returns table (workspace_id uuid)
    language sql stable ${asOwner} as $$
      select distinct h.workspace_id from chain_heads h
      where (h.length > h.signed_length or not h.is_whole) and not exists (
        select from custody_log l where l.workspace_id = h.workspace_id and l.day >= signed_day)
    $$`,

  // Forgets geocoders' answers that have expired, in all workspaces.
  forget_geocodes: `create function forget_geocodes(at timestamptz) returns bigint
    language sql volatile ${asOwner} as $$
      with gone as (delete from geocodes g where g.expires_at <= at returning 1) select count(*) from gone
    $$`,

  /*
   * Whose turn it is to be searched for: a plan or an operation, in one line of workspaces. The workspace with the fewest
   * running searches is served, then the one that was served longest ago, and within it the oldest search. One that has as
   * many running as its tier allows waits, whatever is free.
   *
   * `lanes` are those with room on the server that asks. In `plan`, any plan may run, and in `shared` any search; in `short`
   * a short search of a workspace that runs no other short one, and in `first` the search of a workspace that runs nothing.
   *
   * A search whose server has been silent for too long waits again. With the lock, two who ask at the same time see what the
   * other took. A locked row is passed over, so that nobody's transaction holds up the line.
   */
  claim_turn: `create function claim_turn(given_ticket uuid, at timestamptz, kinds text[], lanes text[], caps jsonb,
      short_seconds double precision, silence interval)
    returns table (kind text, workspace_id uuid, id uuid, attempts integer, lane text)
    language plpgsql volatile ${asOwner} as $$
    #variable_conflict use_column
    declare
      next record;
    begin
      perform pg_advisory_xact_lock(hashtext('karta claims a turn'));
      for next in
        with searches as (
          select 'plan' as kind, p.workspace_id, p.id, p.created_at, p.time_limit_seconds as seconds,
              p.state = 'optimizing' and coalesce(p.heartbeat_at > clock_timestamp() - silence, false) as is_running
            from plans p where p.state in ('queued', 'optimizing') and ${notFrozen('p')}
          union all
          select 'operation', o.workspace_id, o.id, o.created_at, o.time_limit_seconds,
              o.status = 'running' and coalesce(o.heartbeat_at > clock_timestamp() - silence, false)
            from operations o where o.status in ('queued', 'running') and ${notFrozen('o')}
        ), line as (
          select w.id as workspace_id, a.running, a.short_running,
              greatest((select max(p.started_at) from plans p where p.workspace_id = w.id),
                (select max(o.started_at) from operations o where o.workspace_id = w.id)) as served_at
            from (select s.workspace_id, count(*) filter (where s.is_running) as running,
                  count(*) filter (where s.is_running and s.seconds <= short_seconds) as short_running
                from searches s group by s.workspace_id) a
              join workspaces w on w.id = a.workspace_id
            where a.running < (caps ->> case when w.tier = 'free' and w.trial_ends_at > at then 'trial' else w.tier end)::integer
        ), waiting as (
          select s.kind, s.workspace_id, s.id, s.created_at, l.running, l.served_at,
              case
                when s.kind = 'plan' and 'plan' = any(lanes) then 'plan'
                when 'shared' = any(lanes) then 'shared'
                when s.seconds <= short_seconds and l.short_running = 0 and 'short' = any(lanes) then 'short'
                when l.running = 0 and 'first' = any(lanes) then 'first'
              end as lane
            from searches s join line l on l.workspace_id = s.workspace_id
            where not s.is_running and s.kind = any(kinds)
        )
        select w.* from waiting w where w.lane is not null
          order by w.running, w.served_at nulls first, w.created_at, w.id
      loop
        if next.kind = 'plan' then
          return query update plans p
            set state = 'optimizing', ticket = given_ticket, attempts = p.attempts + 1, started_at = at,
              heartbeat_at = clock_timestamp(), progress = null, updated_at = at
            where p.id = (select q.id from plans q
              where q.id = next.id and q.state in ('queued', 'optimizing') for update skip locked)
            returning 'plan', p.workspace_id, p.id, p.attempts, next.lane;
        else
          return query update operations o
            set status = 'running', ticket = given_ticket, attempts = o.attempts + 1, started_at = at,
              heartbeat_at = clock_timestamp(), progress = null
            where o.id = (select q.id from operations q
              where q.id = next.id and q.status in ('queued', 'running') for update skip locked)
            returning 'operation', o.workspace_id, o.id, o.attempts, next.lane;
        end if;
        exit when found;
      end loop;
    end $$`,

  // A sign of life for the searches that a server runs. One that is being saved at this moment needs none.
  beat_turns: `create function beat_turns(tickets uuid[]) returns void
    language sql volatile ${asOwner} as $$
      update plans set heartbeat_at = clock_timestamp() where id in (select p.id from plans p
        where p.state = 'optimizing' and p.ticket = any(tickets) for update skip locked);
      update operations set heartbeat_at = clock_timestamp() where id in (select o.id from operations o
        where o.status = 'running' and o.ticket = any(tickets) for update skip locked);
    $$`,

  // How much is waiting on the whole server, and how long one thread would take to solve it.
  waiting_operations: `create function waiting_operations() returns table (waiting integer, thread_seconds double precision)
    language sql stable ${asOwner} as $$
      select count(*)::integer, coalesce(sum(o.time_limit_seconds * o.threads), 0)
        from operations o where o.status = 'queued'
    $$`,

  // Adds what was written down about quotas to what was counted before. Another server may be doing it.
  fold_quota_changes: `create function fold_quota_changes() returns void
    language plpgsql volatile ${asOwner} as $$
    begin
      if not pg_try_advisory_xact_lock(hashtext('karta counts quotas')) then
        return;
      end if;
      with gone as (delete from quota_changes returning *)
      insert into quota_counts as c (workspace_id, name, used)
        select g.workspace_id, g.name, sum(g.change) from gone g group by 1, 2
        on conflict (workspace_id, name) do update set used = c.used + excluded.used;
    end $$`,

  // Workspaces whose quotas were not counted anew since a moment.
  quotas_to_recount: `create function quotas_to_recount(since timestamptz) returns table (workspace_id uuid)
    language sql stable ${asOwner} as $$
      select w.id from workspaces w where not exists (
        select from quota_counts c where c.workspace_id = w.id and c.name = 'bytes_stored' and c.recounted_at > since)
    $$`,

  // Counts what a workspace has anew, and returns by how much the count was wrong.
  recount_quotas: `create function recount_quotas(workspace uuid, at timestamptz)
    returns table (name text, was_off_by bigint)
    language plpgsql volatile ${asOwner} as $$
    begin
      perform pg_advisory_xact_lock(hashtext('karta counts quotas'));
      return query select * from recount_stored(workspace, at);
    end $$`,

  /*
   * Forgets batches of events that are older than a moment, the oldest ones of all workspaces first, at most so many.
   * Returns how many. Readers whose cursor is older are told so.
   */
  forget_events: `create function forget_events(older_than timestamptz, most integer) returns integer
    language plpgsql volatile ${asOwner} as $$
    declare
      forgotten integer;
    begin
      -- Events that will be dropped with their span need not be deleted one by one.
      perform set_config('karta.spans_go', 'yes', true);
      with gone as (
        delete from event_batches b using (
          select o.workspace_id, o.id from event_batches o where o.at < older_than order by o.at limit most
            for update skip locked) old
          where b.workspace_id = old.workspace_id and b.id = old.id
          returning b.workspace_id, b.id, b.position, b.mark),
      last as (select distinct on (g.workspace_id) g.* from gone g order by g.workspace_id, g.position desc),
      moved as (
        update event_heads h set forgotten_position = l.position, forgotten_mark = l.mark, forgotten_length =
            (select max(e.index) from events e where e.workspace_id = l.workspace_id and e.batch_id = l.id)
          from last l
          where h.workspace_id = l.workspace_id and h.forgotten_position < l.position)
      select count(*) into forgotten from gone;
      perform set_config('karta.spans_go', '', true);
      return forgotten;
    end $$`,

  // Deletes broadcasts that need not be sent again any more.
  'realtime.forget_messages': `create function realtime.forget_messages(at timestamptz) returns void
    language sql volatile ${asOwner} as $$
      delete from realtime.messages m where m.expires_at <= at
    $$`,

  // Invitations that ended long ago, and codes that nobody asks about any more.
  forget_invitations: `create function forget_invitations(at timestamptz) returns void
    language sql volatile ${asOwner} as $$
      delete from invitations i
        where coalesce(i.accepted_at, i.withdrawn_at, i.expires_at) < at - interval '90 days';
      delete from driver_codes c where c.expires_at < at - interval '30 days';
    $$`,

  // Workspaces that offer slots, those that held one last first.
  workspaces_with_slots: `create function workspaces_with_slots(most integer) returns setof uuid
    language sql stable ${asOwner} as $$
      select s.workspace_id from slot_settings s join workspaces w on w.id = s.workspace_id
        where s.is_on and w.sandbox_of is null
        order by (select max(h.created_at) from slot_holds h where h.workspace_id = s.workspace_id) desc nulls last,
          s.workspace_id
        limit most
    $$`,

  // Held slots that ended a day ago.
  forget_slot_holds: `create function forget_slot_holds(at timestamptz) returns void
    language sql volatile ${asOwner} as $$
      delete from slot_holds h where h.expires_at < at - interval '1 day'
    $$`,

  forget_operations: `create function forget_operations(at timestamptz) returns void
    language sql volatile ${asOwner} as $$
      delete from operations o where o.expires_at <= at
    $$`,

  forget_idempotent_replies: `create function forget_idempotent_replies(older_than interval) returns void
    language sql volatile ${asOwner} as $$
      delete from idempotent_replies where created_at < now() - older_than
    $$`,

  // A task may still be working on an attempt that has just expired, hence the hour.
  forget_connection_attempts: `create function forget_connection_attempts() returns void
    language sql volatile ${asOwner} as $$
      delete from connection_attempts where expires_at < now() - interval '1 hour'
    $$`,

  // What guests sent may be added by the server, not deleted.
  'site.forget_old': `create function site.forget_old() returns void
    language sql volatile ${asOwner} as $$
      delete from site.used_challenges where expires_at < now() - interval '1 hour';
      delete from site.guest_replies where created_at < now() - interval '1 day';
      delete from site.contact_messages where is_spam and received_at < now() - interval '30 days';
      delete from site.applications where is_spam and received_at < now() - interval '30 days';
    $$`,
}
