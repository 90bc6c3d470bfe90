import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { describeUser } from '../accounts/users.ts'
import { AuthError } from '../protocol/errors.ts'
import type { FactorRow } from '../protocol/objects.ts'
import type { Bearer } from '../sessions/bearer.ts'
import { replaceToken } from '../sessions/refresh-tokens.ts'
import type { OpenSession } from '../sessions/sessions.ts'

/**
 * What a session's `amr` says about each second factor. `mfa/recovery_code` is the client's name. The protocol's list is
 * older than recovery codes and has no name for them.
 */
const methods = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
} as const satisfies Record<FactorRow['factor_type'], string>

/**
 * Raises the caller's session to aal2 and gives it a new refresh token. The person's other sessions end unless they are at
 * aal2 too: they may belong to somebody who only knows the password.
 * @throws AuthError `session_not_found` for a token outside a session, or when the session ended meanwhile
 */
export async function raiseSession(
  trx: Trx,
  { keys, now }: Pick<Deps, 'keys' | 'now'>,
  { user, sessionId }: Bearer,
  factor: Pick<FactorRow, 'id' | 'factor_type'>,
): Promise<OpenSession> {
  const session = await trx
    .selectFrom('auth.sessions')
    .select('amr')
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()
  if (!session || sessionId === null) throw new AuthError('session_not_found')
  const method = methods[factor.factor_type]
  const amr = [
    { method, timestamp: Math.floor(now().getTime() / 1000) },
    ...session.amr.filter((entry) => entry.method !== method),
  ]
  await trx
    .updateTable('auth.sessions')
    .set({ aal: 'aal2', amr: JSON.stringify(amr), factor_id: factor.id })
    .where('id', '=', sessionId)
    .execute()
  await trx
    .deleteFrom('auth.sessions')
    .where('user_id', '=', user.id)
    .where('id', '!=', sessionId)
    .where('aal', '=', 'aal1')
    .execute()
  const refreshToken = await replaceToken(trx, sessionId, keys.secretKey, now())
  return { user: await describeUser(trx, user), session: { id: sessionId, aal: 'aal2', amr }, refreshToken }
}

/** Lowers the sessions that a removed factor had raised. Their tokens show it from the next refresh on. */
export async function lowerSessions(trx: Trx, factorId: string): Promise<void> {
  const secondFactors = new Set<string>(Object.values(methods))
  const sessions = await trx
    .selectFrom('auth.sessions')
    .select(['id', 'amr'])
    .where('factor_id', '=', factorId)
    .forUpdate()
    .execute()
  for (const { id, amr } of sessions) {
    await trx
      .updateTable('auth.sessions')
      .set({
        aal: 'aal1',
        amr: JSON.stringify(amr.filter((entry) => !secondFactors.has(entry.method))),
        factor_id: null,
      })
      .where('id', '=', id)
      .execute()
  }
}
