import { z } from 'zod'
import { inAuthScope } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { checkEmail } from '../accounts/addresses.ts'
import { findByEmail } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import { readBody } from '../protocol/body.ts'
import type { Caller } from '../protocol/caller.ts'
import { AuthError } from '../protocol/errors.ts'
import { checkPkce, pkceMembers } from '../protocol/pkce.ts'
import { beginFlow } from '../sessions/flow-states.ts'
import { atLeast } from './at-least.ts'
import { mailCode } from './send-code.ts'
import { noteSending } from './sendings.ts'

const Recovery = z.object({ email: z.string().default(''), ...pkceMembers })

/**
 * Mails a link and a code to somebody who forgot their password. The answer is the same for every address.
 * @throws AuthError `validation_failed`, `over_email_send_rate_limit`
 */
export async function recover(deps: Deps, input: unknown, caller: Caller) {
  const body = readBody(Recovery, input)
  if (!body.email) throw new AuthError('validation_failed', 'Password recovery requires an email')
  checkPkce(body)
  return atLeast(mailRecovery(deps, { ...body, email: checkEmail(body.email) }, caller))
}

async function mailRecovery(deps: Deps, body: z.output<typeof Recovery>, { origin, redirectTo }: Caller) {
  const now = deps.now()
  await inAuthScope(deps.db, async (trx) => {
    const user = await findByEmail(trx, body.email)
    await noteSending(trx, deps, { address: body.email, kind: 'recovery', isReal: Boolean(user) })
    if (!user) return
    const flowStateId = await beginFlow(trx, body, { method: 'recovery', userId: user.id, now })
    const mail = { user, kind: 'recovery', method: 'recovery', mail: 'recovery', redirectTo, flowStateId } as const
    await mailCode(trx, deps, mail)
    await audit(trx, { action: 'password_recovery_requested', userId: user.id, origin, now })
  })
  return {}
}
