import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import * as oidc from 'openid-client'
import { AuthError } from '../protocol/errors.ts'
import type { OidcProvider } from '../settings.ts'

/** What a provider publishes about itself, and the keys it signs with. */
export type Described = { configuration: oidc.Configuration; issuer: string; keySet: JWTVerifyGetKey }

/** An outside provider that people can sign in with. */
export type Provider = {
  settings: OidcProvider
  /**
   * Asks the provider when this is first needed, and again after an hour.
   * @throws AuthError `unexpected_failure` with status 503 while it cannot be asked
   */
  describe(): Promise<Described>
}

export type Providers = Map<string, Provider>

/** How long a provider may take for one call. */
const patienceSeconds = 5
const freshMs = 3_600_000

/** The providers in the settings. None is asked anything yet, so a start succeeds even if one is down. */
export function openProviders(settings: Map<string, OidcProvider>, now: () => Date): Providers {
  return new Map([...settings].map(([name, each]) => [name, openProvider(each, now)]))
}

function openProvider(settings: OidcProvider, now: () => Date): Provider {
  let known: { described: Described; at: number } | undefined
  let asking: Promise<Described> | undefined

  const ask = async (): Promise<Described> => {
    try {
      const described = await discover(settings)
      known = { described, at: now().getTime() }
      return described
    } catch (cause) {
      // The answer from an hour ago is better than nothing.
      if (known) return known.described
      throw outOfOrder(settings.name, cause)
    } finally {
      asking = undefined
    }
  }
  return {
    settings,
    async describe() {
      if (known && now().getTime() - known.at < freshMs) return known.described
      asking ??= ask()
      return asking
    },
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcProvider): Promise<Described> {
  const address = new URL(issuer)
  // An unencrypted address in the settings is deliberate: a provider on this machine or in the same network.
  const isPlain = address.protocol === 'http:'
  const found = await oidc.discovery(address, clientId, clientSecret, undefined, {
    timeout: patienceSeconds,
    ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
  })
  const server = found.serverMetadata()
  if (!server.jwks_uri) throw new Error('The discovery document names no jwks_uri')
  const proofs = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const proof = proofs.includes('client_secret_post') ? oidc.ClientSecretPost : oidc.ClientSecretBasic
  const configuration = new oidc.Configuration(server, clientId, clientSecret, proof(clientSecret))
  configuration.timeout = patienceSeconds
  if (isPlain) oidc.allowInsecureRequests(configuration)
  // Verifies signatures even for ID tokens that came straight from the provider.
  oidc.enableNonRepudiationChecks(configuration)
  const keySet = createRemoteJWKSet(new URL(server.jwks_uri), { timeoutDuration: patienceSeconds * 1000 })
  return { configuration, issuer: server.issuer, keySet }
}

/** The provider cannot be used right now, or is set up incorrectly. The log says why. */
export function outOfOrder(name: string, cause: unknown): AuthError {
  const say = `Signing in with ${name} does not work at the moment. Please try again later.`
  return Object.assign(new AuthError('unexpected_failure', say, 503), { cause })
}
