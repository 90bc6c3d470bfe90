import { z } from 'zod'
import { inAuthScope } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { barePhone } from './addresses.ts'
import { audit } from './audit.ts'
import { readBody } from './body.ts'
import { isPhoneOn } from './codes/texts.ts'
import { AuthError } from './errors.ts'
import type { UserRow } from './objects.ts'
import { isPassword, weaknessOf } from './passwords.ts'
import { openSession, toSessionReply, type OpenSession, type Origin } from './sessions.ts'
import { describeUser, findByEmail, findByPhone, isBanned } from './users.ts'

const Credentials = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
})

/**
 * The password grant. Unknown address, no password set and wrong password get the same answer after the same work.
 * @throws AuthError `invalid_credentials`, `user_banned`, `email_not_confirmed`, `phone_not_confirmed`, …
 */
export async function signInWithPassword(deps: Deps, input: unknown, origin: Origin) {
  const { email, phone, password } = readBody(Credentials, input)
  if (email && phone) {
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided on login.')
  }
  if (phone && !isPhoneOn(deps)) throw new AuthError('phone_provider_disabled', 'Phone logins are disabled', 422)
  if (!email && !phone) throw new AuthError('validation_failed', 'missing email or phone')

  const user = await findByAddress(deps, email, phone)
  const matches = await isPassword(user?.password_hash, password)
  const now = deps.now()
  if (!user || !matches) {
    await inAuthScope(deps.db, (trx) => audit(trx, { action: 'login_failed', userId: user?.id ?? null, origin, now }))
    throw new AuthError('invalid_credentials')
  }
  if (isBanned(user, now)) throw new AuthError('user_banned', undefined, 400)
  if (email && !user.email_confirmed_at) throw new AuthError('email_not_confirmed')
  if (phone && !user.phone_confirmed_at) throw new AuthError('phone_not_confirmed')

  const open = await inAuthScope(deps.db, async (trx): Promise<OpenSession> => {
    const current = await trx
      .updateTable('auth.users')
      .set({ last_sign_in_at: now })
      .where('id', '=', user.id)
      // The password may have been changed while we checked the old one.
      .where('password_hash', '=', user.password_hash)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!current) throw new AuthError('invalid_credentials')
    await audit(trx, { action: 'login', userId: user.id, origin, detail: { method: 'password' }, now })
    const session = await openSession(trx, deps, user.id, { method: 'password', origin, now })
    return { ...session, user: await describeUser(trx, current) }
  })
  const weakness = weaknessOf(password, deps.config.auth)
  return { ...(await toSessionReply(deps, open)), ...(weakness && { weak_password: weakness }) }
}

async function findByAddress({ db }: Deps, email: string, phone: string): Promise<UserRow | undefined> {
  // No stored address holds a NUL, and PostgreSQL would refuse to look for one.
  if (`${email}${phone}`.includes('\0')) return undefined
  return inAuthScope(db, (trx) => (email ? findByEmail(trx, email.toLowerCase()) : findByPhone(trx, barePhone(phone))))
}
