import type { FastifyInstance } from 'fastify'
import { accessScopes, appScopes } from '#domain/oauth/scopes.ts'
import type { Deps } from '../../deps.ts'
import { resources } from '../../http/resource.ts'
import { authMethods } from './client-fields.ts'

/** What an app has to know of this server (RFC 8414, OpenID Connect Discovery). */
export function describeServer({ keys, config }: Pick<Deps, 'keys' | 'config'>) {
  const { issuer } = keys
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    ...(config.auth.appRegistration && { registration_endpoint: `${issuer}/oauth/clients/register` }),
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: appScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set(keys.jwks.keys.map((key) => key.alg))],
    claims_supported: ['sub', 'email', 'email_verified', 'name'],
    service_documentation: `${config.publicUrl}/api`,
  }
}

/** What a program needs that was refused at a resource of this server (RFC 9728). */
const describeResource = ({ keys, config }: Pick<Deps, 'keys' | 'config'>, path: string) => ({
  resource: `${config.publicUrl}${path}`,
  resource_name: config.auth.issuerName,
  authorization_servers: [keys.issuer],
  scopes_supported: accessScopes,
  bearer_methods_supported: ['header'],
  resource_documentation: `${config.publicUrl}/api`,
})

/** Where the description of a resource is. */
export const resourceMetadataUrl = (publicUrl: string, path: string) =>
  `${publicUrl}/.well-known/oauth-protected-resource${path}`

/** The descriptions at the root of the server, where programs look that know no more than its address. */
export function registerOAuthMetadata(app: FastifyInstance, deps: Deps): void {
  const served: [string, () => object][] = [
    ...['oauth-authorization-server/auth/v1', 'oauth-authorization-server', 'openid-configuration/auth/v1'].map(
      (path): [string, () => object] => [path, () => describeServer(deps)],
    ),
    ...['', ...resources].map((path): [string, () => object] => [
      `oauth-protected-resource${path}`,
      () => describeResource(deps, path),
    ]),
  ]
  for (const [path, describe] of served) {
    app.get(`/.well-known/${path}`, (_request, reply) =>
      reply.headers({ 'cache-control': 'public, max-age=600', 'access-control-allow-origin': '*' }).send(describe()),
    )
  }
}

/** Tells programs that were refused where they can learn how to be let in (RFC 9728, section 5). */
export function namesAuthorization(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onSend', async (request, reply) => {
    const resource = resources.find((path) => request.routeOptions.url?.startsWith(path))
    if (reply.statusCode !== 401 || !resource) return
    const isRefused = request.headers.authorization !== undefined
    const challenge = `Bearer resource_metadata="${resourceMetadataUrl(publicUrl, resource)}"`
    reply.header('www-authenticate', isRefused ? `${challenge}, error="invalid_token"` : challenge)
  })
}
