import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { findIdentity } from '../accounts/identities.ts'
import { confirmEmail } from '../accounts/set-address.ts'
import { findByEmail, findById, isBanned } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import { mailCode } from '../codes/send-code.ts'
import { noteSending } from '../codes/sendings.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../protocol/errors.ts'
import type { UserRow } from '../protocol/objects.ts'
import { addIdentity, insertExternalUser, refreshIdentity, removeUnproven } from './external-account.ts'
import type { Profile } from './profile.ts'

/** How somebody came back from a provider. If a mail has to be sent first, its link continues from there. */
export type Visit = { origin: Origin; now: Date; redirectTo: string; flowStateId: string | null }

/** The account to sign in to. If there is a refusal, nobody signs in, but what was done so far stays. */
export type Chosen = { userId: string; refusal?: AuthError }

/**
 * The account of somebody whom a provider vouched for: the one that has the identity, or else the one with the same
 * address if the provider has verified it, or else a new one.
 * @throws AuthError `user_banned`, `signup_disabled`, `provider_email_needs_verification`
 */
export async function chooseAccount(trx: Trx, context: AuthContext, profile: Profile, visit: Visit): Promise<Chosen> {
  const user = await findOrMake(trx, context, profile, visit)
  if (isBanned(user, visit.now)) throw new AuthError('user_banned')
  if (!user.email || user.email_confirmed_at) return { userId: user.id }
  const isProved = profile.isEmailVerified && profile.email === user.email.toLowerCase()
  if (!isProved && !context.deps.config.auth.emailAutoconfirm) return askToConfirm(trx, context, user, profile, visit)
  await confirmEmail(trx, user.id, visit.now)
  await audit(trx, { action: 'user_confirmed', userId: user.id, detail: { provider: profile.provider }, ...visit })
  return { userId: user.id }
}

async function findOrMake(trx: Trx, context: AuthContext, profile: Profile, visit: Visit): Promise<UserRow> {
  const { now } = visit
  const identity = await findIdentity(trx, profile.provider, profile.subject)
  if (identity) {
    const user = await findById(trx, identity.user_id)
    if (!user) throw new AuthError('user_not_found', 'User not found', 404)
    await refreshIdentity(trx, identity, profile, now)
    return user
  }
  const match = await findByEmail(trx, profile.email)
  if (!match) return makeUser(trx, context, profile, visit)
  // Somebody who can claim any address at a provider must not get into its owner's account.
  if (!profile.isEmailVerified)
    throw needsVerification(profile, `Verify the email with ${profile.provider} in order to sign in`)
  const user = match.email_confirmed_at ? match : await removeUnproven(trx, match, now)
  await addIdentity(trx, user, profile, now)
  await audit(trx, { action: 'identity_linked', userId: user.id, detail: { provider: profile.provider }, ...visit })
  return user
}

async function makeUser(trx: Trx, { deps, product }: AuthContext, profile: Profile, visit: Visit): Promise<UserRow> {
  const { redirectTo } = visit
  const { signupDisabled, emailAutoconfirm } = deps.config.auth
  if (signupDisabled) throw new AuthError('signup_disabled')
  const isConfirmed = profile.isEmailVerified || emailAutoconfirm
  const user = await insertExternalUser(trx, profile, { isConfirmed, now: visit.now })
  await product.onNewUser(trx, { id: user.id, email: profile.email, metadata: profile.data, redirectTo })
  await audit(trx, { action: 'user_signedup', userId: user.id, detail: { provider: profile.provider }, ...visit })
  return user
}

/** Whoever reads the mail decides whether the account belongs to them. */
async function askToConfirm(
  trx: Trx,
  context: AuthContext,
  user: UserRow,
  profile: Profile,
  visit: Visit,
): Promise<Chosen> {
  await sendConfirmation(trx, context.deps, user, visit)
  const said = `A confirmation email has been sent to your ${profile.provider} email`
  return { userId: user.id, refusal: needsVerification(profile, said) }
}

async function sendConfirmation(trx: Trx, deps: Deps, user: UserRow, visit: Visit): Promise<void> {
  try {
    await noteSending(trx, deps, { address: user.email!, kind: 'sign_in' })
  } catch (error) {
    // A mail sent a moment ago is still on its way.
    const sentMs = user.confirmation_sent_at ? new Date(user.confirmation_sent_at).getTime() : 0
    const isOnItsWay = visit.now.getTime() - sentMs < deps.config.auth.mailMinGapSeconds * 1000
    if (!(error instanceof AuthError && isOnItsWay)) throw error
    return
  }
  const { redirectTo, flowStateId } = visit
  await mailCode(trx, deps, {
    user,
    kind: 'confirmation',
    method: 'signup',
    mail: 'confirmation',
    redirectTo,
    flowStateId,
  })
}

const needsVerification = ({ provider }: Profile, say: string) =>
  new AuthError('provider_email_needs_verification', `Unverified email with ${provider}. ${say}`)
