import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inAuthScope } from '../../db/connect.ts'
import { checkEmail } from '../accounts/addresses.ts'
import { describeUser } from '../accounts/users.ts'
import { sendInvite } from '../codes/invite.ts'
import type { AuthContext } from '../context.ts'
import { checkMetadata, Metadata, readBody } from '../protocol/body.ts'
import { wantedRedirects } from '../protocol/caller.ts'
import { chooseRedirect } from '../protocol/redirects.ts'
import type { AuthSettings } from '../settings.ts'
import type { Admin } from './admin.ts'

const Invitation = z.object({ email: z.string().default(''), data: Metadata.default({}) })

/**
 * Invites an address by mail: the account waits until the invitation is accepted.
 * @throws AuthError `validation_failed`, `email_exists`
 */
export async function invite(context: AuthContext, request: FastifyRequest, { actor }: Admin) {
  const { deps } = context
  const body = readBody(Invitation, request.body)
  const email = checkEmail(body.email)
  checkMetadata(body.data)
  const redirectTo = redirectOf(deps.config.auth, request)
  return inAuthScope(deps.db, async (trx) => {
    return describeUser(trx, await sendInvite(trx, context, { email, data: body.data, redirectTo, actor }))
  })
}

/** Where to send the person afterwards, from header, query or body. The referrer is ignored: no page sent this call. */
export function redirectOf(settings: AuthSettings, request: FastifyRequest, inBody?: string): string {
  return chooseRedirect(settings, ...wantedRedirects(request), inBody)
}
