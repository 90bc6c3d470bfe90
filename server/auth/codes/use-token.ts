import type { Trx } from '../../db/connect.ts'
import type { Origin } from '../../http/origin.ts'
import { findById, findByPhone, isBanned, setEmail, setPhone } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import type { AccountContext } from '../context.ts'
import { sendNotice } from '../mails/send.ts'
import { AuthError } from '../protocol/errors.ts'
import type { UserRow } from '../protocol/objects.ts'
import { confirmEmailChange } from './email-change.ts'
import { forgetTokens, type OneTimeToken } from './one-time-tokens.ts'
import { endPauses } from './sendings.ts'

/**
 * Does what the token is for, and uses it up. Returns the account as it is then, or null while a change of address waits
 * for its second confirmation; undefined when the token no longer fits the account.
 * @throws AuthError `user_banned`, `email_exists`, `phone_exists`
 */
export async function useToken(
  trx: Trx,
  context: AccountContext,
  token: OneTimeToken,
  origin: Origin,
): Promise<UserRow | null | undefined> {
  const { deps, product } = context
  const user = await findById(trx, token.user_id)
  if (!user) return undefined
  const now = deps.now()
  if (isBanned(user, now)) throw new AuthError('user_banned')
  const isDone = await apply(trx, context, { user, token, origin })
  if (!isDone) return isDone
  await endPauses(trx, deps, token.address)
  // An account without a person's name was none of the product's business until now.
  if (user.is_anonymous) {
    await product.onNewUser(trx, { id: user.id, email: token.address, metadata: user.user_metadata })
  }
  return trx
    .updateTable('auth.users')
    .set({ last_sign_in_at: now })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Use = { user: UserRow; token: OneTimeToken; origin: Origin }

async function apply(trx: Trx, { deps }: AccountContext, use: Use): Promise<true | null | undefined> {
  const { user, token, origin } = use
  const now = deps.now()
  switch (token.kind) {
    case 'confirmation':
    case 'recovery':
      if (user.email !== token.address) return undefined
      await forgetTokens(trx, user.id, [token.kind])
      if (!user.email_confirmed_at) await confirmAddress(trx, use, now)
      return true
    case 'phone':
      if (user.phone !== token.address) return undefined
      await forgetTokens(trx, user.id, [token.kind])
      if (!user.phone_confirmed_at) await confirmAddress(trx, use, now)
      return true
    case 'phone_change':
      if (user.new_phone !== token.address) return undefined
      if (await findByPhone(trx, token.address)) throw new AuthError('phone_exists')
      await setPhone(trx, user.id, token.address, now)
      await audit(trx, { action: 'phone_changed', userId: user.id, origin, now })
      return true
    case 'email_change_current':
    case 'email_change_new': {
      const isDone = await confirmEmailChange(trx, deps, user, token)
      if (!isDone) return isDone
      await audit(trx, { action: 'email_changed', userId: user.id, origin, now })
      const changed = (await findById(trx, user.id))!
      const values = { OldEmail: user.email ?? '' }
      if (user.email_confirmed_at)
        await sendNotice(trx, deps, 'email-changed', { user: changed, to: user.email, values })
      return true
    }
    default:
      return undefined
  }
}

/**
 * The first proof that an address is the person's. A password set before may be that of somebody who signed up with a
 * stranger's address, so it stays only when the token answers that very sign-up.
 */
async function confirmAddress(trx: Trx, { user, token, origin }: Use, now: Date): Promise<void> {
  if (token.method !== 'signup') {
    await trx.updateTable('auth.users').set({ password_hash: null }).where('id', '=', user.id).execute()
  }
  const setAddress = token.kind === 'phone' ? setPhone : setEmail
  await setAddress(trx, user.id, token.address, now)
  await audit(trx, { action: 'user_confirmed', userId: user.id, origin, now })
}
