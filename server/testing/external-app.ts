import { afterAll } from 'vitest'
import type { AuthSettings, OidcProvider } from '../auth/settings.ts'
import type { Deps } from '../deps.ts'
import { authClients } from './auth-client.ts'
import { startOidcDouble, type Person } from './oidc-provider.ts'
import { visitProvider } from './oidc-visit.ts'
import { testApp } from './test-app.ts'

/** The address of the test app's site. Nothing listens there. */
export const site = 'http://localhost:3000'

type Options = {
  auth?: Partial<AuthSettings>
  further?: OidcProvider[]
  parts?: Partial<Deps>
  tellsAllInIdToken?: boolean
}

/** The app with a real provider on this machine as its Google, and what a browser does between the two. */
export async function externalApp({ auth = {}, further = [], parts = {}, tellsAllInIdToken = true }: Options = {}) {
  const double = await startOidcDouble({ redirectUris: [`${site}/auth/v1/callback`], tellsAllInIdToken })
  afterAll(() => double.close())
  const google = providerSettings('google', double.issuer, double)
  const testing = await testApp(({ config }) => ({
    ...parts,
    config: {
      ...config,
      auth: { ...config.auth, providers: new Map([google, ...further].map((each) => [each.name, each])), ...auth },
    },
  }))
  const clients = await authClients(testing)
  const { url, newClient } = clients

  /** Opens an address as a browser does, and resolves to where it redirects. */
  async function follow(address: string | URL): Promise<URL> {
    const reply = await fetch(String(address).replace(site, url), {
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
    })
    const location = reply.headers.get('location')
    if (!location) throw new Error(`${address} answered ${reply.status}: ${await reply.text()}`)
    return new URL(location)
  }

  /** Where the provider sends somebody back who came from `/authorize`. */
  const comeBack = async (authorize: string | URL, as: Person | 'refuse') =>
    visitProvider((await follow(authorize)).href, as)

  /** The whole flow for a page that keeps a verifier. Resolves to the client's reply and where the person ended up. */
  async function signInWithGoogle(as: Person | 'refuse', queryParams: Record<string, string> = {}) {
    const client = newClient({ flowType: 'pkce' })
    const options = { redirectTo: `${site}/dashboard`, skipBrowserRedirect: true, queryParams }
    const { data } = await client.auth.signInWithOAuth({ provider: 'google', options })
    const end = await follow(await comeBack(data.url!, as))
    const code = end.searchParams.get('code') ?? ''
    return { client, end, code, reply: code ? await client.auth.exchangeCodeForSession(code) : undefined }
  }

  const authorizeUrl = (members: Record<string, string>) =>
    `${url}/auth/v1/authorize?${new URLSearchParams({ provider: 'google', ...members })}`

  return { ...testing, ...clients, double, follow, comeBack, signInWithGoogle, authorizeUrl }
}

export const providerSettings = (
  name: string,
  issuer: string,
  client: { clientId: string; clientSecret: string },
): OidcProvider => ({
  name,
  issuer,
  clientId: client.clientId,
  clientSecret: client.clientSecret,
  audiences: [],
  scopes: ['openid', 'email', 'profile'],
  skipNonceCheck: false,
})

/** The parameters in an address's fragment, as a page reads them. */
export const fragmentOf = ({ hash }: URL) => Object.fromEntries(new URLSearchParams(hash.slice(1)))
