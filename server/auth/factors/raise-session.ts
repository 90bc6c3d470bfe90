import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { describeUser } from '../accounts/users.ts'
import { AuthError } from '../protocol/errors.ts'
import type { FactorRow } from '../protocol/objects.ts'
import type { Bearer } from '../sessions/bearer.ts'
import { replaceToken } from '../sessions/refresh-tokens.ts'
import type { OpenSession } from '../sessions/sessions.ts'

/**
 * What a session's `amr` says of each second factor. `mfa/recovery_code` is the client's name; the protocol's list, which
 * is older than recovery codes, has none for them.
 */
const methods = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
} as const satisfies Record<FactorRow['factor_type'], string>

/**
 * Brings the caller's session to aal2, with another refresh token, and ends the person's other sessions that are not
 * there: they may be somebody's who knows the password only.
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

/** Takes back what a factor that goes away gave to sessions. Their tokens say so from the next refresh on. */
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
