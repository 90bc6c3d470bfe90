import { isUuid } from '#domain/schema/uuid.ts'
import type { Trx } from '../../db/connect.ts'
import { AuthError } from '../protocol/errors.ts'
import type { FactorRow } from '../protocol/objects.ts'

/**
 * The person's factor with this id.
 * @throws AuthError `validation_failed` when it is no id, `mfa_factor_not_found` when it is not theirs
 */
export async function findFactor(trx: Trx, userId: string, factorId: string): Promise<FactorRow> {
  if (!isUuid(factorId)) throw new AuthError('validation_failed', 'factor_id must be an UUID', 404)
  const factor = await trx
    .selectFrom('auth.factors')
    .selectAll()
    .where('id', '=', factorId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!factor) throw new AuthError('mfa_factor_not_found')
  return factor
}

/** The second factors of these users, verified or not, oldest first. */
export function factorsOf(trx: Trx, userIds: string[]): Promise<FactorRow[]> {
  return trx
    .selectFrom('auth.factors')
    .selectAll()
    .where('user_id', 'in', userIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
