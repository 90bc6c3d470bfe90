import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { provenAt } from '../../http/callers/person.ts'
import { AuthError } from '../protocol/errors.ts'
import type { Bearer } from './bearer.ts'

type FreshDeps = Pick<Deps, 'config' | 'now'>

/** Whether the person proved only lately, in this session, who they are. A token outside a session proves nothing. */
export async function isFresh(trx: Trx, { config, now }: FreshDeps, sessionId: string | null): Promise<boolean> {
  if (sessionId === null) return false
  const session = await trx
    .selectFrom('auth.sessions')
    .select(['created_at', 'amr'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return session !== undefined && now().getTime() - provenAt(session).getTime() <= config.auth.freshSeconds * 1000
}

/**
 * Refuses a change that would let whoever holds a forgotten session keep the account. An anonymous account has nothing
 * yet with which somebody could prove that it is theirs.
 * @throws AuthError `reauthentication_needed`
 */
export async function requireFresh(trx: Trx, deps: FreshDeps, { user, sessionId }: Bearer): Promise<void> {
  if (user.is_anonymous || (await isFresh(trx, deps, sessionId))) return
  throw new AuthError('reauthentication_needed', 'This change requires reauthentication')
}
