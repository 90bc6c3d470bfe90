import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { OneTimeTokenKind } from '../../db/tables/auth/codes.ts'
import { addAccount } from '../accounts/add-account.ts'
import { checkEmail } from '../accounts/addresses.ts'
import { checkNewPassword, hashPassword } from '../accounts/passwords.ts'
import { describeUser, findByEmail } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import { wantEmail } from '../codes/email-change.ts'
import { addInvited } from '../codes/invite.ts'
import { makeOneTimeToken } from '../codes/one-time-tokens.ts'
import { markSent } from '../codes/send-code.ts'
import type { AuthContext } from '../context.ts'
import { checkMetadata, Metadata, readBody } from '../protocol/body.ts'
import { AuthError } from '../protocol/errors.ts'
import type { UserRow } from '../protocol/objects.ts'
import type { Admin } from './admin.ts'
import { redirectOf } from './invite.ts'

const types = ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'] as const
type LinkType = (typeof types)[number]

const Body = z.object({
  type: z.string().default(''),
  email: z.string().default(''),
  new_email: z.string().default(''),
  password: z.string().default(''),
  data: Metadata.default({}),
  redirect_to: z.string().optional(),
})

type Wanted = {
  type: LinkType
  email: string
  newEmail: string
  passwordHash: string | null
  data: Record<string, unknown>
  admin: Admin
}

/** The account that a link is for, and what the link does. `address` is where it would otherwise be mailed. */
type Subject = { user: UserRow; kind: OneTimeTokenKind; method: string; type: LinkType; address: string }

/**
 * Makes a link, and the code that does the same, without mailing them. It never belongs to a PKCE flow, since nobody
 * began one.
 * @throws AuthError `validation_failed`, `email_exists`, `user_not_found`, `weak_password`
 */
export async function generateLink(context: AuthContext, request: FastifyRequest, admin: Admin) {
  const { deps } = context
  const { redirect_to: inBody, ...body } = readBody(Body, request.body)
  const redirectTo = redirectOf(deps.config.auth, request, inBody)
  const wanted = await checkWanted(context, body, admin)
  return inAuthScope(deps.db, async (trx) => {
    const { user, kind, method, type, address } = await findSubject(trx, context, wanted)
    const token = await makeOneTimeToken(trx, deps, { user, kind, method, address, redirectTo, flowStateId: null })
    return {
      ...(await describeUser(trx, await markSent(trx, user.id, kind, deps.now()))),
      action_link: token.link,
      email_otp: token.code,
      hashed_token: token.hash,
      verification_type: type,
      redirect_to: redirectTo,
    }
  })
}

async function checkWanted({ deps }: AuthContext, body: Omit<z.output<typeof Body>, 'redirect_to'>, admin: Admin) {
  const type = types.find((known) => known === body.type)
  const refuse = (say: string) => new AuthError('validation_failed', say)
  if (!type) throw refuse(`Invalid email action link type requested: ${body.type.slice(0, 40)}`)
  const email = checkEmail(body.email)
  checkMetadata(body.data)
  if (type === 'signup' && !body.password) throw refuse('Signup requires a valid password')
  if (type === 'signup') await checkNewPassword(body.password, { email, metadata: body.data }, deps.config.auth)
  const passwordHash = type === 'signup' ? await hashPassword(body.password) : null
  const newEmail = type.startsWith('email_change') ? checkEmail(body.new_email) : ''
  return { type, email, newEmail, passwordHash, data: body.data, admin }
}

async function findSubject(trx: Trx, context: AuthContext, wanted: Wanted): Promise<Subject> {
  const { type, email, data, admin } = wanted
  const confirmation = { kind: 'confirmation', address: email } as const
  if (type === 'invite') {
    const user = await addInvited(trx, context, { email, data, actor: admin.actor })
    return { user, type, method: 'invite', ...confirmation }
  }
  const known = await findByEmail(trx, email)
  if (type === 'signup' || (type === 'magiclink' && !known)) {
    if (known?.email_confirmed_at) throw new AuthError('email_exists')
    const { passwordHash } = wanted
    const account = { kind: 'email', address: email, passwordHash, data, confirmed: false, byAdmin: true } as const
    const user = known ?? (await addAccount(trx, context, account, admin))
    return { user, type: 'signup', method: 'signup', ...confirmation }
  }
  if (!known) throw new AuthError('user_not_found', 'User with this email not found', 404)
  if (type === 'magiclink' || type === 'recovery') {
    return { user: known, type, kind: 'recovery', method: type, address: email }
  }
  return changeOfAddress(trx, context, { ...wanted, type }, known)
}

type AddressType = 'email_change_current' | 'email_change_new'

async function changeOfAddress(
  trx: Trx,
  { deps }: AuthContext,
  { type, newEmail, admin }: Wanted & { type: AddressType },
  user: UserRow,
): Promise<Subject> {
  const taken = await findByEmail(trx, newEmail)
  if (taken) throw new AuthError('email_exists')
  // For an administrator, the current address need not be confirmed.
  if (type === 'email_change_current' && !(deps.config.auth.secureEmailChange && user.email)) {
    throw new AuthError('validation_failed', 'Enable secure email change to generate link for current email')
  }
  const now = deps.now()
  const wanting = await wantEmail(trx, user, newEmail, now)
  await audit(trx, { action: 'email_change_requested', userId: user.id, ...admin, now })
  const address = type === 'email_change_current' ? user.email! : newEmail
  return { user: wanting, kind: type, type, method: 'email_change', address }
}
