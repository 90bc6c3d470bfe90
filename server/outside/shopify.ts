import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ShopSettings } from '../config.ts'
import { askShop } from './ask-shop.ts'
import { ShopError } from './shop-error.ts'

type Settings = NonNullable<ShopSettings['shopify']>

export type ShopifyCredentials = {
  access_token: string
  scope: string
  /** Null for a token that does not expire. */
  expires_at: string | null
  refresh_token: string | null
}

/** Reading orders and their fulfillments, and reporting that a delivery is on its way or has arrived. */
export const shopifyScopes = [
  'read_orders',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
  'write_fulfillments',
  'read_locations',
]

/** How far the time in a signed answer may be from ours. */
const maxAgeSeconds = 90

const Token = z.object({
  access_token: z.string().min(1).max(500),
  scope: z.string().max(2000),
  expires_in: z.number().positive().optional(),
  refresh_token: z.string().min(1).max(500).optional(),
})

const addressOf = (settings: Settings, shop: string) => settings.shopUrl.replace('{shop}', shop)

/** The page that asks the shop's owner to let Karta in. */
export function shopifyApprovalUrl(settings: Settings, shop: string, state: string, callbackUrl: string): string {
  const query = new URLSearchParams({
    client_id: settings.clientId,
    scope: shopifyScopes.join(','),
    redirect_uri: callbackUrl,
    state,
  })
  return `${addressOf(settings, shop)}/admin/oauth/authorize?${query}`
}

/** Whether Shopify has just signed a query string with our secret. */
export function isFromShopify(settings: Settings, query: string, now: Date): boolean {
  const given = new URLSearchParams(query)
  const [hmac, ...more] = given.getAll('hmac')
  if (more.length || !/^[0-9a-f]{64}$/.test(hmac ?? '')) return false
  const age = now.getTime() / 1000 - Number(given.get('timestamp'))
  if (!(Math.abs(age) <= maxAgeSeconds)) return false
  return timingSafeEqual(Buffer.from(hmac!, 'hex'), signatureOf(settings.clientSecret, given))
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
  const { status, json } = await askShop({
    method: 'POST',
    url: new URL(`${addressOf(settings, shop)}/admin/oauth/access_token`),
    body: { client_id: settings.clientId, client_secret: settings.clientSecret, code, expiring: 1 },
    publicOnly: false,
  })
  if (status === 404) throw new ShopError('not_a_shop')
  const token = status === 200 ? Token.safeParse(json) : undefined
  if (!token?.success) throw new ShopError('keys_refused')
  const { access_token, scope, expires_in, refresh_token } = token.data
  if (!covers(scope.split(','))) throw new ShopError('access_too_narrow')
  const expires_at = expires_in === undefined ? null : new Date(now.getTime() + expires_in * 1000).toISOString()
  return { access_token, scope, expires_at, refresh_token: refresh_token ?? null }
}

/** Permission to write includes permission to read, and Shopify then lists only the former. */
function covers(given: string[]): boolean {
  const names = new Set(given.map((name) => name.trim()))
  return shopifyScopes.every((name) => names.has(name) || names.has(name.replace(/^read_/, 'write_')))
}
