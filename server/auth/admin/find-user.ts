import { isUuid } from '#domain/schema/uuid.ts'
import type { Trx } from '../../db/connect.ts'
import { AuthError } from '../protocol/errors.ts'
import type { UserRow } from '../protocol/objects.ts'

/**
 * The user with this id, locked if something is about to change. Softly deleted users are found too.
 * @throws AuthError `validation_failed` when it is no id, `user_not_found`
 */
export async function findUser(trx: Trx, id: string, { lock = false } = {}): Promise<UserRow> {
  if (!isUuid(id)) throw new AuthError('validation_failed', 'user_id must be an UUID', 404)
  const user = await trx
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!user) throw notFound()
  return user
}

/** The same, except for softly deleted users: nothing is left of them that could be changed. */
export async function findLivingUser(trx: Trx, id: string): Promise<UserRow> {
  const user = await findUser(trx, id, { lock: true })
  if (user.deleted_at !== null) throw notFound()
  return user
}

const notFound = () => new AuthError('user_not_found', 'User not found', 404)
