import { sql } from 'kysely'
import { inOneStatement, type Db, type Trx } from '../../db/connect.ts'
import type { Origin } from '../../http/origin.ts'
import { readAccount, readBelongings, type Belongings } from '../accounts/belongings.ts'
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
  /** The stored hash that the password matched, which must still be there, and the one to store from now on. */
  password?: { matched: string; replacement: string | undefined }
  /** Where wrong tries are counted that this makes up for. */
  forgiven?: Buffer
}

/** Opens a session for a user who just proved who they are. A new device is announced by mail. */
export async function openSession(trx: Trx, deps: MailDeps, userId: string, proof: Proof): Promise<OpenSession> {
  const open = await openIfUnchanged(trx, deps, userId, proof)
  if (!open) throw new AuthError('user_not_found')
  return open
}

/** The same, unless the account is gone or has another password by now. */
export async function openIfUnchanged(
  trx: Trx,
  deps: MailDeps,
  userId: string,
  proof: Proof,
): Promise<OpenSession | undefined> {
  const opened = await open(trx, userId, proof, { onKnownDevice: false })
  if (opened?.isNewDevice) await announceDevice(trx, deps, opened.account, proof.origin)
  return opened?.session
}

/** The same in one statement, if nobody needs to be told about a new device. */
export async function openOnKnownDevice(db: Db, userId: string, proof: Proof): Promise<OpenSession | undefined> {
  const opened = await open(inOneStatement(db), userId, proof, { onKnownDevice: true })
  return opened?.session
}

type Opened = { account: UserRow; belongings: Belongings; session_id: string; is_new_device: boolean }

async function open(
  db: Db,
  userId: string,
  { method, origin, now, logged, password, forgiven }: Proof,
  { onKnownDevice }: { onKnownDevice: boolean },
) {
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }]
  const refreshToken = newToken()
  const { rows } = await sql<{ opened: Opened | null }>`
    select auth.open_session(${userId}, ${now}, ${JSON.stringify(amr)}, ${origin.userAgent}, ${origin.ip},
      ${hashOf(refreshToken)}, ${deviceHash(userId, origin)}, ${logged ? JSON.stringify(logged) : null},
      ${password?.matched ?? null}, ${password?.replacement ?? null}, ${onKnownDevice},
      ${forgiven ?? null}) as opened`.execute(db)
  const opened = rows[0]!.opened
  if (!opened) return undefined
  const account = readAccount(opened.account)
  const { identities, factors } = readBelongings(opened.belongings)
  const user = toUser(account, identities, factors)
  const session: OpenSession = { user, session: { id: opened.session_id, aal: 'aal1', amr }, refreshToken }
  return { session, account, isNewDevice: opened.is_new_device }
}
