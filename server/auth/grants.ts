import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { readBody } from './body.ts'
import { exchangeCode } from './code-exchange.ts'
import { AuthError, OAuthShapedError } from './errors.ts'
import { refreshSession } from './refresh.ts'
import type { Origin } from './sessions.ts'
import { signInWithPassword } from './sign-in.ts'

const Refresh = z.object({ refresh_token: z.string().optional() })
const IdToken = z.object({
  id_token: z.string().default(''),
  provider: z.string().default(''),
  client_id: z.string().default(''),
  issuer: z.string().default(''),
})

/** Answers `POST /token`: a session in exchange for what the grant type names. */
export async function grantToken(deps: Deps, grantType: unknown, body: unknown, origin: Origin) {
  switch (grantType) {
    case 'password':
      return signInWithPassword(deps, body, origin)
    case 'refresh_token':
      return refreshSession(deps, readBody(Refresh, body).refresh_token, origin)
    case 'pkce':
      return exchangeCode(deps, body, origin)
    case 'id_token':
      return refuseIdToken(body)
    case 'web3':
      throw new AuthError('web3_provider_disabled')
    default:
      throw new AuthError('invalid_credentials', 'unsupported_grant_type')
  }
}

const issuers: Record<string, string> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
  facebook: 'https://www.facebook.com',
}

/** No outside provider is set up yet, so every one is off. */
function refuseIdToken(body: unknown): never {
  const { id_token: token, provider, client_id: clientId, issuer } = readBody(IdToken, body)
  if (!token) throw new OAuthShapedError('invalid request', 'id_token required')
  if (!provider && !(clientId && issuer)) {
    throw new OAuthShapedError('invalid request', 'provider or client_id and issuer required')
  }
  const known = Object.hasOwn(issuers, provider) ? issuers[provider] : !provider && issuer
  if (known) throw new AuthError('provider_disabled', `Provider (issuer "${known}") is not enabled`)
  throw new AuthError('validation_failed', `Custom OIDC provider "${provider}" not allowed`)
}
