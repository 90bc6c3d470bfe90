import { isUuid } from '#domain/schema/uuid.ts'
import type { Trx } from '../../db/connect.ts'
import type { Origin } from '../../http/origin.ts'
import { identitiesOf, nameProviders } from '../accounts/identities.ts'
import { isTaken } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import { sendNotice, type MailDeps } from '../mails/send.ts'
import { AuthError } from '../protocol/errors.ts'
import type { IdentityRow, UserRow } from '../protocol/objects.ts'

/**
 * Removes an identity from its owner, who must keep another one to sign in with.
 * @throws AuthError `single_identity_not_deletable`, `identity_not_found`, `email_conflict_identity_not_deletable`
 */
export async function unlinkIdentity(
  trx: Trx,
  user: UserRow,
  identityId: string,
  { deps, ...visit }: { deps: MailDeps; origin: Origin; now: Date },
): Promise<void> {
  if (!isUuid(identityId)) {
    throw new AuthError('validation_failed', 'identity_id must be an UUID', 404)
  }
  // Two simultaneous calls must not remove both of two identities.
  await trx.selectFrom('auth.users').select('id').where('id', '=', user.id).forUpdate().execute()
  const identities = await identitiesOf(trx, [user.id])
  if (identities.length <= 1) throw new AuthError('single_identity_not_deletable')
  const identity = identities.find(({ id }) => id === identityId)
  if (!identity) throw new AuthError('identity_not_found')
  await trx.deleteFrom('auth.identities').where('id', '=', identity.id).execute()
  const left = identities.filter((each) => each !== identity)
  await change(trx, user, identity, left, visit.now).catch((error: unknown) => {
    throw isTaken(error) ? new AuthError('email_conflict_identity_not_deletable') : error
  })
  await nameProviders(trx, user.id)
  await audit(trx, { action: 'identity_unlinked', userId: user.id, detail: { provider: identity.provider }, ...visit })
  const values = { Change: `The sign-in with ${identity.provider} was unlinked.` }
  await sendNotice(trx, deps, 'account-changed', { user, values })
}

/** Removes what the account has only through this identity: a password, a phone number, the address. */
async function change(trx: Trx, user: UserRow, gone: IdentityRow, left: IdentityRow[], now: Date): Promise<void> {
  const hasAddress = ({ email }: IdentityRow) => email?.toLowerCase() === user.email?.toLowerCase()
  const isOrphan = user.email !== null && hasAddress(gone) && !left.some(hasAddress)
  const heir = left.find(({ email, identity_data }) => email && identity_data.email_verified === true)
  await trx
    .updateTable('auth.users')
    .set({
      ...(gone.provider === 'email' && { password_hash: null }),
      ...(gone.provider === 'phone' && { phone: null, phone_confirmed_at: null }),
      ...(isOrphan && { email: heir?.email ?? null, email_confirmed_at: heir ? now : null }),
      updated_at: now,
    })
    .where('id', '=', user.id)
    .execute()
}
