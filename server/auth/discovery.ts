import type { FastifyInstance } from 'fastify'
import { isPhoneOn } from './codes/texts.ts'
import type { AuthContext } from './context.ts'

/** Providers that the protocol knows by name. */
export const outsideProviders =
  'apple azure bitbucket discord facebook snapchat figma fly github gitlab google keycloak kakao linkedin linkedin_oidc notion spotify slack slack_oidc workos twitch twitter zoom'.split(
    ' ',
  )

/** What the service can do, for clients to read before anybody signs in. */
function readSettings({ deps, providers }: AuthContext) {
  const { anonymous, signupDisabled, emailAutoconfirm, phoneAutoconfirm } = deps.config.auth
  return {
    external: {
      anonymous_users: anonymous,
      ...Object.fromEntries(outsideProviders.map((provider) => [provider, false])),
      email: true,
      phone: isPhoneOn(deps),
      ...Object.fromEntries([...providers.keys()].map((provider) => [provider, true])),
    },
    disable_signup: signupDisabled,
    mailer_autoconfirm: emailAutoconfirm,
    phone_autoconfirm: phoneAutoconfirm,
    sms_provider: deps.sms ? 'twilio' : '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  }
}

/** The endpoints that describe the service. */
export function registerDiscovery(auth: FastifyInstance, context: AuthContext): void {
  const { keys } = context.deps
  const { version } = context.product
  const { issuer } = keys
  const settings = readSettings(context)
  const discovery = {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set(keys.jwks.keys.map((key) => key.alg))],
    scopes_supported: ['openid', 'profile', 'email', 'phone'],
    code_challenge_methods_supported: ['S256', 'plain'],
  }

  auth.get('/health', async () => ({
    version: `v${version}`,
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  }))
  auth.get('/settings', async () => settings)
  auth.get('/.well-known/jwks.json', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').send(keys.jwks),
  )
  auth.get('/.well-known/openid-configuration', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').send(discovery),
  )
}
