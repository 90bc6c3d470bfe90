import { z } from 'zod'
import { inAuthScope, type Trx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { checkEmail } from './addresses.ts'
import { checkMetadata, Metadata, readBody } from './body.ts'
import { AuthError } from './errors.ts'
import type { UserRow } from './objects.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import { checkPkce, pkceMembers } from './pkce.ts'
import { openSession, toSessionReply, type OpenSession, type Origin } from './sessions.ts'
import { describeUser, findByEmail, insertEmailUser, isTaken } from './users.ts'

/** A person who just signed up, as the product hears of it. */
export type NewUser = { id: string; email: string; metadata: Record<string, unknown> }

/** The product that people sign in to, which this service otherwise knows nothing of. */
export type Product = {
  version: string
  /** Runs in the sign-up's transaction: when it fails, there is no account either. */
  onNewUser: (trx: Trx, user: NewUser) => Promise<void>
  /** Runs in the transaction that deletes the account, before it is gone. */
  onUserDeleted: (trx: Trx, userId: string) => Promise<void>
}

const SignUp = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
  data: Metadata.default({}),
  ...pkceMembers,
})

/**
 * Opens an account and its first session, in one transaction with whatever the product adds.
 * @throws AuthError in the protocol's order of checks
 */
export async function signUp(deps: Deps, product: Product, input: unknown, origin: Origin) {
  const body = readBody(SignUp, input)
  if (!body.email && !body.phone) throw new AuthError('anonymous_provider_disabled')
  if (!body.password) throw new AuthError('validation_failed', 'Signup requires a valid password')
  checkNewPassword(body.password)
  if (body.email && body.phone) {
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided on signup.')
  }
  checkPkce(body)
  if (body.phone) throw new AuthError('phone_provider_disabled', 'Phone signups are disabled')
  const email = checkEmail(body.email)
  checkMetadata(body.data)

  const account = { email, data: body.data, passwordHash: await hashPassword(body.password), now: deps.now() }
  const open = await inAuthScope(deps.db, async (trx): Promise<OpenSession> => {
    const user = await addOrConfirm(trx, account, product)
    const session = await openSession(trx, deps, user.id, { method: 'password', origin, now: account.now })
    return { ...session, user: await describeUser(trx, user) }
  }).catch((error: unknown) => {
    throw isTaken(error) ? new AuthError('user_already_exists') : error
  })
  return toSessionReply(deps, open)
}

type Account = { email: string; data: Record<string, unknown>; passwordHash: string; now: Date }

async function addOrConfirm(trx: Trx, account: Account, product: Product): Promise<UserRow> {
  const existing = await findByEmail(trx, account.email)
  if (existing?.email_confirmed_at) throw new AuthError('user_already_exists')
  if (existing) return confirm(trx, existing, account)
  const user = await insertEmailUser(trx, account)
  await product.onNewUser(trx, { id: user.id, email: account.email, metadata: account.data })
  return user
}

/**
 * An address that was registered but never confirmed now counts as confirmed, since no mail asks for it. The password
 * becomes the caller's, so that whoever registered the address earlier is not left with a key to the account.
 */
async function confirm(trx: Trx, user: UserRow, { data, passwordHash, now }: Account): Promise<UserRow> {
  return trx
    .updateTable('auth.users')
    .set({
      password_hash: passwordHash,
      email_confirmed_at: now,
      last_sign_in_at: now,
      user_metadata: JSON.stringify({
        ...data,
        sub: user.id,
        email: user.email,
        email_verified: true,
        phone_verified: false,
      }),
      updated_at: now,
    })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
