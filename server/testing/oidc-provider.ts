import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { keptInMemory } from './oidc-adapter.ts'
import { consentPage } from './oidc-consent-page.ts'

/** A real OpenID Connect provider on this machine. It believes whatever people say about who they are. */
export type OidcDouble = {
  issuer: string
  clientId: string
  clientSecret: string
  /** The parameters of every request to sign in, newest last. */
  asked: Record<string, string>[]
  close(): Promise<void>
}

/** Who somebody claims to be on the provider's page. */
export type Person = { subject?: string; email: string; name?: string; verified?: boolean }

type Options = {
  port?: number
  /** The addresses of Karta's `/auth/v1/callback`. */
  redirectUris: string[]
  /** Puts name and address into the ID token, as Google does, not only into the user info. */
  tellsAllInIdToken?: boolean
}

export const client = { clientId: 'karta-double', clientSecret: 'oidc-double-secret' }

/** Starts the provider on a free port, or the given one. */
export async function startOidcDouble({
  port = 0,
  redirectUris,
  tellsAllInIdToken = true,
}: Options): Promise<OidcDouble> {
  // A call before the provider is ready must be repeated. Without this reply, it would wait forever.
  const notYet = (_: IncomingMessage, response: ServerResponse) => response.writeHead(503).end()
  const server = createServer(notYet)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, 'localhost', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Person>()
  const offline = new Set<string>()
  const asked: Record<string, string>[] = []
  const provider = new Provider(issuer, await configure({ redirectUris, tellsAllInIdToken, people, offline }))
  const answer = provider.callback()

  server.off('request', notYet)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname === '/auth') asked.push(Object.fromEntries(url.searchParams))
    if (!url.pathname.startsWith('/interaction/')) return answer(request, response)
    interact(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)))
  })

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = await provider.interactionDetails(request, response)
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(consentPage(params.login_hint))
      return
    }
    const form = new URLSearchParams(await text(request))
    if (form.get('decision') !== 'allow') {
      const refused = { error: 'access_denied', error_description: 'The person did not allow access' }
      return provider.interactionFinished(request, response, refused)
    }
    const person = personOf(form)
    people.set(person.subject, person)
    const grant = new provider.Grant({ accountId: person.subject, clientId: client.clientId })
    grant.addOIDCScope(params.scope ?? '')
    const grantId = await grant.save()
    if (params.access_type === 'offline' && params.prompt === 'consent') offline.add(grantId)
    const result = { login: { accountId: person.subject, remember: false }, consent: { grantId } }
    await provider.interactionFinished(request, response, result)
  }

  return {
    issuer,
    ...client,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function personOf(form: URLSearchParams) {
  const email = form.get('email') ?? ''
  return {
    subject: form.get('subject') || `subject-of-${email}`,
    email,
    name: form.get('name') || undefined,
    verified: form.has('verified'),
  }
}

type Parts = {
  redirectUris: string[]
  tellsAllInIdToken: boolean
  people: Map<string, Person>
  /** Grants of people who allowed access while they are away. */
  offline: Set<string>
}

async function configure({ redirectUris, tellsAllInIdToken, people, offline }: Parts) {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return {
    adapter: keptInMemory,
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'double', alg: 'ES256', use: 'sig' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    scopes: ['openid', 'email', 'profile', 'calendar'],
    conformIdTokenClaims: !tellsAllInIdToken,
    pkce: { required: () => true },
    extraParams: ['access_type'],
    features: { devInteractions: { enabled: false } },
    issueRefreshToken: async (_context: unknown, _client: unknown, code: { grantId: string }) =>
      offline.has(code.grantId),
    // The library's default lifetimes are functions that warn on the console.
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 3600,
      Session: 3600,
      Grant: 3600,
      RefreshToken: 86_400,
    },
    findAccount: (_context: unknown, subject: string) => ({
      accountId: subject,
      claims: () => {
        const { email, name, verified } = people.get(subject)!
        return { sub: subject, email, email_verified: verified, name, picture: 'https://example.com/picture.png' }
      },
    }),
  }
}
