import type { Trx } from '../../db/connect.ts'
import type { Origin } from '../../http/origin.ts'
import { welcome } from '../accounts/add-account.ts'
import { setAddress } from '../accounts/set-address.ts'
import { findById, findByPhone, isBanned, markSignedIn } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import type { AccountContext } from '../context.ts'
import { sendNotice } from '../mails/send.ts'
import { AuthError } from '../protocol/errors.ts'
import type { UserRow } from '../protocol/objects.ts'
import { confirmEmailChange, tellPreviousAddress } from './email-change.ts'
import { forgetTokens, type OneTimeToken } from './one-time-tokens.ts'
import { endPauses } from './sendings.ts'

/**
 * Does what the token is for, and uses it up. Returns the updated account, null while a change of address needs a second
 * confirmation, or undefined if the token no longer matches the account.
 * @throws AuthError `user_banned`, `email_exists`, `phone_exists`
 */
export async function useToken(
  trx: Trx,
  context: AccountContext,
  token: OneTimeToken,
  origin: Origin,
): Promise<UserRow | null | undefined> {
  const { deps } = context
  const user = await findById(trx, token.user_id)
  if (!user) return undefined
  const now = deps.now()
  if (isBanned(user, now)) throw new AuthError('user_banned')
  const isDone = await apply(trx, context, { user, token, origin })
  if (!isDone) return isDone
  await endPauses(trx, deps, token.address)
  await welcome(trx, context, user, token.address)
  return markSignedIn(trx, user.id, now)
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
      await setAddress(trx, { userId: user.id, kind: 'phone', address: token.address, now })
      await audit(trx, { action: 'phone_changed', userId: user.id, origin, now })
      await sendNotice(trx, deps, 'account-changed', { user, values: { Change: 'Your phone number was changed.' } })
      return true
    case 'email_change_current':
    case 'email_change_new': {
      const isDone = await confirmEmailChange(trx, deps, user, token)
      if (!isDone) return isDone
      await audit(trx, { action: 'email_changed', userId: user.id, origin, now })
      await tellPreviousAddress(trx, deps, user)
      return true
    }
    default:
      return undefined
  }
}

/**
 * This is the first proof that the address belongs to the person. An earlier password may come from somebody who signed
 * up with a stranger's address, so it stays only if the token confirms that very sign-up.
 */
async function confirmAddress(trx: Trx, { user, token, origin }: Use, now: Date): Promise<void> {
  if (token.method !== 'signup') {
    await trx.updateTable('auth.users').set({ password_hash: null }).where('id', '=', user.id).execute()
  }
  const kind = token.kind === 'phone' ? 'phone' : 'email'
  await setAddress(trx, { userId: user.id, kind, address: token.address, now })
  await audit(trx, { action: 'user_confirmed', userId: user.id, origin, now })
}
