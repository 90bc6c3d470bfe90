import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import type { Origin } from '../../http/origin.ts'
import { belongingsOf, readBelongings, type Belongings } from '../accounts/belongings.ts'
import type { MailDeps } from '../mails/send.ts'
import { AuthError } from '../protocol/errors.ts'
import { toUser, type UserRow } from '../protocol/objects.ts'
import { announceDevice, deviceHash } from './devices.ts'
import { hashOf, newToken } from './refresh-tokens.ts'
import type { OpenSession } from './sessions.ts'

type Proof = {
  /** How the person proved who they are. */
  method: string
  origin: Origin
  now: Date
  /** What the log says about the sign-in. Without it, there is no entry: a sign-up has one of its own. */
  logged?: Record<string, unknown>
  /** The stored hash that the password matched, and the one to store from now on. */
  password?: { matched: string; replacement: string | undefined }
}

/** Opens a session for a user who just proved who they are. A new device is announced by mail. */
export async function openSession(trx: Trx, deps: MailDeps, userId: string, proof: Proof): Promise<OpenSession> {
  const open = await openIfUnchanged(trx, deps, userId, proof)
  if (!open) throw new AuthError('user_not_found')
  return open
}

type Row = UserRow & Belongings & { session_id: string; is_new_device: boolean }

/**
 * The same, unless the account is gone or has another password by now. Everything is one statement: sign-ins come in
 * waves, and each statement costs the server and the database more than what it does.
 */
export async function openIfUnchanged(
  trx: Trx,
  deps: MailDeps,
  userId: string,
  { method, origin, now, logged, password }: Proof,
): Promise<OpenSession | undefined> {
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }]
  const refreshToken = newToken()
  const matched = password?.matched ?? null
  const { rows } = await sql<Row>`
    with person as (
      update auth.users
        set last_sign_in_at = ${now}, password_hash = coalesce(${password?.replacement ?? null}, password_hash)
        where id = ${userId} and deleted_at is null and (${matched}::text is null or password_hash = ${matched}::text)
        returning *
    ), opened as (
      insert into auth.sessions (user_id, amr, user_agent, ip, created_at)
        select id, ${JSON.stringify(amr)}::jsonb, ${origin.userAgent}, ${origin.ip}::inet, ${now} from person
        returning id
    ), refreshing as (
      insert into auth.refresh_tokens (token_hash, session_id, created_at)
        select ${hashOf(refreshToken)}::bytea, id, ${now} from opened
    ), device as (
      insert into auth.devices (user_id, device_hash, first_seen_at)
        select id, ${deviceHash(userId, origin)}::bytea, ${now} from person
        on conflict do nothing returning user_id
    ), entry as (
      insert into auth.audit_entries (at, action, user_id, actor_id, ip, user_agent, detail)
        select ${now}, 'login', id, id, ${origin.ip}::inet, ${origin.userAgent}, ${logged ? JSON.stringify(logged) : null}::jsonb
          from person where ${logged !== undefined}
    )
    select person.*, opened.id as session_id, ${belongingsOf(sql`person.id`)},
      -- This statement does not see the device that it adds.
      exists (select from device) and exists (select from auth.devices d where d.user_id = person.id) as is_new_device
    from person, opened`.execute(trx)
  const row = rows[0]
  if (!row) return undefined
  if (row.is_new_device) await announceDevice(trx, deps, row, origin)
  const { identities, factors } = readBelongings(row)
  return { user: toUser(row, identities, factors), session: { id: row.session_id, aal: 'aal1', amr }, refreshToken }
}
