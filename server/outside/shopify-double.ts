import { randomBytes } from 'node:crypto'
import { approvalPage, startDouble, type Double, type Received, type Reply } from './double-server.ts'
import { shopifyScopes, signatureOf } from './shopify.ts'

type Behavior = { mood: 'well' | 'down' | 'no shop'; scope: string }

export type ShopifyDouble = Double & {
  /** Set as SHOPIFY_SHOP_URL. */
  shopUrl: string
  behave(change: Partial<Behavior>): void
  /** Gives a code for `shop`, as after approval. */
  issueCode(shop: string): string
  /** Gives the signed query of a callback. */
  sign(parameters: Record<string, string>): string
}

/** The part of Shopify that a connection uses: approval, signed callback, exchange of the code for a token. */
export async function startShopifyDouble(
  app: { clientId: string; clientSecret: string },
  now: () => Date,
  port?: number,
): Promise<ShopifyDouble> {
  const is: Behavior = { mood: 'well', scope: shopifyScopes.join(',') }
  const codes = new Map<string, string>()

  const issueCode = (shop: string) => {
    const code = randomBytes(16).toString('hex')
    codes.set(code, shop)
    return code
  }
  const sign = (parameters: Record<string, string>) => {
    const given = new URLSearchParams({ timestamp: String(Math.floor(now().getTime() / 1000)), ...parameters })
    given.set('hmac', signatureOf(app.clientSecret, given).toString('hex'))
    return given.toString()
  }
  const askForApproval = (shop: string, given: URLSearchParams): Reply => {
    const back = (parameters: Record<string, string>) =>
      `${given.get('redirect_uri')}?${sign({ shop, state: given.get('state') ?? '', ...parameters })}`
    return approvalPage(shop, { Install: back({ code: issueCode(shop) }), Cancel: back({ error: 'access_denied' }) })
  }
  const exchange = (shop: string, { body }: Received): Reply => {
    const given = JSON.parse(body) as Record<string, unknown>
    const code = String(given.code)
    const isRight = given.client_id === app.clientId && given.client_secret === app.clientSecret
    if (!isRight || codes.get(code) !== shop) return { status: 400, body: { error: 'invalid_request' } }
    codes.delete(code)
    const expiring = given.expiring === 1 && { expires_in: 3600, refresh_token: `shprt_${issueCode('')}` }
    return { status: 200, body: { access_token: `shpat_${issueCode('')}`, scope: is.scope, ...expiring } }
  }

  const double = await startDouble((call) => {
    const [, shop = '', ...path] = call.url.pathname.split('/')
    if (is.mood === 'down') return { status: 502, body: 'Bad gateway' }
    if (is.mood === 'no shop') return { status: 404, body: 'Not found' }
    if (path.join('/') === 'admin/oauth/authorize') return askForApproval(shop, call.url.searchParams)
    if (path.join('/') === 'admin/oauth/access_token' && call.method === 'POST') return exchange(shop, call)
    return { status: 404, body: 'Not found' }
  }, port)
  return {
    ...double,
    shopUrl: `${double.url}/{shop}`,
    issueCode,
    sign,
    behave: (change) => void Object.assign(is, change),
  }
}
