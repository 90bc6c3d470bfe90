import type { Trx } from '../../db/connect.ts'
import type { IdentityRow } from '../protocol/objects.ts'

/** The identity that a provider knows under `subject`. */
export function findIdentity(trx: Trx, provider: string, subject: string): Promise<IdentityRow | undefined> {
  return trx
    .selectFrom('auth.identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', subject)
    .executeTakeFirst()
}

/** The identities of these users, the oldest first. */
export function identitiesOf(trx: Trx, userIds: string[]): Promise<IdentityRow[]> {
  return trx
    .selectFrom('auth.identities')
    .selectAll()
    .where('user_id', 'in', userIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
