import { z } from 'zod'
import type { HookSubject } from '#domain/shops/exchange.ts'
import type { ShopSettings } from '../../../config.ts'
import type { ShopifyCredentials } from '../../shopify.ts'
import type { OpenStore, RawHook, ShopHook } from '../platform.ts'
import { isSignedBase64 } from '../signature.ts'

/** What Karta wants to hear of, by the names of the API. Privacy requests and uninstalling come from the app's settings too. */
export const hookTopics = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_CANCELLED',
  'ORDERS_EDITED',
  'ORDERS_PAID',
  'ORDERS_DELETE',
  'FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE',
  'APP_UNINSTALLED',
]

const about: Record<string, HookSubject> = {
  'orders/create': 'order',
  'orders/updated': 'order',
  'orders/cancelled': 'order',
  'orders/edited': 'order',
  'orders/paid': 'order',
  'orders/delete': 'order_deleted',
  'app/uninstalled': 'uninstalled',
  'customers/data_request': 'customer_data',
  'customers/redact': 'customer_redact',
  'shop/redact': 'shop_redact',
}

/** A header by its older or newer name. */
function header({ headers }: RawHook, name: string): string {
  const value = headers[`x-shopify-${name}`] ?? headers[`shopify-${name}`]
  return typeof value === 'string' ? value : ''
}

/** Reads which shop a webhook of our app is about, for those that go to one address for all shops. */
export function storeOfHook(hook: RawHook, { shopify }: ShopSettings): string | null {
  if (!shopify || !isSignedBase64(hook.body, shopify.clientSecret, header(hook, 'hmac-sha256'))) return null
  return header(hook, 'shop-domain').toLowerCase() || null
}

// Ids are larger than JavaScript's numbers, so they are taken from the text of other fields or of the raw JSON.
const Payload = z.looseObject({
  admin_graphql_api_id: z.string().optional().catch(undefined),
  updated_at: z.iso.datetime({ offset: true }).optional().catch(undefined),
  customer: z.looseObject({ email: z.string().nullish(), phone: z.string().nullish() }).optional().catch(undefined),
})

/** Verifies a webhook with the secret of the app that the shop has: ours, or the one that its owner made. */
export function readShopifyHook(hook: RawHook, { key, credentials, settings }: OpenStore): ShopHook | null {
  const secret = (credentials as ShopifyCredentials).client_secret ?? settings.shopify?.clientSecret
  if (!secret || !isSignedBase64(hook.body, secret, header(hook, 'hmac-sha256'))) return null
  const shop = header(hook, 'shop-domain').toLowerCase()
  if (shop && shop !== key) return null
  const text = hook.body.toString('utf8')
  const payload = Payload.safeParse(parsed(text)).data
  const topic = header(hook, 'topic').slice(0, 100)
  const subject = about[topic] ?? 'other'
  const at = header(hook, 'triggered-at')
  return {
    id: header(hook, 'event-id').slice(0, 200) || header(hook, 'webhook-id').slice(0, 200) || `at ${at}`,
    topic,
    about: subject,
    orderId: subject.startsWith('order') ? orderIdIn(text, payload?.admin_graphql_api_id) : null,
    at: z.iso.datetime({ offset: true }).safeParse(at).data ?? payload?.updated_at ?? null,
    ...(payload?.customer && subject.startsWith('customer') && { customer: customerIn(text, payload.customer) }),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** The order's ID, as text. `orders/edited` has it in `order_id`. */
function orderIdIn(text: string, gid: string | undefined): string | null {
  const fromGid = /^gid:\/\/shopify\/Order\/(\d{1,20})$/.exec(gid ?? '')?.[1]
  const fromEdit = /"order_id"\s*:\s*"?(\d{1,20})/.exec(text)?.[1]
  return fromGid ?? fromEdit ?? /"id"\s*:\s*"?(\d{1,20})/.exec(text)?.[1] ?? null
}

function customerIn(
  text: string,
  { email, phone }: { email?: string | null | undefined; phone?: string | null | undefined },
) {
  const list = /"orders_(?:requested|to_redact)"\s*:\s*\[([^\]]*)\]/.exec(text)?.[1] ?? ''
  return { email: email ?? null, phone: phone ?? null, orderIds: list.match(/\d{1,20}/g) ?? [] }
}
