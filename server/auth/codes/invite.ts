import type { Trx } from '../../db/connect.ts'
import { insertAccount } from '../accounts/add-account.ts'
import { findByEmail } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import type { AccountContext } from '../context.ts'
import { AuthError } from '../protocol/errors.ts'
import type { UserRow } from '../protocol/objects.ts'
import { mailCode } from './send-code.ts'

type Invitation = {
  /** In lowercase, and checked. */
  email: string
  data: Record<string, unknown>
  redirectTo: string
  /** Who sends the invitation. */
  actor: { id: string | null; name: string }
}

/**
 * Adds an invited account, or takes the one whose address is still unconfirmed. It mails nobody.
 * @throws AuthError `email_exists` if somebody already uses the address
 */
export async function addInvited(
  trx: Trx,
  { deps, product }: AccountContext,
  { email, data, actor }: Omit<Invitation, 'redirectTo'>,
): Promise<UserRow> {
  const now = deps.now()
  const known = await findByEmail(trx, email)
  if (known?.email_confirmed_at) throw new AuthError('email_exists')
  const user = known ? await setInvited(trx, known.id, now) : await addInvitedAccount()
  await audit(trx, { action: 'user_invited', userId: user.id, actor, now })
  return user

  async function addInvitedAccount() {
    const account = { kind: 'email', passwordHash: null, confirmed: false, invited: true, byAdmin: true } as const
    const added = await insertAccount(trx, { ...account, address: email, data }, now)
    await product.onNewUser(trx, { id: added.id, email, metadata: data })
    return added
  }
}

function setInvited(trx: Trx, userId: string, now: Date): Promise<UserRow> {
  return trx
    .updateTable('auth.users')
    .set({ invited_at: now, updated_at: now })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Invites an address: adds the account and mails the invitation. There is no pause between two, since administrators ask.
 * @throws AuthError `email_exists` if somebody already uses the address
 */
export async function sendInvite(
  trx: Trx,
  context: AccountContext,
  { redirectTo, ...invitation }: Invitation,
): Promise<UserRow> {
  const user = await addInvited(trx, context, invitation)
  const mail = { user, kind: 'confirmation', method: 'invite', mail: 'invite', redirectTo, flowStateId: null } as const
  return mailCode(trx, context.deps, mail)
}
