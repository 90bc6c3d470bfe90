import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { AppError } from '#domain/errors.ts'
import type { ReturnTo, ShopPlatform } from '#domain/schema/integration.ts'
import type { Config } from '../../config.ts'
import { isPublicAddress } from '../../outside/public-address.ts'

/** How long a person has to approve in the shop, and how long the check afterwards may take. */
export const approvalMinutes = 15
export const checkMinutes = 5

/** The settings without which a platform's shops cannot be connected. */
export function missingSettings({ shops, publicUrl }: Config, platform: ShopPlatform): string[] {
  if (platform === 'shopify') return shops.shopify ? [] : ['SHOPIFY_CLIENT_ID', 'SHOPIFY_CLIENT_SECRET']
  if (platform === 'wix') return shops.wix ? [] : ['WIX_APP_ID', 'WIX_APP_SECRET']
  // WooCommerce hands its keys to a server with HTTPS only.
  return publicUrl.startsWith('https:') || shops.allowPrivate ? [] : ['PUBLIC_URL']
}

/** What the operator has to do, in a sentence. */
export function howToSetUp(missing: string[]): string {
  if (missing.includes('PUBLIC_URL')) return 'The operator must set PUBLIC_URL to an address with https.'
  return `The operator must set ${missing.join(' and ')}.`
}

/**
 * The shop's address as it is kept: for Shopify its myshopify.com name, for WooCommerce where WordPress begins. Wix asks
 * for the site itself.
 * @throws AppError `validation_failed`
 */
export function shopAddress(platform: ShopPlatform, given: string | undefined, allowPrivate: boolean): string | null {
  if (platform === 'wix') return null
  if (!given) throw wrongShop('Enter the address of the shop.')
  return platform === 'shopify' ? shopifyName(given) : wooAddress(given, allowPrivate)
}

function shopifyName(given: string): string {
  const typed = given.toLowerCase().replace(/^https?:\/\//, '')
  const [, fromAdmin] = /^admin\.shopify\.com\/store\/([^/]+)/.exec(typed) ?? []
  const host = fromAdmin ?? typed.replace(/\/(admin(\/.*)?)?$/, '')
  const name = host.includes('.') ? host : `${host}.myshopify.com`
  if (isShopifyHost(name)) return name
  throw wrongShop('Enter the name that ends in .myshopify.com, such as my-shop.myshopify.com.')
}

/** Whether `host` is a shop's own name at Shopify, and so nobody else's server. */
export function isShopifyHost(host: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,60}\.myshopify\.com$/.test(host)
}

function wooAddress(given: string, allowPrivate: boolean): string {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(given) && !/^[^/]*:\d/.test(given) ? given : `https://${given}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || !url.hostname) {
    throw wrongShop('Enter the address of the shop, such as https://shop.example.com.')
  }
  if (!allowPrivate) checkPublic(url)
  // What people copy from the address bar of their shop's administration.
  const path = url.pathname.replace(/\/(wp-admin|wp-login\.php|wp-json|wc-auth)(\/.*)?$/, '').replace(/\/+$/, '')
  return url.origin + path
}

/** What can be seen without asking the network; whom the name leads to is checked when it is connected to. */
function checkPublic(url: URL): void {
  if (url.protocol !== 'https:') throw wrongShop('The shop needs an SSL certificate: its address begins with https.')
  if (url.port) throw wrongShop('Enter the address without a port.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isOwn = /(^|\.)(localhost|local|internal|intranet|lan|home|test|invalid|onion|arpa)\.?$/.test(host)
  const isPublic = isIP(host) ? isPublicAddress(host) : host.includes('.') && !isOwn
  if (!isPublic) throw wrongShop('This address does not lead to a public server. Enter the one your customers use.')
}

const wrongShop = (message: string) => new AppError('validation_failed', { errors: [{ path: 'shop', message }] })

/** What of a state is kept: who reads the database cannot finish an attempt. */
export function stateHash(state: string): Buffer {
  return createHash('sha256').update(state).digest()
}

/** What sealed keys belong to: moved to another workspace or platform, they do not open. */
export function sealContext(workspaceId: string, platform: ShopPlatform): string {
  return `integration:${workspaceId}:${platform}`
}

type Result = { attempt: string } | { failure: string }

/** The page that the browser is sent to after the visit to the shop. */
export function returnUrl(publicUrl: string, platform: ShopPlatform, returnTo: ReturnTo, result: Result): string {
  const query = new URLSearchParams(
    'attempt' in result
      ? { connection: 'returned', attempt: result.attempt }
      : { connection: 'failed', reason: result.failure },
  )
  if (returnTo === 'page') return `${publicUrl}/integrations/${platform}?${query}`
  return `${publicUrl}/dashboard/integrations?platform=${platform}&${query}`
}

export type CallbackName = 'callback' | 'return'

/** Where a platform sends its answer. */
export function callbackUrl(publicUrl: string, platform: ShopPlatform, name: CallbackName = 'callback'): string {
  return `${publicUrl}/v1/integrations/${platform}/${name}`
}
