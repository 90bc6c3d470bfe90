import { randomBytes } from 'node:crypto'
import { approvalPage, type Received, type Reply } from './double-server.ts'
import { startFakeStore, type FakeStore } from './fake-store/frame.ts'
import { openBulk } from './fake-store/shopify/bulk.ts'
import { basicPlan, shopifyPersonality, type Bucket } from './fake-store/shopify/personality.ts'
import { shopifyScopes, signatureOf } from './shopify.ts'

type Behavior = { mood: 'well' | 'down' | 'no shop'; scope: string; tokenSeconds: number; bulkPieceBytes: number }

export type ShopifyDouble = FakeStore & {
  /** Set as SHOPIFY_SHOP_URL. */
  shopUrl: string
  behave(change: Partial<Behavior>): void
  /** Gives a code for `shop`, as after approval. */
  issueCode(shop: string): string
  /** Gives a token that lasts, as an app has that the shop's owner made. */
  issueToken(): string
  /** Gives a token that ends and is renewed, as our app has. */
  issueEndingToken(): { access_token: string; refresh_token: string; expires_in: number }
  /** Access tokens end now; they can be renewed. */
  endTokens(): void
  /** No token works any more. */
  revoke(): void
  /** The files of bulk operations are gone. */
  forgetBulk(): void
  /** Gives the signed query of a callback. */
  sign(parameters: Record<string, string>): string
}

/** Shopify on this machine: a shop with pages, the approval of apps, tokens that end, and the API. */
export async function startShopifyDouble(
  app: { clientId: string; clientSecret: string },
  now: () => Date,
  port?: number,
  bucket: Bucket = basicPlan,
): Promise<ShopifyDouble> {
  const is: Behavior = {
    mood: 'well',
    scope: [...shopifyScopes, 'write_shipping'].join(','),
    tokenSeconds: 3600,
    bulkPieceBytes: Infinity,
  }
  const codes = new Map<string, string>()
  /** When tokens end. */
  const tokens = new Map<string, number>()
  const refreshTokens = new Set<string>()

  const random = () => randomBytes(16).toString('hex')
  const issueCode = (shop: string) => {
    const code = random()
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
  const issue = (isExpiring: boolean): Reply => {
    const access_token = `shpat_${random()}`
    tokens.set(access_token, isExpiring ? now().getTime() + is.tokenSeconds * 1000 : Infinity)
    const refresh_token = `shprt_${random()}`
    refreshTokens.add(refresh_token)
    const expiring = isExpiring && { expires_in: is.tokenSeconds, refresh_token }
    return { status: 200, body: { access_token, scope: is.scope, ...expiring } }
  }
  const exchange = (shop: string, { body }: Received): Reply => {
    const given = JSON.parse(body) as Record<string, unknown>
    const refused = { status: 400, body: { error: 'invalid_request' } }
    if (given.client_id !== app.clientId || given.client_secret !== app.clientSecret) return refused
    // A refresh token works once.
    if (given.grant_type === 'refresh_token') {
      return refreshTokens.delete(String(given.refresh_token)) ? issue(true) : refused
    }
    const code = String(given.code)
    if (codes.get(code) !== shop) return refused
    codes.delete(code)
    return issue(given.expiring === 1)
  }
  const isAdmitted = (token: string) => (tokens.get(token) ?? 0) > now().getTime()
  const letIn = (call: Received): Reply | undefined => {
    const [, shop = '', ...path] = call.url.pathname.split('/')
    if (is.mood === 'down') return { status: 502, body: 'Bad gateway' }
    if (is.mood === 'no shop') return { status: 404, body: 'Not found' }
    if (path.join('/') === 'admin/oauth/authorize') return askForApproval(shop, call.url.searchParams)
    if (path.join('/') === 'admin/oauth/access_token' && call.method === 'POST') return exchange(shop, call)
    if (path.join('/') !== 'admin/oauth/access_scopes.json') return undefined
    if (!isAdmitted(String(call.headers['x-shopify-access-token']))) return { status: 401, body: { errors: 'Invalid' } }
    return { status: 200, body: { access_scopes: is.scope.split(',').map((handle) => ({ handle })) } }
  }

  let url = ''
  const { clientSecret } = app
  const bulk = openBulk(
    () => url,
    () => is.bulkPieceBytes,
  )
  const personality = shopifyPersonality({ bulk, clientSecret, bucket, isAdmitted, letIn })
  const store = await startFakeStore(personality, { now, port })
  url = store.url
  return {
    ...store,
    shopUrl: `${url}/{shop}`,
    issueCode,
    issueToken() {
      const token = `shpat_${random()}`
      tokens.set(token, Infinity)
      return token
    },
    issueEndingToken: () => issue(true).body as ReturnType<ShopifyDouble['issueEndingToken']>,
    endTokens: () => tokens.clear(),
    forgetBulk: () => bulk.forget(),
    revoke() {
      tokens.clear()
      refreshTokens.clear()
    },
    sign,
    behave: (change) => void Object.assign(is, change),
  }
}
