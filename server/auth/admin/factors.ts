import { z } from 'zod'
import { inAuthScope } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { checkPhone } from '../accounts/addresses.ts'
import { isTaken } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import { factorsOf, findFactor } from '../factors/find-factor.ts'
import { checkFriendlyName } from '../factors/names.ts'
import { removeFactor } from '../factors/unenroll.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError } from '../protocol/errors.ts'
import { toFactor } from '../protocol/objects.ts'
import type { Admin } from './admin.ts'
import { findLivingUser, findUser } from './find-user.ts'

const Change = z.object({ friendly_name: z.string().optional(), phone: z.string().optional() })

/** A user's second factors, verified or not. */
export async function listFactors({ db }: Deps, userId: string) {
  return inAuthScope(db, async (trx) => {
    const user = await findUser(trx, userId)
    return (await factorsOf(trx, [user.id])).map(toFactor)
  })
}

/**
 * Removes a user's factor and lowers the sessions it had raised.
 * @throws AuthError `user_not_found`, `mfa_factor_not_found`
 */
export async function deleteFactor({ db, now }: Deps, userId: string, factorId: string, admin: Admin) {
  return inAuthScope(db, async (trx) => {
    const user = await findLivingUser(trx, userId)
    const factor = await findFactor(trx, user.id, factorId)
    await removeFactor(trx, factor)
    const detail = { factor_id: factor.id, factor_type: factor.factor_type }
    await audit(trx, { action: 'factor_unenrolled', userId: user.id, ...admin, detail, now: now() })
    return toFactor(factor)
  })
}

/**
 * Renames a user's factor, or changes the number of a phone factor.
 * @throws AuthError `user_not_found`, `mfa_factor_not_found`, `mfa_factor_name_conflict`, `validation_failed`
 */
export async function changeFactor({ db, now }: Deps, userId: string, factorId: string, input: unknown, admin: Admin) {
  const { friendly_name: name, phone } = readBody(Change, input)
  if (name !== undefined) checkFriendlyName(name)
  const number = phone ? checkPhone(phone) : undefined
  return inAuthScope(db, async (trx) => {
    const user = await findLivingUser(trx, userId)
    const factor = await findFactor(trx, user.id, factorId)
    if (number && factor.factor_type !== 'phone') {
      throw new AuthError('validation_failed', 'Only a phone factor has a phone number')
    }
    const changed = await trx
      .updateTable('auth.factors')
      .set({
        ...(name !== undefined && { friendly_name: name || null }),
        ...(number && { phone: number }),
        updated_at: now(),
      })
      .where('id', '=', factor.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const detail = {
      factor_id: factor.id,
      changed: [...(name === undefined ? [] : ['name']), ...(number ? ['phone'] : [])],
    }
    await audit(trx, { action: 'user_modified', userId: user.id, ...admin, detail, now: now() })
    return toFactor(changed)
  }).catch((error: unknown) => {
    throw isTaken(error)
      ? new AuthError(
          'mfa_factor_name_conflict',
          `A factor with the friendly name "${name}" for this user already exists`,
        )
      : error
  })
}
