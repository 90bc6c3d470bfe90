import { createHash, timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify, type JWTPayload, type JWTVerifyResult } from 'jose'
import { AuthError, OAuthShapedError } from '../protocol/errors.ts'
import { toProfile, type Profile } from './profile.ts'
import { outOfOrder, type Described, type Provider } from './provider.ts'

/** Google omits the scheme in some tokens. */
const bareGoogle = 'accounts.google.com'
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const clockToleranceSeconds = 30

const invalid = (description: string) => new OAuthShapedError('invalid request', description)

export type Presented = { token: string; accessToken: string; nonce: string }

/**
 * The person whom an ID token vouches for. An app got the token from the provider itself.
 * @throws OAuthShapedError if the token is not meant for us; AuthError while the provider's keys cannot be fetched
 */
export async function readIdToken(
  { settings, describe }: Provider,
  { token, accessToken, nonce }: Presented,
  now: Date,
): Promise<Profile> {
  const described = await describe()
  const { payload, protectedHeader } = await verify(token, described, now).catch((error: unknown) => {
    throw isAboutToken(error) ? invalid('Bad ID token') : outOfOrder(settings.name, error)
  })
  const audiences = [payload.aud ?? []].flat()
  if (![settings.clientId, ...settings.audiences].some((id) => audiences.includes(id))) {
    throw invalid(`Unacceptable audience in id_token: [${audiences.join(' ')}]`)
  }
  if (!payload.sub) throw invalid('Missing sub claim in id_token')
  if (!settings.skipNonceCheck) checkNonce(payload.nonce, nonce)
  if (accessToken && typeof payload.at_hash === 'string') {
    if (halfHash(accessToken, protectedHeader.alg) !== payload.at_hash) throw invalid('Bad ID token')
  }
  return toProfile(settings.name, described.issuer, payload)
}

function verify(token: string, { issuer, keySet }: Described, now: Date): Promise<JWTVerifyResult<JWTPayload>> {
  return jwtVerify(token, keySet, {
    algorithms,
    issuer: issuer === `https://${bareGoogle}` ? [issuer, bareGoogle] : issuer,
    requiredClaims: ['exp', 'iat'],
    clockTolerance: clockToleranceSeconds,
    currentDate: now,
  })
}

/** As opposed to a failure to fetch the provider's keys. */
function isAboutToken(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  const isOther = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JWK_INVALID', 'ERR_JOSE_GENERIC'].includes(code)
  return error instanceof errors.JOSEError && !isOther
}

/** The app sends the nonce itself. The token contains its SHA-256 in hexadecimal. */
function checkNonce(claim: unknown, nonce: string): void {
  if (Boolean(claim) !== Boolean(nonce)) {
    throw invalid('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (!claim) return
  const expected = createHash('sha256').update(nonce).digest()
  const given = Buffer.from(String(claim), 'hex')
  const matches = given.length === expected.length && timingSafeEqual(given, expected)
  if (!matches || String(claim) !== expected.toString('hex')) {
    throw new OAuthShapedError('invalid nonce', 'Nonces mismatch')
  }
}

/** OpenID Connect's `at_hash`: the left half of the hash that goes with the token's signature. */
function halfHash(accessToken: string, alg: string): string {
  const bits = alg.startsWith('Ed') ? '512' : alg.slice(2)
  const hash = createHash(`sha${bits}`).update(accessToken).digest()
  return hash.subarray(0, hash.length / 2).toString('base64url')
}

/**
 * The provider that the request means, given by its name or by client and issuer.
 * @throws AuthError `provider_disabled`, `validation_failed`
 */
export function findIssuer(
  providers: Map<string, Provider>,
  { provider: name, client_id: clientId, issuer }: { provider: string; client_id: string; issuer: string },
): Provider {
  const byName = name ? providers.get(name) : undefined
  if (byName) return byName
  const isNamed = ({ settings }: Provider) =>
    withoutSlash(settings.issuer) === withoutSlash(issuer) &&
    [settings.clientId, ...settings.audiences].includes(clientId)
  const byIssuer = name ? undefined : [...providers.values()].find(isNamed)
  if (byIssuer) return byIssuer
  const known = name ? usualIssuers.get(name) : issuer
  if (known) throw new AuthError('provider_disabled', `Provider (issuer "${known.slice(0, 200)}") is not enabled`)
  throw new AuthError('validation_failed', `Custom OIDC provider "${name.slice(0, 50)}" not allowed`)
}

const usualIssuers = new Map([
  ['google', 'https://accounts.google.com'],
  ['apple', 'https://appleid.apple.com'],
  ['facebook', 'https://www.facebook.com'],
])

const withoutSlash = (address: string) => address.replace(/\/+$/, '')
