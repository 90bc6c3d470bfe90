import { inAuthScope } from '../../db/connect.ts'
import { bePatient } from '../../db/patience.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { describeUser, findById, isBanned } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import { AuthError } from '../protocol/errors.ts'
import { findToken, rotate } from './refresh-tokens.ts'
import type { CountRefresh } from './refresh-limits.ts'
import { checkSessionLimits } from './session-limits.ts'
import { endSessions, toSessionReply, type OpenSession } from './sessions.ts'

/**
 * The refresh grant: returns a new access token and the next refresh token of the same session.
 * @throws AuthError if the token is unknown or reused, the user is banned, or the session is over or refreshed too often
 */
export async function refreshSession(deps: Deps, count: CountRefresh, token: string | undefined, origin: Origin) {
  if (!token) throw new AuthError('validation_failed', 'Refresh token is not valid')
  const open = await inAuthScope(deps.db, async (trx): Promise<OpenSession | 'reused'> => {
    // Waiting longer helps nobody. The answer is then 503, and the client tries again.
    await bePatient(trx, 'refresh')
    const presented = await findToken(trx, token)
    if (!presented) throw new AuthError('refresh_token_not_found')
    count(presented.session_id)
    const session = await trx
      .selectFrom('auth.sessions')
      .select(['id', 'user_id', 'aal', 'amr', 'created_at', 'refreshed_at'])
      .where('id', '=', presented.session_id)
      .forUpdate()
      .executeTakeFirst()
    const user = session && (await findById(trx, session.user_id))
    if (!user) throw new AuthError('session_not_found', 'Invalid Refresh Token: No Valid Session Found', 400)
    const now = deps.now()
    if (isBanned(user, now)) throw new AuthError('user_banned', 'Invalid Refresh Token: User Banned', 400)
    checkSessionLimits(session, deps.config.auth, now)

    const next = await rotate(trx, token, {
      sessionId: session.id,
      secret: deps.keys.secretKey,
      reuseSeconds: deps.config.auth.refreshReuseSeconds,
      now,
    })
    if (next === null) {
      await endSessions(trx, user.id, session.id, 'local')
      const detail = { session_id: session.id }
      await audit(trx, { action: 'token_reused', userId: user.id, origin, detail, now })
      return 'reused'
    }
    await trx
      .updateTable('auth.sessions')
      .set({ refreshed_at: now, last_used_at: now, last_ip: origin.ip, last_user_agent: origin.userAgent })
      .where('id', '=', session.id)
      .execute()
    return { user: await describeUser(trx, user), session, refreshToken: next }
  })
  // Refuse only after the commit: an error in the transaction would bring the session back.
  if (open === 'reused') throw new AuthError('refresh_token_already_used')
  return toSessionReply(deps, open)
}
