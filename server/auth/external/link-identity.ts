import type { Trx } from '../../db/connect.ts'
import { findIdentity } from '../accounts/identities.ts'
import { findByEmail, findById, isBanned } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { sendNotice } from '../mails/send.ts'
import { AuthError } from '../protocol/errors.ts'
import type { UserRow } from '../protocol/objects.ts'
import type { Chosen, Visit } from './choose-account.ts'
import { addIdentity } from './external-account.ts'
import type { Profile } from './profile.ts'

/**
 * Adds the identity to the account of the person who asked for it. An account without an address, such as an anonymous
 * one, takes the identity's address and becomes permanent.
 * @throws AuthError `identity_already_exists`, `email_exists`, `provider_email_needs_verification`, …
 */
export async function linkIdentity(
  trx: Trx,
  context: AuthContext,
  userId: string,
  profile: Profile,
  visit: Visit,
): Promise<Chosen> {
  const { now } = visit
  // The setting may have changed while the person was away.
  if (!context.deps.config.auth.manualLinking) throw new AuthError('manual_linking_disabled')
  const user = await findById(trx, userId)
  if (!user) throw new AuthError('user_not_found')
  if (isBanned(user, now)) throw new AuthError('user_banned')
  const owned = await findIdentity(trx, profile.provider, profile.subject)
  if (owned) {
    const whose = owned.user_id === userId ? 'Identity is already linked' : 'Identity is already linked to another user'
    throw new AuthError('identity_already_exists', whose)
  }
  await addIdentity(trx, user, profile, now)
  if (!user.email) await takeEmail(trx, context, user, profile, now)
  const values = { Change: `A sign-in with ${profile.provider} was linked.` }
  await sendNotice(trx, context.deps, 'account-changed', { user, values })
  await audit(trx, { action: 'identity_linked', userId, detail: { provider: profile.provider }, ...visit })
  return { userId }
}

async function takeEmail(
  trx: Trx,
  { deps, product }: AuthContext,
  user: UserRow,
  { provider, email, isEmailVerified, data }: Profile,
  now: Date,
): Promise<void> {
  if (await findByEmail(trx, email)) throw new AuthError('email_exists')
  if (!isEmailVerified && !deps.config.auth.emailAutoconfirm) {
    const say = `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`
    throw new AuthError('provider_email_needs_verification', say)
  }
  await trx
    .updateTable('auth.users')
    .set({ email, email_confirmed_at: now, new_email: null, is_anonymous: false, updated_at: now })
    .where('id', '=', user.id)
    .execute()
  // The product hears of an anonymous account once it belongs to somebody.
  if (user.is_anonymous)
    await product.onNewUser(trx, { id: user.id, email, metadata: { ...data, ...user.user_metadata } })
}
