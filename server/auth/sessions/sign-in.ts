import { z } from 'zod'
import { inAuthScope } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { barePhone } from '../accounts/addresses.ts'
import { isOutdated } from '../accounts/password-hashes.ts'
import { hashPassword, isPassword, weaknessOf } from '../accounts/passwords.ts'
import type { AddressKind } from '../accounts/identities.ts'
import { findAccount, isBanned, type Account } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import { atLeast } from '../codes/at-least.ts'
import { isPhoneOn } from '../codes/texts.ts'
import { openGate, type Gate } from '../guesses/gate.ts'
import { countWrong, forgivenLane, mayTry, type Standing } from '../guesses/guesses.ts'
import { warnOwner } from '../guesses/warn-owner.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError, TooSoonError } from '../protocol/errors.ts'
import { openIfUnchanged, openOnKnownDevice } from './open-session.ts'
import { toSessionReply, type OpenSession } from './sessions.ts'

const Credentials = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
})

/** No more passwords than this are tried for one address at the same moment, so that each wrong one counts for the next. */
const mostAtATime = 4

export type PasswordGate = Gate
export const openPasswordGate = (): PasswordGate => openGate(mostAtATime)

/**
 * The password grant. An unknown address, an account without a password and a wrong password all get the same answer
 * after the same amount of work, and have to wait alike after too many of them.
 * @throws AuthError `invalid_credentials`, `over_request_rate_limit`, `user_banned`, `email_not_confirmed`, …
 */
export async function signInWithPassword(deps: Deps, gate: PasswordGate, input: unknown, origin: Origin) {
  const { email, phone, password } = readBody(Credentials, input)
  if (email && phone) {
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided on login.')
  }
  if (phone && !isPhoneOn(deps)) throw new AuthError('phone_provider_disabled', 'Phone logins are disabled', 422)
  if (!email && !phone) throw new AuthError('validation_failed', 'missing email or phone')

  const kind = email ? 'email' : 'phone'
  const address = email ? email.toLowerCase() : barePhone(phone)
  // No stored address contains a NUL, and PostgreSQL would refuse to search for one.
  if (address.includes('\0')) throw new AuthError('invalid_credentials')
  return gate(address, async () => {
    for (let attempt = 1; ; attempt++) {
      const open = await tryPassword(deps, { kind, address, password, origin })
      if (open !== 'changed meanwhile') {
        const owner = { ...open.user, metadata: open.user.user_metadata }
        const weakness = await weaknessOf(password, owner, deps.config.auth)
        return { ...toSessionReply(deps, open), ...(weakness && { weak_password: weakness }) }
      }
      if (attempt === attempts) throw new AuthError('invalid_credentials')
    }
  })
}

type Attempt = { kind: AddressKind; address: string; password: string; origin: Origin }

/** Parallel sign-ins may each replace an imported hash. The second one then finds the first one's. */
const attempts = 3

async function tryPassword(deps: Deps, attempt: Attempt): Promise<OpenSession | 'changed meanwhile'> {
  const { account, standing } = await findAccount(deps, attempt)
  const { sharedWait } = standing
  if (sharedWait <= 0) return tryFor(deps, attempt, account, standing)
  // The time must not tell whether the password was looked at.
  return atLeast(
    mayTry(standing)
      ? tryFor(deps, attempt, account, standing)
      : Promise.reject(new TooSoonError(sharedWait, tooManyPasswords(sharedWait))),
  )
}

const tooManyPasswords = (seconds: number) =>
  `Too many wrong passwords for this address, please retry after ${Math.ceil(seconds)} seconds or sign in with a link.`

async function tryFor(
  deps: Deps,
  { kind, password: given, origin }: Attempt,
  user: Account | undefined,
  standing: Standing,
): Promise<OpenSession | 'changed meanwhile'> {
  const stored = user?.password_hash
  const matches = await isPassword(stored, given)
  const now = deps.now()
  if (!user || !stored || !matches) {
    await inAuthScope(deps.db, async (trx) => {
      const entry = { userId: user?.id ?? null, origin, detail: { method: 'password' }, now }
      await audit(trx, { action: 'login_failed', ...entry })
      const failures = await countWrong(trx, deps, standing)
      if (user && failures >= deps.config.auth.freeTries) await warnOwner(trx, deps, user.id, { failures, origin })
    })
    const { sharedWait } = standing
    throw sharedWait > 0
      ? new TooSoonError(sharedWait, tooManyPasswords(sharedWait))
      : new AuthError('invalid_credentials')
  }
  if (isBanned(user, now)) throw new AuthError('user_banned', undefined, 400)
  if (kind === 'email' && !user.email_confirmed_at) throw new AuthError('email_not_confirmed')
  if (kind === 'phone' && !user.phone_confirmed_at) throw new AuthError('phone_not_confirmed')
  const replacement = isOutdated(stored) ? await hashPassword(given) : undefined

  const [logged, password] = [{ method: 'password' }, { matched: stored, replacement }]
  const proof = { method: 'password', origin, now, logged, password, forgiven: forgivenLane(standing) }
  const open =
    (await openOnKnownDevice(deps.db, user.id, proof)) ??
    (await inAuthScope(deps.db, (trx) => openIfUnchanged(trx, deps, user.id, proof)))
  return open ?? 'changed meanwhile'
}
