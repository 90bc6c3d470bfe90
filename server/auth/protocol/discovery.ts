import type { FastifyInstance } from 'fastify'
import { isPhoneOn } from '../codes/texts.ts'
import type { AuthContext } from '../context.ts'
import { describeServer } from '../oauth/metadata.ts'

/** Providers that the protocol knows by name. */
export const outsideProviders =
  'apple azure bitbucket discord facebook snapchat figma fly github gitlab google keycloak kakao linkedin linkedin_oidc notion spotify slack slack_oidc workos twitch twitter zoom'.split(
    ' ',
  )

/** What the service offers. Clients read it before anybody signs in. */
function describeSettings({ deps }: AuthContext) {
  const { auth } = deps.config
  return {
    external: {
      anonymous_users: auth.anonymous,
      ...Object.fromEntries(outsideProviders.map((provider) => [provider, false])),
      ...Object.fromEntries([...auth.providers.keys()].map((provider) => [provider, true])),
      email: true,
      phone: isPhoneOn(deps),
    },
    disable_signup: auth.signupDisabled,
    mailer_autoconfirm: auth.emailAutoconfirm,
    phone_autoconfirm: auth.phoneAutoconfirm,
    sms_provider: deps.sms ? 'twilio' : '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: auth.passkeys !== undefined,
  }
}

/** The endpoints that describe the service. */
export function registerDiscovery(auth: FastifyInstance, context: AuthContext): void {
  const { keys } = context.deps
  const settings = describeSettings(context)
  const { version } = context.product

  auth.get('/health', async () => ({
    version: `v${version}`,
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  }))
  auth.get('/settings', async () => settings)
  auth.get('/.well-known/jwks.json', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').send(keys.jwks),
  )
  // Keys may change, so what they sign with is asked for each time.
  for (const name of ['openid-configuration', 'oauth-authorization-server']) {
    auth.get(`/.well-known/${name}`, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=600').send(describeServer(context.deps)),
    )
  }
}
