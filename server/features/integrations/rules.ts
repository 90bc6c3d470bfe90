import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { AppError } from '#domain/errors.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import type { ReturnTo, ShopPlatform } from '#domain/schema/integration.ts'
import type { Config } from '../../config.ts'
import type { Mail } from '../../outside/mail.ts'
import { isPublicAddress } from '../../outside/public-address.ts'

/** How long a person has to approve in the shop, and how long the check afterward may take. */
export const approvalMinutes = 15
export const checkMinutes = 5

/** The settings that are missing for a platform. */
export function missingSettings({ shops, publicUrl }: Config, platform: ShopPlatform): string[] {
  if (platform === 'shopify') return shops.shopify ? [] : ['SHOPIFY_CLIENT_ID', 'SHOPIFY_CLIENT_SECRET']
  if (platform === 'wix') return shops.wix ? [] : ['WIX_APP_ID', 'WIX_APP_SECRET']
  // WooCommerce sends its keys only over HTTPS.
  return publicUrl.startsWith('https:') || shops.allowPrivate ? [] : ['PUBLIC_URL']
}

/**
 * The shop's address as stored: its myshopify.com name for Shopify, the root of WordPress for WooCommerce. Wix asks for
 * the site itself.
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

/** Whether `host` is a shop at Shopify rather than someone else's server. */
export function isShopifyHost(host: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,60}\.myshopify\.com$/.test(host)
}

function wooAddress(given: string, allowPrivate: boolean): string {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(given) && !/^[^/]*:\d/.test(given) ? given : `https://${given}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || !url.hostname) {
    throw wrongShop('Enter the address of the shop, such as https://shop.example.com.')
  }
  if (!allowPrivate) checkPublic(url)
  // People copy this from the address bar of their shop's admin.
  const path = url.pathname.replace(/\/(wp-admin|wp-login\.php|wp-json|wc-auth)(\/.*)?$/, '').replace(/\/+$/, '')
  return url.origin + path
}

/** Checks that need no network. Where the name leads is checked when connecting. */
function checkPublic(url: URL): void {
  if (url.protocol !== 'https:')
    throw wrongShop('The shop needs an SSL certificate, so its address must start with https.')
  if (url.port) throw wrongShop('Enter the address without a port.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isOwn = /(^|\.)(localhost|local|internal|intranet|lan|home|test|invalid|onion|arpa)\.?$/.test(host)
  const isPublic = isIP(host) ? isPublicAddress(host) : host.includes('.') && !isOwn
  if (!isPublic) throw wrongShop('This address is not public. Enter the one your customers use.')
}

const wrongShop = (message: string) => new AppError('validation_failed', { errors: [{ path: 'shop', message }] })

/** The stored form of a state. Reading the database is not enough to finish an attempt. */
export function stateHash(state: string): Buffer {
  return createHash('sha256').update(state).digest()
}

/** Binds sealed keys to their workspace and platform. Elsewhere they do not open. */
export function sealContext(workspaceId: string, platform: ShopPlatform): string {
  return `integration:${workspaceId}:${platform}`
}

/** Where sealed keys are, and what each is sealed for. */
export const sealedShopColumns = [
  { table: 'integrations', column: 'credentials', row: ['workspace_id', 'platform'], context: sealContext },
  { table: 'connection_attempts', column: 'granted', row: ['workspace_id', 'platform'], context: sealContext },
] as const

type Result = { attempt: string } | { failure: string }

type Return = { returnTo: ReturnTo; workspaceId?: string | undefined }

/** The page where the browser returns after visiting the shop, in the workspace that the attempt is of. */
export function returnUrl(
  publicUrl: string,
  platform: ShopPlatform,
  { returnTo, workspaceId }: Return,
  result: Result,
): string {
  const query = new URLSearchParams(
    'attempt' in result
      ? { connection: 'returned', attempt: result.attempt }
      : { connection: 'failed', reason: result.failure },
  )
  if (workspaceId !== undefined) query.set('workspace', workspaceId)
  if (returnTo === 'page') return `${publicUrl}/integrations/${platform}?${query}`
  return `${publicUrl}/dashboard/integrations?platform=${platform}&${query}`
}

export type CallbackName = 'callback' | 'return'

/** Where a platform sends its answer. */
export function callbackUrl(publicUrl: string, platform: ShopPlatform, name: CallbackName = 'callback'): string {
  return `${publicUrl}/v1/integrations/${platform}/${name}`
}

type Lost = { to: string; shop: string; workspaceName: string; pageUrl: string }

/** Tells whoever manages a workspace that a shop no longer lets Karta in. */
export function accessLostMail({ to, shop, workspaceName, pageUrl }: Lost): Mail {
  const lines = [
    `The shop ${shop} no longer lets Karta read and update its orders for ${workspaceName}. New orders do not arrive, and the shop is not told about deliveries.`,
    `Connect the shop again, and everything that happened meanwhile is caught up: ${pageUrl}`,
  ]
  return {
    to,
    subject: 'A shop has to be connected again',
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(''),
  }
}
