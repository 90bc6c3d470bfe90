import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { isTaken } from '../accounts/users.ts'
import { AuthError } from '../protocol/errors.ts'
import { openSession } from '../sessions/open-session.ts'
import type { OpenSession } from '../sessions/sessions.ts'
import type { Chosen, Visit } from './choose-account.ts'

type Admission<T> = {
  /** Finds, adds or changes the account of the person whom a provider vouched for. */
  choose: (trx: Trx) => Promise<Chosen>
  /** Makes what the person gets, in the same transaction. */
  give: (trx: Trx, userId: string) => Promise<T>
}

/**
 * Lets in somebody whom a provider vouched for.
 * @throws AuthError of `choose`
 */
export async function admit<T>(deps: Pick<Deps, 'db'>, { choose, give }: Admission<T>): Promise<T> {
  const attempt = () =>
    inAuthScope(deps.db, async (trx) => {
      const { userId, refusal } = await choose(trx)
      return refusal ?? { given: await give(trx, userId) }
    })
  const result = await attempt().catch((error: unknown) => {
    // Another call added the same identity or address at the same moment. Now it can be found.
    if (isTaken(error)) return attempt()
    throw error
  })
  // Refuse only after the commit: what was done before the refusal stays.
  if (result instanceof AuthError) throw result
  return result.given
}

/** Opens a session for somebody who was admitted. */
export function openExternalSession(trx: Trx, deps: Deps, userId: string, visit: Visit): Promise<OpenSession> {
  return openSession(trx, deps, userId, { method: 'oauth', ...visit, logged: { method: 'oauth' } })
}
