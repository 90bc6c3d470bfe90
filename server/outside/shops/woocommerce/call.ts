import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { ShopFailure } from '#domain/shops/failures.ts'
import type { WooCredentials } from '../../woocommerce.ts'
import { callShop, type ShopAnswer } from '../call-shop.ts'
import type { OpenStore } from '../platform.ts'
import { ShopCallError } from '../shop-call-error.ts'
import { signedUrl } from './oauth.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Calling = { query?: Record<string, string>; body?: object; namespace?: string }

/** Shops whose addresses have no names: `/wp-json` is not there, and everything goes by `?rest_route=`. */
const plainShops = new Set<string>()

const Problem = z.object({ code: z.string(), message: z.string().catch('') })

/**
 * Calls the REST API of a shop. Undefined if what was asked for is not there: the order, or a route that an extension would
 * have made.
 * @throws ShopCallError
 */
export async function callWoo(
  store: OpenStore,
  method: Method,
  path: string,
  calling: Calling = {},
): Promise<ShopAnswer | undefined> {
  const answer = await ask(store, method, path, calling)
  const problem = Problem.safeParse(answer.json).data
  if (answer.status === 401 || answer.status === 403) throw new ShopCallError(whyLocked(answer.status, problem))
  if (answer.status !== 404) return answer
  if (!problem) throw new ShopCallError('refused', { said: noApi })
  return undefined
}

/** Keys that may not do this, such as those that only read, or keys that count no more. Firewalls answer without a problem. */
function whyLocked(status: number, problem: z.output<typeof Problem> | undefined): ShopFailure {
  if (!problem) return 'not_understood'
  return status === 403 || /permission/i.test(problem.message) ? 'access_too_narrow' : 'access_lost'
}

const noApi =
  'The address of its REST API leads to no WooCommerce. In WordPress, open Settings, Permalinks, choose any structure but Plain, and save'

async function ask(store: OpenStore, method: Method, path: string, calling: Calling): Promise<ShopAnswer> {
  const options = { also: [401, 403, 404] }
  const question = (isPlain: boolean) => ({
    ...authorized(store, method, addressOf(store, path, calling, isPlain)),
    method,
    ...(calling.body && { body: calling.body }),
    publicOnly: !store.settings.allowPrivate,
  })
  if (plainShops.has(store.key)) return callShop(question(true), options)
  const answer = await callShop(question(false), options)
  if (answer.status !== 404 || Problem.safeParse(answer.json).success) return answer
  const plain = await callShop(question(true), options)
  if (Problem.safeParse(plain.json).success || plain.status < 300) plainShops.add(store.key)
  return plain
}

function addressOf(
  { shop }: OpenStore,
  path: string,
  { query = {}, namespace = 'wc/v3' }: Calling,
  isPlain: boolean,
): URL {
  const url = new URL(isPlain ? `${shop}/` : `${shop}/wp-json/${namespace}${path}`)
  if (isPlain) url.searchParams.set('rest_route', `/${namespace}${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** The keys: in a header, in the address where the host drops that header, or as a signature where there is no TLS. */
function authorized({ credentials, now }: OpenStore, method: Method, url: URL) {
  const { consumer_key: key, consumer_secret: secret, keys_in_query } = credentials as WooCredentials
  if (url.protocol === 'http:' && !keys_in_query) {
    const nonce = randomBytes(16).toString('hex')
    return { url: signedUrl(method, url, { key, secret, nonce, seconds: Math.floor(now.getTime() / 1000) }) }
  }
  if (!keys_in_query) {
    return { url, headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` } }
  }
  url.searchParams.set('consumer_key', key)
  url.searchParams.set('consumer_secret', secret)
  return { url }
}

/** The value of an answer, read by its schema. @throws ShopCallError `not_understood`, `gone` if there was none */
export function readAnswer<T extends z.ZodType>(schema: T, answer: ShopAnswer | undefined): z.output<T> {
  if (!answer) throw new ShopCallError('gone')
  const read = schema.safeParse(answer.json)
  if (!read.success) throw new ShopCallError('not_understood')
  return read.data
}
