import { z } from 'zod'
import { inAuthScope } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { readBody } from './body.ts'
import { AuthError } from './errors.ts'
import { finishFlow } from './flow-states.ts'
import { openSession, toSessionReply, type Origin } from './sessions.ts'
import { describeUser, findById, isBanned } from './users.ts'

const CodeExchange = z.object({ auth_code: z.string().default(''), code_verifier: z.string().default('') })

/**
 * The pkce grant: a session for the code that came back in an address, to whoever holds the verifier. The provider's
 * own tokens come with it this once.
 * @throws AuthError `flow_state_not_found`, `flow_state_expired`, `bad_code_verifier`, `user_banned`
 */
export async function exchangeCode(deps: Deps, input: unknown, origin: Origin) {
  const { auth_code: code, code_verifier: verifier } = readBody(CodeExchange, input)
  if (!code || !verifier) {
    throw new AuthError('validation_failed', 'invalid request: both auth code and code verifier should be non-empty')
  }
  const { open, providerTokens } = await inAuthScope(deps.db, async (trx) => {
    const now = deps.now()
    const { userId, method, providerTokens } = await finishFlow(trx, deps, { code, verifier })
    const user = await findById(trx, userId)
    if (!user) throw new AuthError('flow_state_not_found')
    if (isBanned(user, now)) throw new AuthError('user_banned')
    const session = await openSession(trx, deps, userId, { method, origin, now })
    return { open: { ...session, user: await describeUser(trx, user) }, providerTokens }
  })
  return { ...(await toSessionReply(deps, open)), ...providerTokens }
}
