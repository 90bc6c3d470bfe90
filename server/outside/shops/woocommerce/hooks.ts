import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import type { HookSubject } from '#domain/shops/exchange.ts'
import type { WooCredentials } from '../../woocommerce.ts'
import type { OpenStore, RawHook, ShopHook } from '../platform.ts'
import { isSignedBase64 } from '../signature.ts'
import { callWoo, readAnswer } from './call.ts'

const about: Record<string, HookSubject> = {
  'order.created': 'order',
  'order.updated': 'order',
  'order.restored': 'order',
  'order.deleted': 'order_deleted',
}

/** With what the shop signs: it follows from the keys, so that it need not be kept. Hex, since WordPress decodes entities. */
export const hookSecret = ({ credentials }: Pick<OpenStore, 'credentials'>) =>
  createHmac('sha256', (credentials as WooCredentials).consumer_secret)
    .update('karta webhooks')
    .digest('hex')

const header = ({ headers }: RawHook, name: string) => {
  const value = headers[`x-wc-webhook-${name}`]
  return typeof value === 'string' ? value.slice(0, 200) : ''
}

/** When a webhook is made, WooCommerce tries the address without a signature. */
const ping = /^webhook_id=\d+$/

/** Verifies a webhook over its bytes, and reads which order it is about. */
export function readWooHook(hook: RawHook, store: OpenStore): ShopHook | 'ping' | null {
  const signature = header(hook, 'signature')
  if (!signature) return hook.body.length < 100 && ping.test(hook.body.toString('latin1')) ? 'ping' : null
  if (!isSignedBase64(hook.body, hookSecret(store), signature)) return null
  const topic = header(hook, 'topic')
  const order = readPayload(hook.body)
  const subject = about[topic] ?? 'other'
  return {
    id: header(hook, 'delivery-id') || createHash('sha256').update(hook.body).digest('hex'),
    topic,
    // Once its user may not read orders any more, the shop sends an error instead of an order. The next round finds out.
    about: order ? subject : 'other',
    orderId: order?.id ?? null,
    at: order?.date_modified_gmt ? `${order.date_modified_gmt.slice(0, 19)}Z` : null,
  }
}

const Payload = z.object({
  id: z.union([z.int(), z.string().regex(/^\d{1,20}$/)]).transform(String),
  date_modified_gmt: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
    .optional()
    .catch(undefined),
})

function readPayload(body: Buffer) {
  try {
    return Payload.safeParse(JSON.parse(body.toString('utf8'))).data
  } catch {
    return undefined
  }
}

const Hooks = z.array(
  z.object({
    id: z.int(),
    name: z.string().catch(''),
    status: z.string(),
    topic: z.string(),
    delivery_url: z.string(),
  }),
)

async function hooksOf(store: OpenStore, url: string) {
  const answer = await callWoo(store, 'GET', '/webhooks', { query: { per_page: '100' } })
  return readAnswer(Hooks, answer).filter(({ delivery_url }) => delivery_url === url)
}

/** Makes the webhooks that are missing, and turns on those that WooCommerce turned off after failures. */
export async function ensureWooHooks(store: OpenStore, url: string): Promise<void> {
  const secret = hookSecret(store)
  // The name says with which keys it was made: a secret cannot be read again.
  const mark = createHash('sha256').update(secret).digest('hex').slice(0, 8)
  const known = await hooksOf(store, url)
  for (const topic of Object.keys(about)) {
    const wanted = { name: `Karta, ${topic} (${mark})`, status: 'active', secret }
    const [own, ...doubled] = known.filter((each) => each.topic === topic)
    if (!own) await callWoo(store, 'POST', '/webhooks', { body: { ...wanted, topic, delivery_url: url } })
    else if (own.status !== 'active' || own.name !== wanted.name)
      await callWoo(store, 'PUT', `/webhooks/${own.id}`, { body: wanted })
    for (const { id } of doubled) await removeHook(store, id)
  }
}

export async function removeWooHooks(store: OpenStore, url: string): Promise<void> {
  for (const { id } of await hooksOf(store, url)) await removeHook(store, id)
}

const removeHook = (store: OpenStore, id: number) =>
  callWoo(store, 'DELETE', `/webhooks/${id}`, { query: { force: 'true' } })
