import { randomUUID } from 'node:crypto'
import { inAuthScope } from '../../db/connect.ts'
import { insertUser } from '../accounts/add-account.ts'
import { describeUser } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../protocol/errors.ts'
import { setIdentity, toTaken } from './addresses.ts'
import type { Admin } from './admin.ts'
import { endOfBan, mergeMetadata, readWantedUser } from './wanted-user.ts'

/**
 * Adds a user for an administrator, without a mail. A user without a password cannot sign in with one.
 * @throws AuthError `validation_failed`, `weak_password`, `email_exists`, `phone_exists`
 */
export async function createUser({ deps, product }: AuthContext, input: unknown, { actor, origin }: Admin) {
  const wanted = await readWantedUser(deps, input)
  const { email, phone, emailConfirmed, phoneConfirmed, userMetadata = {}, appMetadata = {} } = wanted
  const id = wanted.id ?? randomUUID()
  if (!email && !phone) {
    throw new AuthError('validation_failed', 'Cannot create a user without either an email or phone')
  }
  const providers = [...(email ? ['email'] : []), ...(phone ? ['phone'] : [])]
  const now = deps.now()
  return inAuthScope(deps.db, async (trx) => {
    const user = await insertUser(trx, {
      id,
      email: email ?? null,
      phone: phone ?? null,
      password_hash: wanted.passwordHash ?? null,
      email_confirmed_at: email && emailConfirmed ? now : null,
      phone_confirmed_at: phone && phoneConfirmed ? now : null,
      appMetadata: mergeMetadata(appMetadata, { provider: providers[0], providers }),
      userMetadata: mergeMetadata(userMetadata, email && emailConfirmed ? { email_verified: true } : {}),
      banned_until: endOfBan(wanted.banMs ?? null, now),
      ...(wanted.role && { role: wanted.role }),
      now,
    })
    if (email) {
      await setIdentity(trx, { userId: id, kind: 'email', address: email, confirmed: emailConfirmed, now })
    }
    if (phone) {
      await setIdentity(trx, { userId: id, kind: 'phone', address: phone, confirmed: phoneConfirmed, now })
    }
    await product.onNewUser(trx, { id, email: email ?? phone!, metadata: userMetadata })
    await audit(trx, { action: 'user_signedup', userId: id, actor, origin, detail: { providers }, now })
    return describeUser(trx, user)
  }).catch((error: unknown) => {
    throw toTaken(error)
  })
}
