import type { JWTPayload } from 'jose'
import { inAuthScope } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../audit.ts'
import { countWrong, forgive, mayTry, readStanding } from '../guesses/guesses.ts'
import type { Caller } from '../protocol/caller.ts'
import { AuthError, TooSoonError } from '../protocol/errors.ts'
import type { UserRow } from '../protocol/objects.ts'
import { loadBearer } from '../sessions/bearer.ts'
import { forgetTokens, tryCode } from './one-time-tokens.ts'
import { mailCode } from './send-code.ts'
import { noteSending } from './sendings.ts'
import { makeText, sendText } from './texts.ts'

/**
 * Sends a signed-in person a code to prove, at the next change to the account, that it is still them.
 * @throws AuthError `email_not_confirmed`, `phone_not_confirmed`, `validation_failed`, …
 */
export async function reauthenticate(deps: Deps, claims: JWTPayload, { origin, redirectTo }: Caller) {
  const now = deps.now()
  const text = await inAuthScope(deps.db, async (trx) => {
    const { user } = await loadBearer(trx, claims, now)
    const address = addressOf(user)
    await noteSending(trx, deps, { address, kind: 'reauthentication' })
    await audit(trx, { action: 'reauthentication_requested', userId: user.id, origin, now })
    const common = { user, kind: 'reauthentication', method: 'reauthentication' } as const
    if (!user.email) return makeText(trx, deps, { ...common, phone: address })
    await mailCode(trx, deps, { ...common, mail: 'reauthentication', redirectTo, flowStateId: null })
    return undefined
  })
  if (text) await sendText(deps, text)
  return {}
}

/** Where the code goes. @throws AuthError */
function addressOf(user: UserRow): string {
  if (!user.email && !user.phone) {
    throw new AuthError('validation_failed', 'Reauthentication requires the user to have an email or a phone number')
  }
  if (user.email && !user.email_confirmed_at) {
    throw new AuthError('email_not_confirmed', 'Please verify your email first.', 422)
  }
  if (!user.email && !user.phone_confirmed_at) {
    throw new AuthError('phone_not_confirmed', 'Please verify your phone first.', 422)
  }
  return user.email ?? user.phone!
}

/**
 * Uses up the code that `reauthenticate` sent.
 * @throws AuthError `reauthentication_not_valid`, `over_request_rate_limit`
 */
export async function checkNonce(deps: Deps, user: UserRow, nonce: string): Promise<void> {
  const guessed = { kind: 'confirmation', of: user.id } as const
  const origin = { ip: null, userAgent: null }
  const outcome = await inAuthScope(deps.db, async (trx) => {
    const standing = await readStanding(trx, deps, { guessed, userId: undefined, origin })
    if (!mayTry(standing)) return new TooSoonError(standing.sharedWait)
    const address = user.email ?? user.phone ?? ''
    const found = await tryCode(trx, deps, { userId: user.id, kinds: ['reauthentication'], address, code: nonce })
    if (!found) {
      await countWrong(trx, deps, standing)
      return new AuthError('reauthentication_not_valid')
    }
    await forgetTokens(trx, user.id, ['reauthentication'])
    await forgive(trx, standing)
    return undefined
  })
  // Refuse only after the commit, so that the wrong code counts.
  if (outcome) throw outcome
}
