import type { FastifyRequest } from 'fastify'
import * as oidc from 'openid-client'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { findByLink } from '../codes/one-time-tokens.ts'
import type { AuthContext } from '../context.ts'
import { wantedRedirects } from '../protocol/caller.ts'
import { outsideProviders } from '../protocol/discovery.ts'
import { AuthError } from '../protocol/errors.ts'
import { checkPkce } from '../protocol/pkce.ts'
import { chooseRedirect } from '../protocol/redirects.ts'
import type { Bearer } from '../sessions/bearer.ts'
import { beginFlow } from '../sessions/flow-states.ts'
import type { Provider, Providers } from './provider.ts'
import { keepState } from './states.ts'

/** Parameters of the query that are meant for us. */
const ours =
  'provider redirect_to scopes code_challenge code_challenge_method skip_http_redirect invite_token apikey'.split(' ')
/** Parameters that would change whom the provider answers, where, or what it vouches for. */
const reserved =
  'client_id client_secret client_assertion client_assertion_type redirect_uri response_type response_mode state nonce scope request request_uri registration code_verifier dpop_jkt resource authorization_details'.split(
    ' ',
  )
const kept = new Set([...ours, ...reserved])

export type Leaving = {
  provider: Provider
  /** Where the person returns to in the end: one of the allowed addresses. */
  redirectTo: string
  query: Record<string, string>
}

/**
 * Reads what a call that leads to a provider asks for.
 * @throws AuthError `validation_failed`
 */
export function readLeaving({ deps, providers }: AuthContext, request: FastifyRequest): Leaving {
  const query = readQuery(request)
  checkPkce(challengeOf(query))
  const redirectTo = chooseRedirect(deps.config.auth, ...wantedRedirects(request), request.headers.referer)
  return { provider: findProvider(providers, query.provider ?? ''), redirectTo, query }
}

/** A repeated parameter counts once. */
function readQuery(request: FastifyRequest): Record<string, string> {
  const members = Object.entries(request.query as Record<string, string | string[]>)
  return Object.fromEntries(members.map(([name, value]) => [name, [value].flat().at(-1) ?? '']))
}

const challengeOf = ({ code_challenge = '', code_challenge_method = '' }: Record<string, string>) => ({
  code_challenge,
  code_challenge_method,
})

function findProvider(providers: Providers, name: string): Provider {
  const provider = providers.get(name)
  if (provider) return provider
  const reason = outsideProviders.includes(name)
    ? 'provider is not enabled'
    : `Provider ${name.slice(0, 50)} could not be found`
  throw new AuthError('validation_failed', `Unsupported provider: ${reason}`)
}

/**
 * The provider's address to send the person to. They come back to `/callback`.
 * @param linking the account to add the identity to, instead of signing in
 * @throws AuthError `unexpected_failure` while the provider cannot be asked, `invite_not_found`
 */
export async function leaveFor({ deps }: AuthContext, leaving: Leaving, linking?: Bearer): Promise<string> {
  const { provider, redirectTo, query } = leaving
  const { configuration } = await provider.describe()
  const now = deps.now()
  const nonce = oidc.randomNonce()
  const codeVerifier = oidc.randomPKCECodeVerifier()
  const state = await inAuthScope(deps.db, async (trx) =>
    keepState(trx, deps, {
      provider: provider.settings.name,
      redirect_to: redirectTo,
      flow_state_id: await beginFlow(trx, challengeOf(query), { method: 'oauth', userId: linking?.user.id, now }),
      linking_user_id: linking?.user.id ?? null,
      linking_session_id: linking?.sessionId ?? null,
      invited_user_id: query.invite_token ? await findInvited(trx, deps, query.invite_token) : null,
      nonce,
      code_verifier: codeVerifier,
    }),
  )
  const further = Object.entries(query).filter(([name]) => !kept.has(name))
  const address = oidc.buildAuthorizationUrl(configuration, {
    ...Object.fromEntries(further),
    redirect_uri: `${deps.config.auth.externalUrl}/callback`,
    scope: scopesOf(provider, query.scopes),
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })
  return address.href
}

/** @throws AuthError `invite_not_found` */
async function findInvited(trx: Trx, deps: Deps, token: string): Promise<string> {
  const found = await findByLink(trx, deps, token, ['confirmation'])
  if (found?.method !== 'invite') throw new AuthError('invite_not_found')
  return found.user_id
}

/** The scopes from the settings and others, separated by spaces or commas. */
function scopesOf({ settings }: Provider, wanted = ''): string {
  return [...new Set(['openid', ...settings.scopes, ...wanted.split(/[\s,]+/).filter(Boolean)])].join(' ')
}
