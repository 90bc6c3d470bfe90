import * as oidc from 'openid-client'
import { AuthError } from '../protocol/errors.ts'
import type { ProviderTokens } from '../sessions/flow-states.ts'
import { toProfile, type Profile } from './profile.ts'
import { outOfOrder, type Provider } from './provider.ts'
import type { ProviderState } from './states.ts'

/** The person whom the provider vouched for, and the tokens that let us act in their name. */
export type Vouched = { profile: Profile; providerTokens: ProviderTokens }

/**
 * Trades the code that somebody came back with for their profile. It calls the provider, so never use it in a transaction.
 * @param returned the address that the person came back to, with everything the provider added
 * @throws AuthError `bad_oauth_callback` when it is not what was asked for, `unexpected_failure` while the provider
 * cannot be asked
 */
export async function exchangeForProfile(
  provider: Provider,
  returned: URL,
  { nonce, code_verifier }: ProviderState,
): Promise<Vouched> {
  const { name } = provider.settings
  const { configuration, issuer } = await provider.describe()
  try {
    const tokens = await oidc.authorizationCodeGrant(configuration, returned, {
      expectedState: returned.searchParams.get('state') ?? undefined,
      expectedNonce: nonce ?? undefined,
      pkceCodeVerifier: code_verifier ?? undefined,
      idTokenExpected: true,
    })
    const claims = await completeClaims(configuration, tokens)
    return {
      profile: toProfile(name, issuer, claims),
      providerTokens: {
        provider_token: tokens.access_token,
        ...(tokens.refresh_token && { provider_refresh_token: tokens.refresh_token }),
      },
    }
  } catch (error) {
    if (error instanceof AuthError) throw error
    if (isOutOfOrder(error)) throw outOfOrder(name, error)
    const refusal = new AuthError('bad_oauth_callback', 'Unable to exchange external code')
    throw Object.assign(refusal, { cause: error })
  }
}

/** Some providers follow the standard strictly and give name and address only in a second call. */
async function completeClaims(
  configuration: oidc.Configuration,
  tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>,
): Promise<Record<string, unknown>> {
  const claims = tokens.claims()!
  const isComplete = claims.email !== undefined && claims.name !== undefined
  if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return claims
  return { ...(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims }
}

/** Whether the provider could not be reached, was too slow, or gave an answer that makes no sense. */
function isOutOfOrder(error: unknown): boolean {
  const { code = '', status = 0 } = error as { code?: string; status?: number }
  const isUnreachable = error instanceof TypeError && !code.startsWith('ERR_')
  return isUnreachable || ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'].includes(code) || status >= 500
}
