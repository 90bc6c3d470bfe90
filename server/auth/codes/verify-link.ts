import { inAuthScope } from '../../db/connect.ts'
import type { Origin } from '../../http/origin.ts'
import { findById, isBanned, isTaken } from '../accounts/users.ts'
import type { AccountContext } from '../context.ts'
import { AuthError } from '../protocol/errors.ts'
import { errorMembers } from '../protocol/redirect-outcomes.ts'
import { asHeader, chooseRedirect, withMembers } from '../protocol/redirects.ts'
import { issueCode } from '../sessions/flow-states.ts'
import { toSessionReply } from '../sessions/sessions.ts'
import { findByLink, pkcePrefix, type OneTimeToken } from './one-time-tokens.ts'
import { useToken } from './use-token.ts'
import { badLink, firstOfTwo, kindsOfLink, openVerified } from './verify.ts'

/** What a link in a mail says. `redirectTo` has been checked. */
export type Link = { token: string; type: string; redirectTo: string }

/**
 * Reads the query of a link.
 * @throws AuthError `validation_failed` when it is none
 */
export function readLink(query: unknown, wanted: (string | undefined)[], { deps }: AccountContext): Link {
  const { token, token_hash: hash, type } = query as Record<string, unknown>
  const read = (value: unknown) => (typeof value === 'string' ? value : '')
  if (!read(type)) throw new AuthError('validation_failed', 'Verify requires a verification type')
  const text = read(token) || read(hash)
  if (!text) throw new AuthError('validation_failed', 'Verify requires a token or a token hash')
  return { token: text, type: read(type), redirectTo: chooseRedirect(deps.config.auth, ...wanted) }
}

/**
 * The valid token of a link, without using it up.
 * @throws AuthError `otp_expired`, `user_banned`, `validation_failed`
 */
export function peekAtLink({ deps }: AccountContext, { token, type }: Link): Promise<OneTimeToken> {
  return inAuthScope(deps.db, async (trx) => {
    const found = await findByLink(trx, deps, token, kindsOfLink(type))
    if (!found || isCutOff(token, found)) throw badLink()
    const user = await findById(trx, found.user_id)
    if (user && isBanned(user, deps.now())) throw new AuthError('user_banned')
    return found
  })
}

/** Uses up the link. Returns where to send the person: with a session, or with a code for whoever asked for the mail. */
export async function followLink(context: AccountContext, link: Link, origin: Origin): Promise<string> {
  const { deps } = context
  try {
    const open = await inAuthScope(deps.db, async (trx) => {
      const token = await findByLink(trx, deps, link.token, kindsOfLink(link.type))
      if (!token || isCutOff(link.token, token)) throw badLink()
      const user = await useToken(trx, context, token, origin)
      if (user === undefined) throw badLink()
      if (user === null) return 'first of two'
      if (!token.flow_state_id) return openVerified(trx, context, user, origin)
      return { code: await issueCode(trx, deps, token.flow_state_id, { userId: user.id, now: deps.now() }) }
    })
    if (open === 'first of two') return withBoth(link, { message: firstOfTwo })
    if ('code' in open) return asHeader(withMembers(link.redirectTo, { code: open.code }, 'query'))
    return withSession(link, toSessionReply(deps, open))
  } catch (error) {
    const refusal = isTaken(error) ? new AuthError('email_exists') : error
    if (refusal instanceof AuthError) return withRefusal(link, refusal)
    throw error
  }
}

/** A link whose flow no longer exists cannot be answered: its code would belong to nobody. */
const isCutOff = (token: string, { flow_state_id }: OneTimeToken) =>
  token.startsWith(pkcePrefix) !== (flow_state_id !== null)

const isPkce = ({ token }: Link) => token.startsWith(pkcePrefix)

function withSession({ redirectTo, type }: Link, session: ReturnType<typeof toSessionReply>): string {
  const members = {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
    type,
  }
  return asHeader(withMembers(redirectTo, members, 'fragment'))
}

/** Where to send a person whose link does not work. */
export const withRefusal = (link: Link, refusal: AuthError): string => withBoth(link, errorMembers(refusal))

/** The error goes into the fragment, and into the query too if the application looks there. */
function withBoth(link: Link, members: Record<string, string>): string {
  const address = isPkce(link) ? withMembers(link.redirectTo, members, 'query') : link.redirectTo
  return asHeader(withMembers(address, { ...members, sb: '' }, 'fragment'))
}
