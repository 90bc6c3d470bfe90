import type { Trx } from '../../db/connect.ts'
import { findIdentity } from '../accounts/identities.ts'
import { confirmEmail } from '../accounts/set-address.ts'
import { findById, isBanned } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import { AuthError } from '../protocol/errors.ts'
import type { Chosen, Visit } from './choose-account.ts'
import { addIdentity } from './external-account.ts'
import type { Profile } from './profile.ts'

/**
 * Lets in the invited person. They used the link in the invitation's mail, which proves the address. The provider must
 * name the same address.
 * @throws AuthError `invite_not_found`, `identity_already_exists`, `user_banned`
 */
export async function acceptInvite(trx: Trx, userId: string, profile: Profile, visit: Visit): Promise<Chosen> {
  const { provider, subject, email } = profile
  const { now } = visit
  const user = await findById(trx, userId)
  if (!user || user.email_confirmed_at) throw new AuthError('invite_not_found')
  if (isBanned(user, now)) throw new AuthError('user_banned')
  if (user.email?.toLowerCase() !== email) {
    throw new AuthError('invite_not_found', 'Invited email does not match emails from external provider', 400)
  }
  if (await findIdentity(trx, provider, subject)) throw new AuthError('identity_already_exists')
  await addIdentity(trx, user, profile, now)
  await confirmEmail(trx, userId, now)
  await audit(trx, { action: 'identity_linked', userId, detail: { provider }, ...visit })
  await audit(trx, { action: 'user_confirmed', userId, detail: { provider }, ...visit })
  return { userId }
}
