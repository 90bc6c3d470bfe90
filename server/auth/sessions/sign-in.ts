import { z } from 'zod'
import { inAuthScope } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { barePhone } from '../accounts/addresses.ts'
import { isOutdated } from '../accounts/password-hashes.ts'
import { hashPassword, isPassword, weaknessOf } from '../accounts/passwords.ts'
import { findAccount, isBanned, type Account } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import { isPhoneOn } from '../codes/texts.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError } from '../protocol/errors.ts'
import { openIfUnchanged, openOnKnownDevice } from './open-session.ts'
import { toSessionReply, type OpenSession } from './sessions.ts'

const Credentials = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
})

/**
 * The password grant. An unknown address, an account without a password and a wrong password all get the same answer
 * after the same amount of work.
 * @throws AuthError `invalid_credentials`, `user_banned`, `email_not_confirmed`, `phone_not_confirmed`, …
 */
export async function signInWithPassword(deps: Deps, input: unknown, origin: Origin) {
  const { email, phone, password } = readBody(Credentials, input)
  if (email && phone) {
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided on login.')
  }
  if (phone && !isPhoneOn(deps)) throw new AuthError('phone_provider_disabled', 'Phone logins are disabled', 422)
  if (!email && !phone) throw new AuthError('validation_failed', 'missing email or phone')

  for (let attempt = 1; ; attempt++) {
    const open = await tryPassword(deps, { email, phone, password, origin })
    if (open !== 'changed meanwhile') {
      const weakness = weaknessOf(password, deps.config.auth)
      return { ...toSessionReply(deps, open), ...(weakness && { weak_password: weakness }) }
    }
    if (attempt === attempts) throw new AuthError('invalid_credentials')
  }
}

type Attempt = { email: string; phone: string; password: string; origin: Origin }

/** Parallel sign-ins may each replace an imported hash. The second one then finds the first one's. */
const attempts = 3

async function tryPassword(
  deps: Deps,
  { email, phone, password: given, origin }: Attempt,
): Promise<OpenSession | 'changed meanwhile'> {
  const user = await findByAddress(deps, email, phone)
  const stored = user?.password_hash
  const matches = await isPassword(stored, given)
  const now = deps.now()
  if (!user || !stored || !matches) {
    await inAuthScope(deps.db, (trx) =>
      audit(trx, { action: 'login_failed', userId: user?.id ?? null, origin, detail: { method: 'password' }, now }),
    )
    throw new AuthError('invalid_credentials')
  }
  if (isBanned(user, now)) throw new AuthError('user_banned', undefined, 400)
  if (email && !user.email_confirmed_at) throw new AuthError('email_not_confirmed')
  if (phone && !user.phone_confirmed_at) throw new AuthError('phone_not_confirmed')
  const replacement = isOutdated(stored) ? await hashPassword(given) : undefined

  const [logged, password] = [{ method: 'password' }, { matched: stored, replacement }]
  const proof = { method: 'password', origin, now, logged, password }
  const open =
    (await openOnKnownDevice(deps.db, user.id, proof)) ??
    (await inAuthScope(deps.db, (trx) => openIfUnchanged(trx, deps, user.id, proof)))
  return open ?? 'changed meanwhile'
}

async function findByAddress({ db }: Deps, email: string, phone: string): Promise<Account | undefined> {
  // No stored address contains a NUL, and PostgreSQL would refuse to search for one.
  if (`${email}${phone}`.includes('\0')) return undefined
  return email ? findAccount(db, 'email', email.toLowerCase()) : findAccount(db, 'phone', barePhone(phone))
}
