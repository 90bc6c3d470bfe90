import { asOwner } from './as-owner.ts'

/** Letting in the apps that people allowed something (decision 69). */
export const appFunctions: Record<string, string> = {
  /*
   * Whom an app's access token stands for at this moment, and in which workspace. No row: there is no such token, or it
   * was revoked. `refusal` is the code of the problem, or null. What the app may do is what the token was asked for, as
   * far as the person still allows it.
   */
  app_token_as_it_is: `create function app_token_as_it_is(access_hash bytea, at timestamptz)
    returns table (person uuid, member_name text, role text, driver_id uuid, depot_ids uuid[], client_id uuid,
      app_id uuid, app_name text, grant_id uuid, scopes text[], resource text, workspace_id uuid, expires_at timestamptz,
      refusal text)
    language sql stable ${asOwner} as $$
      select g.user_id, m.name, m.role, d.id, m.depot_ids,
          (select c.id from clients c where c.id = m.client_id and c.active),
          o.id, o.name, g.id, array(select s from unnest(coalesce(t.scopes, a.scopes)) s where s = any (g.scopes)), a.resource,
          g.workspace_id, t.expires_at,
          case when t.expires_at <= at then 'token_expired'
            when u.deleted_at is not null or u.banned_until > at then 'session_ended'
            when m.state = 'suspended' then 'member_suspended'
            when w.requires_two_factors and g.aal <> 'aal2' then 'second_factor_required' end
        from auth.oauth_tokens t
          join auth.oauth_authorizations a on a.id = t.authorization_id
          join auth.oauth_grants g on g.id = a.grant_id
          join auth.oauth_clients o on o.id = g.client_id
          join auth.users u on u.id = g.user_id
          join members m on m.workspace_id = g.workspace_id and m.user_id = g.user_id
          join workspaces w on w.id = g.workspace_id
          left join drivers d on d.workspace_id = m.workspace_id and d.user_id = m.user_id and d.active
        where t.token_hash = access_hash and t.kind = 'access'
    $$`,

  // Notes that an app was used, and counts the request against the month of the workspace. As `begin_key_request` does.
  begin_app_request: `create function begin_app_request(of_grant uuid, at timestamptz, limits jsonb, new_month date,
      new_month_ends_at timestamptz)
    returns table (time_zone text, refusal text, monthly_limit integer, used integer, month_ends_at timestamptz)
    language plpgsql volatile ${asOwner} as $$
    declare
      of_workspace uuid;
    begin
      select w.id, w.time_zone,
          (limits ->> case when w.tier = 'free' and w.trial_ends_at > at then 'trial' else w.tier end)::integer
        into of_workspace, time_zone, monthly_limit
        from auth.oauth_grants g join workspaces w on w.id = g.workspace_id where g.id = of_grant;
      if not found then
        return;
      end if;
      perform set_config('synchronous_commit', 'off', true);
      update auth.oauth_grants g set last_used_at = at
        where g.id = of_grant and (g.last_used_at is null or g.last_used_at <= at - interval '1 minute');
      select c.refusal, c.used, c.month_ends_at into refusal, used, month_ends_at
        from count_api_request(of_workspace, monthly_limit, at, new_month, new_month_ends_at) c;
      return next;
    end $$`,
}
