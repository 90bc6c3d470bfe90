import { sql } from 'kysely'
import type { Trx } from '../db/connect.ts'
import type { IdentityRow } from './objects.ts'

/** The identity that a provider knows under `subject`. */
export function findIdentity(trx: Trx, provider: string, subject: string): Promise<IdentityRow | undefined> {
  return trx
    .selectFrom('auth.identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', subject)
    .executeTakeFirst()
}

/** The user's identities, the oldest first. */
export function identitiesOf(trx: Trx, userId: string): Promise<IdentityRow[]> {
  return trx
    .selectFrom('auth.identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Tells the account which providers it has identities of: the first one, and all. */
export async function noteProviders(trx: Trx, userId: string, now: Date): Promise<void> {
  const names = [...new Set((await identitiesOf(trx, userId)).map(({ provider }) => provider))]
  const noted = JSON.stringify({ provider: names[0], providers: names })
  await trx
    .updateTable('auth.users')
    .set({ app_metadata: sql`app_metadata || ${noted}::jsonb`, updated_at: now })
    .where('id', '=', userId)
    .execute()
}
