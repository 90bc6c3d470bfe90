import type { JWTPayload } from 'jose'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { audit } from '../audit.ts'
import { AuthError } from '../protocol/errors.ts'
import type { FactorRow } from '../protocol/objects.ts'
import { sendNotice } from '../mails/send.ts'
import { requireFresh } from '../sessions/freshness.ts'
import { kindNames } from './names.ts'
import { isAal2, loadPerson, lockPerson } from './assurance.ts'
import { findFactor } from './find-factor.ts'
import { lowerSessions } from './raise-session.ts'

/**
 * Removes one of the caller's factors.
 * @throws AuthError `mfa_factor_not_found`, `insufficient_aal`
 */
export async function unenrollFactor(deps: Deps, claims: JWTPayload, factorId: string, origin: Origin) {
  return inAuthScope(deps.db, async (trx) => {
    const person = await loadPerson(trx, claims, deps.now())
    const { user, sessionId } = person
    const factor = await findFactor(trx, user.id, factorId)
    if (factor.status === 'verified' && !(await isAal2(trx, sessionId))) {
      throw new AuthError('insufficient_aal', 'AAL2 required to unenroll verified factor', 422)
    }
    if (factor.status === 'verified') await requireFresh(trx, deps, person)
    await removeFactor(trx, factor)
    await auditRemoval(trx, factor, origin, deps.now())
    if (factor.status === 'verified') {
      const Change = `A second factor was removed: ${kindNames[factor.factor_type]}.`
      await sendNotice(trx, deps, 'account-changed', { user, values: { Change } })
    }
    return { id: factor.id }
  })
}

/** Logs that the person removed one of their factors. */
export async function auditRemoval(trx: Trx, factor: FactorRow, origin: Origin, now: Date): Promise<void> {
  const detail = { factor_id: factor.id, factor_type: factor.factor_type }
  await audit(trx, { action: 'factor_unenrolled', userId: factor.user_id, origin, detail, now })
}

/**
 * Removes a factor and lowers the sessions it had raised. Recovery codes stand in for other factors, so they go with the
 * last of those.
 */
export async function removeFactor(trx: Trx, factor: Pick<FactorRow, 'id' | 'user_id'>): Promise<void> {
  await lockPerson(trx, factor.user_id)
  await lowerSessions(trx, factor.id)
  await trx.deleteFrom('auth.factors').where('id', '=', factor.id).execute()
  const left = await trx
    .selectFrom('auth.factors')
    .select(['id', 'user_id', 'factor_type'])
    .where('user_id', '=', factor.user_id)
    .where('status', '=', 'verified')
    .execute()
  const [only] = left
  if (left.length === 1 && only?.factor_type === 'recovery_code') await removeFactor(trx, only)
}
