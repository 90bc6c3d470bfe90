import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ShopSettings } from '../config.ts'
import { askShop } from './ask-shop.ts'
import { callShop } from './shops/call-shop.ts'
import { ShopCallError } from './shops/shop-call-error.ts'
import { ShopError } from './shop-error.ts'

type App = NonNullable<ShopSettings['shopify']>
type Settings = Pick<ShopSettings, 'shopifyUrl'> & { shopify: App }

export type ShopifyCredentials = {
  access_token: string
  scope: string
  /** Null for a token that does not expire. */
  expires_at: string | null
  refresh_token: string | null
  /** Of an app that the shop's owner made: what its webhooks are signed with. Ours otherwise. */
  client_secret?: string
}

/** Reading orders and their fulfillments, and reporting that a delivery is on its way or has arrived. */
export const shopifyScopes = [
  'read_orders',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
  'write_fulfillments',
  'read_locations',
]

/** Besides these, slots at the checkout. Shops on smaller plans have none, so Karta works without. */
const optionalScopes = ['write_shipping']

/** How far the time in a signed answer may be from ours. */
const maxAgeSeconds = 90

const Token = z.object({
  access_token: z.string().min(1).max(500),
  scope: z.string().max(2000),
  expires_in: z.number().positive().optional(),
  refresh_token: z.string().min(1).max(500).optional(),
})
type Token = z.output<typeof Token>

/** What the owner of a shop copies from an app that they made there. */
export type ShopifyKeys = { access_token: string; client_secret: string }

/** Where a shop is, by its myshopify.com name. */
export const addressOf = ({ shopifyUrl }: Pick<ShopSettings, 'shopifyUrl'>, shop: string) =>
  shopifyUrl.replace('{shop}', shop)

/** The page that asks the shop's owner to let Karta in. */
export function shopifyApprovalUrl(settings: Settings, shop: string, state: string, callbackUrl: string): string {
  const query = new URLSearchParams({
    client_id: settings.shopify.clientId,
    scope: [...shopifyScopes, ...optionalScopes].join(','),
    redirect_uri: callbackUrl,
    state,
  })
  return `${addressOf(settings, shop)}/admin/oauth/authorize?${query}`
}

/** Whether Shopify has just signed a query string with our secret. */
export function isFromShopify(app: App, query: string, now: Date): boolean {
  const given = new URLSearchParams(query)
  const [hmac, ...more] = given.getAll('hmac')
  if (more.length || !/^[0-9a-f]{64}$/.test(hmac ?? '')) return false
  const age = now.getTime() / 1000 - Number(given.get('timestamp'))
  if (!(Math.abs(age) <= maxAgeSeconds)) return false
  return timingSafeEqual(Buffer.from(hmac!, 'hex'), signatureOf(app.clientSecret, given))
}

/** Shopify's signature of query parameters: all but the signature itself, sorted by name. */
export function signatureOf(secret: string, given: URLSearchParams): Buffer {
  const signed = new URLSearchParams([...given].filter(([name]) => name !== 'hmac' && name !== 'signature'))
  signed.sort()
  return createHmac('sha256', secret).update(signed.toString()).digest()
}

/**
 * Exchanges the code of an approved connection for an access token.
 * @throws ShopError
 */
export async function exchangeShopifyCode(
  settings: Settings,
  shop: string,
  code: string,
  now: Date,
): Promise<ShopifyCredentials> {
  const { clientId: client_id, clientSecret: client_secret } = settings.shopify
  const { status, json } = await askShop({
    method: 'POST',
    url: new URL(`${addressOf(settings, shop)}/admin/oauth/access_token`),
    body: { client_id, client_secret, code, expiring: 1 },
    publicOnly: false,
  })
  if (status === 404) throw new ShopError('not_a_shop')
  const token = status === 200 ? Token.safeParse(json) : undefined
  if (!token?.success) throw new ShopError('keys_refused')
  if (!covers(token.data.scope.split(','))) throw new ShopError('access_too_narrow')
  return credentialsOf(token.data, now)
}

/**
 * Exchanges a refresh token for a new access token. The refresh token is another one from then on.
 * @throws ShopCallError
 */
export async function refreshShopifyToken(
  settings: Settings,
  shop: string,
  { refresh_token }: ShopifyCredentials,
  now: Date,
): Promise<ShopifyCredentials> {
  const { clientId: client_id, clientSecret: client_secret } = settings.shopify
  const { status, json } = await callShop(
    {
      method: 'POST',
      url: new URL(`${addressOf(settings, shop)}/admin/oauth/access_token`),
      body: { client_id, client_secret, refresh_token, grant_type: 'refresh_token' },
      publicOnly: false,
    },
    { also: [400] },
  )
  if (status === 400) throw new ShopCallError('access_lost')
  const token = Token.safeParse(json)
  if (!token.success) throw new ShopCallError('not_understood')
  return credentialsOf(token.data, now)
}

function credentialsOf({ access_token, scope, expires_in, refresh_token }: Token, now: Date): ShopifyCredentials {
  const expires_at = expires_in === undefined ? null : new Date(now.getTime() + expires_in * 1000).toISOString()
  return { access_token, scope, expires_at, refresh_token: refresh_token ?? null }
}

const Scopes = z.object({ access_scopes: z.array(z.object({ handle: z.string() })) })

/**
 * Tries the token of an app that the shop's owner made, on the list of what it may do.
 * @throws ShopError
 */
export async function checkShopifyKeys(
  settings: Pick<ShopSettings, 'shopifyUrl'>,
  shop: string,
  { access_token, client_secret }: ShopifyKeys,
): Promise<ShopifyCredentials> {
  const { status, json } = await askShop({
    method: 'GET',
    url: new URL(`${addressOf(settings, shop)}/admin/oauth/access_scopes.json`),
    headers: { 'x-shopify-access-token': access_token },
    publicOnly: false,
  })
  if (status === 404) throw new ShopError('not_a_shop')
  const scopes = status === 200 ? Scopes.safeParse(json) : undefined
  if (!scopes?.success) throw new ShopError('keys_refused')
  const names = scopes.data.access_scopes.map(({ handle }) => handle)
  if (!covers(names)) throw new ShopError('access_too_narrow')
  return { access_token, scope: names.join(','), expires_at: null, refresh_token: null, client_secret }
}

/** Permission to write includes permission to read, and Shopify then lists only the former. */
function covers(given: string[]): boolean {
  const names = new Set(given.map((name) => name.trim()))
  return shopifyScopes.every((name) => names.has(name) || names.has(name.replace(/^read_/, 'write_')))
}
