import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { openSession, type OpenSession } from '../sessions.ts'
import { describeUser, findById, isTaken } from '../users.ts'
import { chooseAccount, type Visit } from './choose-account.ts'
import { linkIdentity } from './link-identity.ts'
import type { Profile } from './profile.ts'

type Admission<T> = {
  profile: Profile
  visit: Visit
  /** Whose account the identity is added to, instead of signing in. */
  linkingUserId: string | null
  /** What the person is given, in the same transaction. */
  give: (trx: Trx, userId: string) => Promise<T>
}

/**
 * Lets somebody in whom a provider vouched for.
 * @throws AuthError see `chooseAccount` and `linkIdentity`
 */
export async function admit<T>(context: AuthContext, admission: Admission<T>): Promise<T> {
  const attempt = () => inAuthScope(context.deps.db, (trx) => tryToAdmit(trx, context, admission))
  const result = await attempt().catch((error: unknown) => {
    // Somebody came with the same identity or address at the same moment; now it is there to be found.
    if (isTaken(error)) return attempt()
    throw error
  })
  // Only here, after the commit: what was done up to the refusal stays.
  if (result instanceof AuthError) throw result
  return result.given
}

async function tryToAdmit<T>(
  trx: Trx,
  context: AuthContext,
  { profile, visit, linkingUserId, give }: Admission<T>,
): Promise<AuthError | { given: T }> {
  const { userId, refusal } = linkingUserId
    ? await linkIdentity(trx, context, linkingUserId, profile, visit)
    : await chooseAccount(trx, context, profile, visit)
  if (refusal) return refusal
  await trx.updateTable('auth.users').set({ last_sign_in_at: visit.now }).where('id', '=', userId).execute()
  await audit(trx, { action: 'login', userId, detail: { provider: profile.provider }, ...visit })
  return { given: await give(trx, userId) }
}

/** The session of somebody who was admitted. */
export async function openExternalSession(trx: Trx, deps: Deps, userId: string, visit: Visit): Promise<OpenSession> {
  const session = await openSession(trx, deps, userId, { method: 'oauth', origin: visit.origin, now: visit.now })
  return { ...session, user: await describeUser(trx, (await findById(trx, userId))!) }
}
