import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { startDouble, type Reply } from '../outside/double-server.ts'

/** What a broken or dishonest provider does. By default it does everything right. */
export type Behavior = {
  /** The issuer in its discovery document. */
  issuer?: string
  /** Claims of the ID token that differ. */
  claims?: JWTPayload
  /** Signs with a key that is not among its published ones. */
  forges?: boolean
  /** What the token endpoint replies instead; null for no reply at all. */
  token?: Reply | null
}

/** An OpenID Connect provider that can be told to lie. It approves everybody at once. */
export async function startLyingProvider() {
  let behavior: Behavior = {}
  const [known, unknown] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')]
  const jwk = { ...(await exportJWK(known.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
  let nonce = ''

  const sign = (claims: JWTPayload) =>
    new SignJWT({
      iss: double.url,
      aud: 'karta',
      sub: 'liar',
      email: 'liar@example.com',
      email_verified: true,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuedAt(claims.iat)
      .setExpirationTime(claims.exp ?? '1h')
      .sign(behavior.forges ? unknown.privateKey : known.privateKey)

  const double = await startDouble(async ({ url }): Promise<Reply | null> => {
    const own = `http://${url.host}`
    if (url.pathname === '/.well-known/openid-configuration') {
      const issuer = behavior.issuer ?? own
      const addresses = {
        authorization_endpoint: `${own}/auth`,
        token_endpoint: `${own}/token`,
        jwks_uri: `${own}/jwks`,
      }
      const supported = { response_types_supported: ['code'], id_token_signing_alg_values_supported: ['ES256'] }
      return { status: 200, body: { issuer, ...addresses, ...supported } }
    }
    if (url.pathname === '/jwks') return { status: 200, body: { keys: [jwk] } }
    if (url.pathname === '/auth') {
      nonce = url.searchParams.get('nonce') ?? ''
      const back = new URL(url.searchParams.get('redirect_uri')!)
      back.search = new URLSearchParams({ code: 'a-code', state: url.searchParams.get('state')! }).toString()
      return { status: 302, headers: { location: back.href } }
    }
    if (behavior.token !== undefined) return behavior.token
    const id_token = await sign({ nonce, name: 'A liar', ...behavior.claims })
    return { status: 200, body: { access_token: 'an-access-token', token_type: 'bearer', expires_in: 60, id_token } }
  })

  return {
    ...double,
    client: { clientId: 'karta', clientSecret: 'lying-secret' },
    behave: (next: Behavior) => void (behavior = next),
    /** Gives an ID token as the provider gives it to an app. */
    sign,
  }
}
