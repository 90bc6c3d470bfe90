import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { audit } from '../audit.ts'
import { forgetTokens } from '../codes/one-time-tokens.ts'
import { checkNonce } from '../codes/reauthenticate.ts'
import { sendNotice } from '../mails/send.ts'
import { AuthError } from '../protocol/errors.ts'
import type { Bearer } from '../sessions/bearer.ts'
import { endSessions } from '../sessions/sessions.ts'
import { hashPassword, isPassword } from './passwords.ts'

const dayMs = 86_400_000
/** For this long, a session opened by a code or link does not need the current password, which was probably forgotten. */
const recentMs = 3_600_000

type Asked = { password?: string | undefined; nonce: string; current_password: string }

/**
 * The new password's hash, once the person has shown what the settings ask for. Anything they show beyond that must also
 * be right.
 * @throws AuthError `current_password_required`, `current_password_invalid`, `reauthentication_needed`,
 * `reauthentication_not_valid`, `same_password`
 */
export async function hashNewPassword(deps: Deps, bearer: Bearer, asked: Asked): Promise<string> {
  const { user } = bearer
  const { current_password: current, nonce, password = '' } = asked
  const session = await readSession(deps, bearer)
  await checkCurrent(deps, bearer, { current, nonce, session })
  if (user.password_hash && (await isPassword(user.password_hash, password))) throw new AuthError('same_password')
  const isOld = !session || deps.now().getTime() - new Date(session.created_at).getTime() > dayMs
  if (deps.config.auth.reauthentication && isOld && !nonce) {
    throw new AuthError('reauthentication_needed')
  }
  // This comes last because it uses up the code.
  if (nonce) await checkNonce(deps, user, nonce)
  return hashPassword(password)
}

type Session = { created_at: string; amr: { method: string; timestamp: number }[] }

async function readSession({ db }: Deps, { sessionId }: Bearer): Promise<Session | undefined> {
  if (sessionId === null) return undefined
  return inAuthScope(db, (trx) =>
    trx.selectFrom('auth.sessions').select(['created_at', 'amr']).where('id', '=', sessionId).executeTakeFirst(),
  )
}

type Shown = { current: string; nonce: string; session: Session | undefined }

async function checkCurrent({ config, now }: Deps, { user }: Bearer, { current, nonce, session }: Shown) {
  if (current) {
    if (!(await isPassword(user.password_hash, current))) throw new AuthError('current_password_invalid')
    return
  }
  if (!config.auth.currentPasswordRequired || !user.password_hash || nonce) return
  const cameByCode = session?.amr.some(({ method }) => /^(otp|recovery|magiclink)$/.test(method))
  const isRecent = session && now().getTime() - new Date(session.created_at).getTime() < recentMs
  if (!cameByCode || !isRecent) throw new AuthError('current_password_required')
}

/** Replaces the password. Other sessions end, recovery links stop working, and the person is told by mail. */
export async function setPassword(
  trx: Trx,
  deps: Deps,
  { user, sessionId }: Bearer,
  passwordHash: string,
  origin: Origin,
): Promise<void> {
  const now = deps.now()
  await trx
    .updateTable('auth.users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', user.id)
    .execute()
  await endSessions(trx, user.id, sessionId, 'others')
  await forgetTokens(trx, user.id, ['recovery'])
  await audit(trx, { action: 'password_changed', userId: user.id, origin, now })
  await sendNotice(trx, deps, 'password-changed', { user })
}
