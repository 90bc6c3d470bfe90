import { asOwner } from './as-owner.ts'

/**
 * Signing in. People come in waves, and a hash is slow enough: what else a sign-in costs the server and the database is
 * mostly the number of statements and of transactions.
 */
export const signingIn: Record<string, string> = {
  /*
   * Who signs in with this address, and may they try yet? It returns only what deciding about that needs, and always one
   * row: an address without an account takes the same work. `device` is the caller's, as `deviceHash` writes it.
   */
  'auth.account_at': `create function auth.account_at(
      kind text, address text, device text, shared_lane bytea, own_lane bytea)
    returns table (id uuid, password_hash text, banned_until timestamptz, email_confirmed_at timestamptz,
      phone_confirmed_at timestamptz, is_known boolean, shared_until timestamptz, own_until timestamptz)
    language plpgsql stable ${asOwner} as $$
    begin
      if kind = 'email' then
        select u.id, u.password_hash, u.banned_until, u.email_confirmed_at, u.phone_confirmed_at
          into id, password_hash, banned_until, email_confirmed_at, phone_confirmed_at
          from auth.users u where lower(u.email) = address and u.deleted_at is null;
      else
        select u.id, u.password_hash, u.banned_until, u.email_confirmed_at, u.phone_confirmed_at
          into id, password_hash, banned_until, email_confirmed_at, phone_confirmed_at
          from auth.users u where u.phone = address and u.deleted_at is null;
      end if;
      is_known := exists (select from auth.devices d where d.user_id = coalesce(account_at.id, gen_random_uuid())
        and d.device_hash = sha256(convert_to(account_at.id || ' ' || device, 'UTF8')));
      shared_until := (select g.blocked_until from auth.guesses g where g.lane = shared_lane);
      own_until := (select g.blocked_until from auth.guesses g where g.lane = own_lane);
      return next;
    end $$`,

  // What is shown with an account, oldest first. Secrets of second factors stay here.
  'auth.belongings': `create function auth.belongings(person uuid) returns json
    language plpgsql stable ${asOwner} as $$
    begin
      return json_build_object(
        'identities', (select coalesce(json_agg(i order by i.created_at, i.provider, i.id), '[]')
          from auth.identities i where i.user_id = person),
        'factors', (select coalesce(json_agg(f order by f.created_at, f.id), '[]') from (
          select id, user_id, factor_type, status, friendly_name, phone, last_challenged_at, created_at, updated_at
            from auth.factors where user_id = person) f));
    end $$`,

  /*
   * Opens a session: everything that a sign-in writes. Null, and nothing written, if the account is gone or its password
   * is no longer the one that `matched`. With `on_known_device`, also if the person has other devices but not this one,
   * because then a mail belongs to the same transaction.
   */
  'auth.open_session': `create function auth.open_session(
      person uuid, at timestamptz, amr jsonb, agent text, address inet, token bytea, device bytea, logged jsonb,
      matched text, replacement text, on_known_device boolean, forgiven bytea)
    returns json
    language plpgsql volatile ${asOwner} as $$
    declare
      account auth.users;
      opened uuid;
      is_new_device boolean;
    begin
      is_new_device := not exists (select from auth.devices d where d.user_id = person and d.device_hash = device)
        and exists (select from auth.devices d where d.user_id = person);
      if is_new_device and on_known_device then
        return null;
      end if;
      update auth.users u
        set last_sign_in_at = at, password_hash = coalesce(replacement, u.password_hash)
        where u.id = person and u.deleted_at is null and (matched is null or u.password_hash = matched)
        returning u.* into account;
      if not found then
        return null;
      end if;
      insert into auth.sessions (user_id, amr, user_agent, ip, created_at)
        values (person, amr, agent, address, at) returning id into opened;
      insert into auth.refresh_tokens (token_hash, session_id, created_at) values (token, opened, at);
      insert into auth.devices (user_id, device_hash, first_seen_at) values (person, device, at) on conflict do nothing;
      -- Somebody who signs in twice at the same moment is told once.
      is_new_device := is_new_device and found;
      -- A right password makes up for the wrong ones before it.
      delete from auth.guesses g where g.lane = forgiven;
      if logged is not null then
        insert into auth.audit_entries (at, action, user_id, actor_id, ip, user_agent, detail)
          values (at, 'login', person, person, address, agent, logged);
      end if;
      return json_build_object('account', row_to_json(account), 'session_id', opened, 'is_new_device', is_new_device,
        'belongings', auth.belongings(person));
    end $$`,
}
