import { asOwner } from './as-owner.ts'
import { notFrozen } from './moving.ts'

/** Why the key `k` may not be used with this secret, from this address and at this time; null if it may. */
const keyRefusal = `case
        when k.revoked_at is not null then 'api_key_revoked'
        when k.expires_at <= at then 'api_key_expired'
        when k.hash <> key_hash and k.previous_ends_at <= at then 'api_key_rotated'
        when k.allowed_addresses is not null
          and not coalesce(plain_address(address) <<= any(k.allowed_addresses), false) then 'api_key_address'
      end`

/**
 * Letting a request in. Nobody's workspace is set yet, so these look at all of them.
 */
export const lettingIn: Record<string, string> = {
  // Whose order page has this name, while it is open or shops show its slots. Customers sign in nowhere.
  workspace_of_order_page: `create function workspace_of_order_page(page text) returns uuid
    language sql stable ${asOwner} as $$
      select s.workspace_id from slot_settings s join workspaces w on w.id = s.workspace_id
        where s.order_page_name = page and (s.order_page or s.shop_origins <> '{}') and s.is_on and w.sandbox_of is null
    $$`,

  // Whose address for orders by mail has this secret part. Mail signs in nowhere.
  workspace_of_mail: `create function workspace_of_mail(secret text) returns uuid
    language sql stable ${asOwner} as $$
      select s.workspace_id from mail_in_settings s where s.token = secret
    $$`,

  /*
   * Opens a person's request in one statement. Is the session alive, is the person a member, and of which workspace: the
   * wanted one, or the one they joined first? Sets the workspace of the transaction, and who the person is there.
   *
   * No row: the session has ended. Null workspace: not a member. A session without a second factor gets no workspace
   * (`lacks_factor`) when its person has a factor, since a stolen password alone must open nothing, or when the
   * workspace asks for one. Neither does a suspended member: `suspension` says who did it, and whom to ask. Who wants no
   * workspace in particular is let into one where they are not suspended, if there is any.
   */
  begin_request: `create function begin_request(session uuid, person uuid, wanted uuid)
    returns table (workspace_id uuid, role text, member_name text, aal text, lacks_factor boolean, has_factor boolean,
      driver_id uuid, depot_ids uuid[], client_id uuid, suspension json, proven_at timestamptz,
      handles_prescriptions boolean)
    language plpgsql volatile ${asOwner} as $$
    declare
      asks boolean;
    begin
      select s.aal, greatest(s.created_at,
            (select to_timestamp(max((a ->> 'timestamp')::double precision)) from jsonb_array_elements(s.amr) a))
        into aal, proven_at from auth.sessions s join auth.users u on u.id = s.user_id
        where s.id = session and s.user_id = person and u.deleted_at is null
          and (u.banned_until is null or u.banned_until < now());
      if not found then
        return;
      end if;
      -- Members of an inactive client have none, and so see nothing.
      select coalesce(b.id, m.workspace_id), m.role, m.name, w.requires_two_factors, d.id,
          case when b.id is null then m.depot_ids end,
          case when b.id is null and m.client_id is not null
            then (select c.id from clients c where c.id = m.client_id and c.active) end,
          case when m.state = 'suspended' then json_build_object(
            'workspace', json_build_object('id', w.id, 'name', w.name),
            'suspended_by', m.suspended_by, 'suspended_at', m.suspended_at,
            'ask', (select coalesce(json_agg(o.name order by o.role = 'owner' desc, o.name), '[]') from (
              select a.name, a.role from members a where a.workspace_id = w.id and a.state = 'active'
                and a.role in ('owner', 'admin') order by a.role = 'owner' desc, a.name limit 5) o)) end,
          m.handles_prescriptions
        into workspace_id, role, member_name, asks, driver_id, depot_ids, client_id, suspension, handles_prescriptions
        from members m join workspaces w on w.id = m.workspace_id
          left join workspaces b on b.id = wanted and b.sandbox_of = m.workspace_id and m.role in ('owner', 'admin')
          left join drivers d on b.id is null and d.workspace_id = m.workspace_id and d.user_id = m.user_id and d.active
        where m.user_id = person and (wanted is null or m.workspace_id = wanted or b.id is not null)
        order by m.state = 'suspended', m.created_at, m.workspace_id limit 1;
      has_factor := aal <> 'aal2'
        and exists (select 1 from auth.factors f where f.user_id = person and f.status = 'verified');
      lacks_factor := has_factor or coalesce(asks and aal <> 'aal2', false);
      perform set_config('karta.workspace',
          case when lacks_factor or suspension is not null then '' else coalesce(workspace_id::text, '') end, true),
        set_config('karta.role', coalesce(role, ''), true), set_config('karta.person', person::text, true),
        set_config('karta.driver', coalesce(driver_id::text, ''), true),
        set_config('karta.depots', coalesce(depot_ids::text, ''), true),
        set_config('karta.client', coalesce(client_id::text, ''), true),
        set_config('karta.prescriptions', case when role = 'owner' or handles_prescriptions then 'yes' else '' end, true);
      perform only_read_frozen(workspace_id);
      return next;
    end $$`,

  /*
   * Lets in a request with an API key, in one statement. Whose key is it, may it still be used, from this address, and is
   * anything left of the month? If so, counts the request. It sets no workspace: the caller does, with the one that this
   * returns. That of a test key is the sandbox of its workspace.
   *
   * No row: there is no such key. `refusal` is the code of the problem, or null. The caller knows the calendar of every
   * time zone, so the first request of a month is answered `month_unknown` and comes again with the month. After the first
   * request of a day, `day_unknown`, the caller begins the day with `begin_key_day`. `limits` has a number or null for each
   * tier and for a trial. Requests of test keys count for their day alone.
   *
   * Counting is a statement of its own, not part of what the request then does: nobody waits for a slow request in order
   * to be counted, and one that fails counts.
   */
  begin_key_request: `create function begin_key_request(key_hash bytea, wanted uuid, address inet, at timestamptz,
      limits jsonb, new_month date, new_month_ends_at timestamptz)
    returns table (key_id uuid, key_name text, scopes text[], depot_ids uuid[], workspace_id uuid, time_zone text,
      refusal text, monthly_limit integer, used integer, month_ends_at timestamptz, day_unknown boolean)
    language plpgsql volatile ${asOwner} as $$
    #variable_conflict use_column
    declare
      k record;
      is_previous boolean;
    begin
      select a.*, w.time_zone,
          case when a.is_test then (select s.id from workspaces s where s.sandbox_of = a.workspace_id)
            else a.workspace_id end as works_in,
          (limits ->> case when w.tier = 'free' and w.trial_ends_at > at then 'trial' else w.tier end)::integer as most
        into k from api_keys a join workspaces w on w.id = a.workspace_id
        where a.id = coalesce((select c.id from api_keys c where c.hash = key_hash),
          (select p.id from api_keys p where p.previous_hash = key_hash));
      if not found then
        return;
      end if;
      is_previous := k.hash <> key_hash;
      key_id := k.id;
      key_name := k.name;
      scopes := k.scopes;
      depot_ids := k.depot_ids;
      workspace_id := k.works_in;
      time_zone := k.time_zone;
      refusal := coalesce(${keyRefusal}, case
        when k.works_in is null then 'api_key_revoked'
        when wanted <> k.works_in then 'no_workspace'
      end);
      if refusal is not null then
        return next;
        return;
      end if;

      -- A crash may lose the last moment's count. Waiting for the disk on every request would cost far more.
      perform set_config('synchronous_commit', 'off', true);
      if is_previous then
        update api_keys a set previous_last_used_at = at, previous_last_used_address = plain_address(address)
          where a.id = k.id and a.hash = k.hash
            and (a.previous_last_used_at is null or a.previous_last_used_at <= at - interval '1 minute');
      elsif k.last_used_at is null or k.last_used_at <= at - interval '1 minute' then
        update api_keys a set last_used_at = at, last_used_address = plain_address(address)
          where a.id = k.id and a.hash = k.hash and (a.last_used_at is null or a.last_used_at <= at - interval '1 minute');
      end if;

      if not k.is_test then
        monthly_limit := k.most;
        select c.refusal, c.used, c.month_ends_at into refusal, used, month_ends_at
          from count_api_request(k.workspace_id, k.most, at, new_month, new_month_ends_at) c;
      end if;
      if refusal is null then
        -- Of the key's days, only the newest two can go on.
        update api_key_days d set requests = d.requests + 1
          where d.key_id = k.id and d.day >= (at at time zone 'UTC')::date - 1 and d.ends_at > at;
        day_unknown := not found;
      end if;
      return next;
    end $$`,

  /*
   * Counts a request of a program against the month of its workspace, unless `most` are used up. `refusal` is
   * `quota_exceeded`, or `month_unknown` if the month has yet to begin and the caller did not name it.
   */
  count_api_request: `create function count_api_request(of_workspace uuid, most integer, at timestamptz, new_month date,
      new_month_ends_at timestamptz, out refusal text, out used integer, out month_ends_at timestamptz)
    language plpgsql volatile ${asOwner} as $$
    #variable_conflict use_column
    begin
      loop
        update api_usage u set requests = u.requests + 1
          where u.workspace_id = of_workspace and u.ends_at > at and (most is null or u.requests < most)
          returning u.requests, u.ends_at into used, month_ends_at;
        if found then
          return;
        end if;
        select u.requests, u.ends_at into used, month_ends_at from api_usage u
          where u.workspace_id = of_workspace and u.ends_at > at;
        -- If another request began the month between the two statements, there is room, and this one tries again.
        exit when not found or used >= most;
      end loop;
      if used is not null then
        refusal := 'quota_exceeded';
      elsif new_month is null then
        refusal := 'month_unknown';
      else
        insert into api_usage as u (workspace_id, month, ends_at, requests)
          values (of_workspace, new_month, new_month_ends_at, 1)
          on conflict on constraint api_usage_pkey do update
            set requests = u.requests + 1, ends_at = excluded.ends_at
            where most is null or u.requests < most
          returning u.requests, u.ends_at into used, month_ends_at;
        if used is null then
          used := most;
          month_ends_at := new_month_ends_at;
          refusal := 'quota_exceeded';
        end if;
      end if;
    end $$`,

  // Begins a day of a key with its first request. Others may have come first.
  begin_key_day: `create function begin_key_day(key uuid, new_day date, new_day_ends_at timestamptz) returns void
    language plpgsql volatile ${asOwner} as $$
    begin
      perform set_config('synchronous_commit', 'off', true);
      insert into api_key_days as d (workspace_id, key_id, day, ends_at, requests)
        select a.workspace_id, a.id, new_day, new_day_ends_at, 1 from api_keys a where a.id = key
        on conflict (key_id, day) do update set requests = d.requests + 1, ends_at = excluded.ends_at;
    end $$`,

  // What a key may do at this moment. No row if it may not be used any more. For sockets, which were let in before.
  key_as_it_is: `create function key_as_it_is(key_hash bytea, address inet, at timestamptz)
    returns table (key_id uuid, key_name text, scopes text[], depot_ids uuid[])
    language sql stable ${asOwner} as $$
      select k.id, k.name, k.scopes, k.depot_ids from api_keys k
        where (k.hash = key_hash or k.previous_hash = key_hash) and ${keyRefusal} is null
    $$`,

  // The key that the transaction works for, which is not in the sandbox if it is a test key.
  own_key: `create function own_key()
    returns table (is_test boolean, allowed_addresses inet[], expires_at timestamptz)
    language sql stable ${asOwner} as $$
      select k.is_test, k.allowed_addresses, k.expires_at from api_keys k
        where k.id = nullif(current_setting('karta.person', true), '')::uuid
    $$`,

  // Somebody found a key: whose is it? They show all of it, so they could use it, too.
  workspace_of_key: `create function workspace_of_key(key_hash bytea)
    returns table (workspace_id uuid, key_id uuid, is_previous boolean)
    language sql stable ${asOwner} as $$
      select k.workspace_id, k.id, k.hash <> key_hash from api_keys k
        where k.hash = key_hash or k.previous_hash = key_hash
    $$`,

  // The sandbox of the transaction's workspace, which no policy shows.
  own_sandbox: `create function own_sandbox() returns table (id uuid, created_at timestamptz)
    language sql stable ${asOwner} as $$
      select s.id, s.created_at from workspaces s
        where s.sandbox_of = nullif(current_setting('karta.workspace', true), '')::uuid
    $$`,

  // A shop calls back without a session: whose connection attempt is it?
  workspace_of_attempt: `create function workspace_of_attempt(hash bytea) returns uuid
    language sql stable ${asOwner} as $$
      select a.workspace_id from connection_attempts a where a.state_hash = hash
    $$`,

  // Whoever opens an invitation belongs to nothing yet: which one is it, and did the token come from the address itself?
  find_invitation: `create function find_invitation(token_hash bytea)
    returns table (workspace_id uuid, id uuid, was_sent boolean)
    language sql stable ${asOwner} as $$
      select i.workspace_id, i.id, i.sent_hash = token_hash from invitations i
        where i.sent_hash = token_hash or i.link_hash = token_hash
    $$`,

  // The same for a code that signs a driver's phone in.
  find_driver_code: `create function find_driver_code(token_hash bytea) returns table (workspace_id uuid, id uuid)
    language sql stable ${asOwner} as $$
      select c.workspace_id, c.id from driver_codes c where c.hash = token_hash
    $$`,

  // Recurring orders of all workspaces that may have to come within two weeks and have not been made for all of them.
  recurring_orders_due: `create function recurring_orders_due() returns table (workspace_id uuid, id uuid)
    language sql stable ${asOwner} as $$
      select r.workspace_id, r.id from recurring_orders r
        where ${notFrozen('r')} and not r.paused and (r.last_day is null or r.last_day >= current_date - 1)
          and r.first_day <= current_date + 15
        order by r.workspace_id, r.standing_route_id, r.standing_position, r.id
    $$`,

  // Waves of all workspaces that may be due.
  active_waves: `create function active_waves() returns table (workspace_id uuid, id uuid, time_zone text, plan_at time,
      weekdays smallint[], armed_at timestamptz, last_day date)
    language sql stable ${asOwner} as $$
      select v.workspace_id, v.id, w.time_zone, v.plan_at, v.weekdays, v.armed_at, v.last_day
        from waves v join workspaces w on w.id = v.workspace_id where v.active and ${notFrozen('v')} order by v.plan_at, v.id
    $$`,

  // The same for the token of a tracking page, which names its delivery. The caller checks the rest of it.
  find_tracked: `create function find_tracked(delivery uuid) returns table (workspace_id uuid, tracking_generation integer,
      status text, status_at timestamptz, updated_at timestamptz, link_days integer)
    language sql stable ${asOwner} as $$
      select d.workspace_id, d.tracking_generation, d.status, d.status_at, d.updated_at, coalesce(t.link_days, 7)
        from deliveries d left join tracking_settings t on t.workspace_id = d.workspace_id
        where d.id = delivery and d.deleted_at is null and d.erased_at is null
    $$`,

  // The same for the link to a route.
  find_route_link: `create function find_route_link(token_hash bytea)
    returns table (workspace_id uuid, id uuid, expires_at timestamptz)
    language sql stable ${asOwner} as $$
      select h.workspace_id, h.id, h.link_expires_at from route_handovers h where h.link_hash = token_hash
    $$`,

  /*
   * Whether only codes on a dispatcher's screen open the account of a member of the transaction's workspace: a driver
   * there and nothing more, who belongs to no other workspace and has no way of their own to sign in. A code must never
   * open anything else, since whoever makes it could use it.
   */
  opened_by_code: `create function opened_by_code(person uuid) returns boolean
    language sql stable ${asOwner} as $$
      select exists (select from auth.users u join members m on m.user_id = u.id
        where u.id = person and u.deleted_at is null and u.app_metadata ->> 'provider' = 'driver_code'
          and u.email is null and u.phone is null and u.new_email is null and u.new_phone is null
          and u.password_hash is null
          and m.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid and m.role = 'driver'
          and not exists (select from members o where o.user_id = person and o.workspace_id <> m.workspace_id)
          and not exists (select from auth.identities i where i.user_id = person)
          and not exists (select from auth.passkeys p where p.user_id = person)
          and not exists (select from auth.factors f where f.user_id = person and f.status = 'verified'))
    $$`,

  // Invitations that wait for somebody with this confirmed address, whatever the workspace.
  invitations_for: `create function invitations_for(person uuid, at timestamptz)
    returns table (workspace_id uuid, id uuid)
    language sql stable ${asOwner} as $$
      select i.workspace_id, i.id from auth.users u join invitations i on lower(i.email) = lower(u.email)
        where u.id = person and u.email_confirmed_at is not null and u.deleted_at is null
          and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > at
          and not exists (select from members m where m.workspace_id = i.workspace_id and m.user_id = person)
        order by i.created_at desc limit 20
    $$`,

  // Which of these addresses members of the transaction's workspace already have.
  addresses_of_members: `create function addresses_of_members(addresses text[]) returns table (address text)
    language sql stable ${asOwner} as $$
      select lower(u.email) from members m join auth.users u on u.id = m.user_id
        where m.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
          and lower(u.email) = any(addresses)
    $$`,

  // An address of a public object names its bucket and no workspace: whose bucket is it?
  'storage.workspace_of_public_bucket': `create function storage.workspace_of_public_bucket(bucket text) returns uuid
    language sql stable ${asOwner} as $$
      select b.workspace_id from storage.buckets b where b.id = bucket and b.public
    $$`,

  /*
   * What owners and admins see of the accounts of their workspace's members. For everybody else it returns nothing, and
   * never what a second factor is.
   */
  member_accounts: `create function member_accounts()
    returns table (user_id uuid, email text, phone text, has_second_factor boolean)
    language sql stable ${asOwner} as $$
      select m.user_id, u.email, u.phone,
          exists (select from auth.factors f where f.user_id = m.user_id and f.status = 'verified')
        from members m join auth.users u on u.id = m.user_id and u.deleted_at is null
        where m.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
          and current_setting('karta.role', true) in ('owner', 'admin', 'system', 'operator')
    $$`,

  /*
   * Notes when members of any workspaces were last seen. A row that somebody else has locked is left for the next time, so
   * nobody waits for this.
   */
  note_seen: `create function note_seen(workspaces uuid[], people uuid[], ats timestamptz[]) returns void
    language sql volatile ${asOwner} as $$
      update members m set last_seen_at = s.at
        from (select l.workspace_id, l.user_id, g.at
          from unnest(workspaces, people, ats) as g(workspace_id, user_id, at)
            join members l on l.workspace_id = g.workspace_id and l.user_id = g.user_id
          where l.last_seen_at is null or l.last_seen_at < g.at
          for update of l skip locked) s
        where m.workspace_id = s.workspace_id and m.user_id = s.user_id
    $$`,

  // The workspaces somebody is a member of. It returns ids only.
  workspaces_of: `create function workspaces_of(person uuid) returns table (workspace_id uuid)
    language sql stable ${asOwner} as $$
      select m.workspace_id from members m where m.user_id = person order by m.workspace_id
    $$`,

  // The workspaces somebody is a member of, to choose from: the last one used first, then in the order they were joined.
  memberships_of: `create function memberships_of(person uuid)
    returns table (id uuid, name text, role text, state text, tier text, trial_ends_at timestamptz,
      requires_two_factors boolean, last_used_at timestamptz)
    language sql stable ${asOwner} as $$
      select w.id, w.name, m.role, m.state, w.tier, w.trial_ends_at,
          w.requires_two_factors, u.last_used_at
        from members m join workspaces w on w.id = m.workspace_id
          left join auth.workspace_uses u on u.workspace_id = m.workspace_id and u.user_id = m.user_id
        where m.user_id = person
        order by u.last_used_at desc nulls last, m.created_at, m.workspace_id
    $$`,
}
