import { z } from 'zod'
import { askShop, type Answer } from './ask-shop.ts'
import { ShopError } from './shop-error.ts'

/** What a WooCommerce shop sends when its owner approves. */
export const WooKeys = z.object({
  consumer_key: z.string().regex(/^ck_[A-Za-z0-9]{1,100}$/),
  consumer_secret: z.string().regex(/^cs_[A-Za-z0-9]{1,100}$/),
  key_permissions: z.string().max(20),
})
export type WooKeys = z.output<typeof WooKeys>

/** Keys that work, and how this shop wants to receive them. */
export type WooCredentials = Pick<WooKeys, 'consumer_key' | 'consumer_secret'> & { keys_in_query: boolean }

type Addresses = { state: string; returnUrl: string; callbackUrl: string }

const version = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,6}){1,3}/)
  .max(40)
const Status = z.object({ environment: z.object({ version, wp_version: version.optional().catch(undefined) }) })

/** The page that asks the shop's owner to let Karta in. */
export function wooApprovalUrl(shop: string, { state, returnUrl, callbackUrl }: Addresses): string {
  const query = new URLSearchParams({
    app_name: 'Karta',
    scope: 'read_write',
    user_id: state,
    return_url: returnUrl,
    callback_url: callbackUrl,
  })
  return `${shop}/wc-auth/v1/authorize?${query}`
}

/**
 * Tries new keys on the shop's system status and reads its versions.
 * @throws ShopError
 */
export async function checkWooShop(
  shop: string,
  keys: WooKeys,
  allowPrivate: boolean,
): Promise<{ credentials: WooCredentials; version: string }> {
  if (keys.key_permissions !== 'read_write') throw new ShopError('access_too_narrow')
  const { keysInQuery, answer } = await askStatus(shop, keys, !allowPrivate)
  if (answer.status === 401 || answer.status === 403) throw new ShopError('keys_refused')
  const status = answer.status === 200 ? Status.safeParse(answer.json) : undefined
  if (!status?.success) throw new ShopError('not_a_shop')

  const { version, wp_version } = status.data.environment
  if (majorOf(version) < 4) throw new ShopError('woocommerce_too_old')
  if (wp_version !== undefined && majorOf(wp_version) < 5) throw new ShopError('wordpress_too_old')
  const { consumer_key, consumer_secret } = keys
  return { credentials: { consumer_key, consumer_secret, keys_in_query: keysInQuery }, version }
}

/** Some hosts remove the Authorization header before WooCommerce sees it. Those need the keys in the address. */
async function askStatus(shop: string, keys: WooKeys, publicOnly: boolean) {
  const url = new URL(`${shop}/wp-json/wc/v3/system_status`)
  const { consumer_key, consumer_secret } = keys
  const basic = Buffer.from(`${consumer_key}:${consumer_secret}`).toString('base64')
  const headers = { authorization: `Basic ${basic}` }
  const answer: Answer = await askShop({ method: 'GET', url, headers, publicOnly })
  if (answer.status !== 401) return { keysInQuery: false, answer }
  url.search = new URLSearchParams({ consumer_key, consumer_secret }).toString()
  return { keysInQuery: true, answer: await askShop({ method: 'GET', url, publicOnly }) }
}

const majorOf = (version: string) => Number.parseInt(version, 10)
