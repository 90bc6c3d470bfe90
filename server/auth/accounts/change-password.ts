import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { audit } from '../audit.ts'
import { forgetTokens } from '../codes/one-time-tokens.ts'
import { checkNonce } from '../codes/reauthenticate.ts'
import { sendNotice } from '../mails/send.ts'
import { AuthError } from '../protocol/errors.ts'
import type { UserRow } from '../protocol/objects.ts'
import type { Bearer } from '../sessions/bearer.ts'
import { requireFresh } from '../sessions/freshness.ts'
import { endSessions } from '../sessions/sessions.ts'
import { isPassword } from './passwords.ts'
import { checkCurrentPassword } from './prove-owner.ts'

const dayMs = 86_400_000
/** For this long, a session opened by a code or link does not need the current password, which was probably forgotten. */
const recentMs = 3_600_000

type Asked = { password?: string | undefined; nonce: string; current_password: string }

/**
 * Lets the person change their password or an address once they have shown what the settings ask for: a recent sign-in,
 * the current password, or a code. Anything they show beyond that must also be right.
 * @throws AuthError `current_password_required`, `current_password_invalid`, `reauthentication_needed`,
 * `reauthentication_not_valid`, `same_password`
 */
export async function checkProof(deps: Deps, bearer: Bearer, asked: Asked): Promise<void> {
  const { user } = bearer
  const { current_password: current, nonce, password } = asked
  if (current) await checkCurrentPassword(deps, user, current)
  if (password !== undefined) await checkPasswordRules(deps, bearer, asked)
  if (!current && !nonce) await inAuthScope(deps.db, (trx) => requireFresh(trx, deps, bearer))
  // This comes last because it uses up the code.
  if (nonce) await checkNonce(deps, user, nonce)
}

async function checkPasswordRules(deps: Deps, bearer: Bearer, asked: Asked): Promise<void> {
  const { user } = bearer
  const { current_password: current, nonce, password = '' } = asked
  const session = await readSession(deps, bearer)
  if (!current && !nonce) checkCurrentIsKnown(deps, user, session)
  if (user.password_hash && (await isPassword(user.password_hash, password))) throw new AuthError('same_password')
  const isOld = !session || deps.now().getTime() - new Date(session.created_at).getTime() > dayMs
  if (deps.config.auth.reauthentication && isOld && !nonce) throw new AuthError('reauthentication_needed')
}

type Session = { created_at: string; amr: { method: string; timestamp: number }[] }

async function readSession({ db }: Deps, { sessionId }: Bearer): Promise<Session | undefined> {
  if (sessionId === null) return undefined
  return inAuthScope(db, (trx) =>
    trx.selectFrom('auth.sessions').select(['created_at', 'amr']).where('id', '=', sessionId).executeTakeFirst(),
  )
}

function checkCurrentIsKnown({ config, now }: Deps, user: UserRow, session: Session | undefined): void {
  if (!config.auth.currentPasswordRequired || !user.password_hash) return
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
