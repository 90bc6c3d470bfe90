import { z } from 'zod'
import { inAuthScope } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { readBody } from './body.ts'
import { AuthError } from './errors.ts'
import { isPassword, weaknessOf } from './passwords.ts'
import { openSession, toSessionReply, type OpenSession, type Origin } from './sessions.ts'
import { describeUser, findByEmail, isBanned } from './users.ts'

const Credentials = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
})

/**
 * The password grant. Unknown address, no password set and wrong password get the same answer after the same work.
 * @throws AuthError `invalid_credentials`, `user_banned`, `email_not_confirmed`, …
 */
export async function signInWithPassword(deps: Deps, input: unknown, origin: Origin) {
  const { email, phone, password } = readBody(Credentials, input)
  if (email && phone) {
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided on login.')
  }
  if (phone) throw new AuthError('phone_provider_disabled', 'Phone logins are disabled', 422)
  if (!email) throw new AuthError('validation_failed', 'missing email or phone')

  // No stored address holds a NUL, and PostgreSQL would refuse to look for one.
  const user = email.includes('\0')
    ? undefined
    : await inAuthScope(deps.db, (trx) => findByEmail(trx, email.toLowerCase()))
  const matches = await isPassword(user?.password_hash, password)
  if (!user || !matches) throw new AuthError('invalid_credentials')
  const now = deps.now()
  if (isBanned(user, now)) throw new AuthError('user_banned', undefined, 400)
  if (!user.email_confirmed_at) throw new AuthError('email_not_confirmed')

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
    const session = await openSession(trx, deps, user.id, { method: 'password', origin, now })
    return { ...session, user: await describeUser(trx, current) }
  })
  const weakness = weaknessOf(password)
  return { ...(await toSessionReply(deps, open)), ...(weakness && { weak_password: weakness }) }
}
