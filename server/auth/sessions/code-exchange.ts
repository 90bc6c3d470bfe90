import { z } from 'zod'
import { inAuthScope } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { findById, isBanned } from '../accounts/users.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError } from '../protocol/errors.ts'
import { finishFlow } from './flow-states.ts'
import { openSession } from './open-session.ts'
import { toSessionReply } from './sessions.ts'

const CodeExchange = z.object({ auth_code: z.string().default(''), code_verifier: z.string().default('') })

/**
 * The pkce grant: trades the code from a link or an outside provider for a session, once.
 * @throws AuthError `flow_state_not_found`, `flow_state_expired`, `bad_code_verifier`, `user_banned`
 */
export async function exchangeCode(deps: Deps, input: unknown, origin: Origin) {
  const { auth_code: code, code_verifier: verifier } = readBody(CodeExchange, input)
  if (!code || !verifier) {
    throw new AuthError('validation_failed', 'invalid request: both auth code and code verifier should be non-empty')
  }
  const now = deps.now()
  const { open, providerTokens } = await inAuthScope(deps.db, async (trx) => {
    const flow = await finishFlow(trx, deps, { code, verifier })
    const user = await findById(trx, flow.userId)
    if (!user) throw new AuthError('flow_state_not_found')
    if (isBanned(user, now)) throw new AuthError('user_banned')
    const { method, providerTokens } = flow
    return { open: await openSession(trx, deps, user.id, { method, origin, now, logged: { method } }), providerTokens }
  })
  return { ...toSessionReply(deps, open), ...providerTokens }
}
