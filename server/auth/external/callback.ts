import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { Origin } from '../../http/origin.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, toAuthError } from '../protocol/errors.ts'
import { errorMembers, withError } from '../protocol/redirect-outcomes.ts'
import { withMembers } from '../protocol/redirects.ts'
import { issueCode, type ProviderTokens } from '../sessions/flow-states.ts'
import { toSessionReply, type OpenSession } from '../sessions/sessions.ts'
import { acceptInvite } from './accept-invite.ts'
import { admit, openExternalSession } from './admit.ts'
import { chooseAccount, type Chosen, type Visit } from './choose-account.ts'
import { exchangeForProfile } from './exchange.ts'
import { linkIdentity } from './link-identity.ts'
import type { Profile } from './profile.ts'
import { takeState, type ProviderState } from './states.ts'

/** Where to send somebody who comes back. `failure` is for the log. */
export type Onward = { status: 302 | 303; location: string; failure?: AuthError }

/** Handles somebody's return from a provider with `params`. It never fails: a refusal is an address too. */
export async function receive(context: AuthContext, params: URLSearchParams, origin: Origin): Promise<Onward> {
  const { deps } = context
  const { db, now, config } = deps
  const states = params.getAll('state')
  const state = await inAuthScope(db, (trx) =>
    takeState(trx, deps, states.length > 1 ? '?' : params.get('state')),
  ).catch(toAuthError)
  if (state instanceof AuthError) {
    const location = withMembers(config.auth.siteUrl, errorMembers(state), 'query')
    return { status: 303, location, failure: state }
  }
  const { redirect_to: redirectTo } = state
  if (params.has('error')) return { status: 302, location: withError(redirectTo, refusalOf(params)) }
  try {
    return { status: 302, location: await letIn(context, state, params, visitOf(state, origin, now())) }
  } catch (error) {
    const failure = toAuthError(error)
    return { status: 302, location: withError(redirectTo, errorMembers(failure)), failure }
  }
}

/** The refusal by the provider, or by the person there. */
function refusalOf(params: URLSearchParams): Record<string, string> {
  const text = (name: string) => (params.get(name) ?? '').replace(/[^\x20-\x7e\u00a0-\uffff]/g, ' ').slice(0, 300)
  return {
    error: text('error'),
    error_code: 'bad_oauth_callback',
    error_description: text('error_description') || 'The provider refused the sign-in',
  }
}

const visitOf = (state: ProviderState, origin: Origin, now: Date): Visit => ({
  origin,
  now,
  redirectTo: state.redirect_to,
  flowStateId: state.flow_state_id,
})

async function letIn(
  context: AuthContext,
  state: ProviderState,
  params: URLSearchParams,
  visit: Visit,
): Promise<string> {
  const { deps } = context
  const provider = context.providers.get(state.provider)
  if (!provider)
    throw new AuthError('bad_oauth_state', 'OAuth state belongs to a provider that is not enabled any more')
  const returned = new URL(`${deps.config.auth.externalUrl}/callback`)
  returned.search = params.toString()
  const { profile, providerTokens } = await exchangeForProfile(provider, returned, state)
  const choose = chooserFor(context, state, profile, visit)
  const { flow_state_id: flowId, redirect_to: redirectTo } = state
  if (flowId) {
    const give = (trx: Trx, userId: string) => issueCode(trx, deps, flowId, { userId, providerTokens, now: visit.now })
    return withMembers(redirectTo, { code: await admit(deps, { choose, give }) }, 'query')
  }
  const give = (trx: Trx, userId: string) => openExternalSession(trx, deps, userId, visit)
  const open = await admit(deps, { choose, give })
  return withMembers(redirectTo, await sessionMembers(context, open, providerTokens), 'fragment')
}

/** Why somebody went to the provider: to add an identity to their account, accept an invitation, or sign in. */
function chooserFor(context: AuthContext, state: ProviderState, profile: Profile, visit: Visit) {
  const { linking_user_id: linking, invited_user_id: invited } = state
  return (trx: Trx): Promise<Chosen> => {
    if (linking) return linkIdentity(trx, context, linking, profile, visit)
    return invited ? acceptInvite(trx, invited, profile, visit) : chooseAccount(trx, context, profile, visit)
  }
}

/** A session in the address itself, for a page that has no code verifier. */
async function sessionMembers({ deps }: AuthContext, open: OpenSession, tokens: ProviderTokens) {
  const reply = toSessionReply(deps, open)
  return {
    access_token: reply.access_token,
    expires_at: String(reply.expires_at),
    expires_in: String(reply.expires_in),
    ...(tokens.provider_refresh_token && { provider_refresh_token: tokens.provider_refresh_token }),
    provider_token: tokens.provider_token,
    refresh_token: reply.refresh_token,
    sb: '',
    token_type: reply.token_type,
  }
}
