import { createHmac } from 'node:crypto'
import type { Received, Reply } from '../../double-server.ts'
import type { FakeRate, Personality } from '../personality.ts'
import type { FakeHappening, SentHook } from '../hooks.ts'
import type { FakeAddress, FakeLine, FakeOrder, FakeState } from '../state.ts'
import type { FakeBulk } from './bulk.ts'
import { answers } from './graphql.ts'
import { restOrder } from './orders.ts'

/** What queries cost, roughly as Shopify counts them. Those that change something cost 10. */
const costs: Record<string, number> = { KartaOrders: 250, KartaOrder: 12, KartaFulfillments: 6 }
const usualCost = 10

/** The points that a shop has, and how many return in a second: those of its plan. */
export type Bucket = { most: number; perSecond: number }
export const basicPlan: Bucket = { most: 2000, perSecond: 100 }

type Options = {
  bulk: FakeBulk
  clientSecret: string
  bucket: Bucket
  isAdmitted(token: string): boolean
  /** What comes before the API: signing in and approving. */
  letIn(call: Received): Reply | undefined
}

/** The fake store as Shopify. Its addresses begin with the name of the shop. */
export function shopifyPersonality({ bulk, clientSecret, bucket, isAdmitted, letIn }: Options): Personality {
  const points = openPoints(bucket)
  const ask = (call: Received, state: FakeState): Reply => {
    if (!isAdmitted(String(call.headers['x-shopify-access-token']))) {
      return {
        status: 401,
        body: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
      }
    }
    const { query, variables } = JSON.parse(call.body) as { query: string; variables: Record<string, unknown> }
    const name = /^(?:query|mutation) (\w+)/.exec(query)?.[1] ?? ''
    const cost = costs[name] ?? usualCost
    const { isEnough, extensions } = points.take(cost)
    if (!isEnough) return throttled(extensions)
    const data =
      name === 'KartaBulk'
        ? { bulkOperationRunQuery: { bulkOperation: { id: bulk.begin(state), status: 'CREATED' }, userErrors: [] } }
        : name === 'KartaBulkState'
          ? bulk.state(variables.id)
          : answers[name]?.(variables, state)
    if (!data) return { status: 200, body: { errors: [{ message: `Unknown operation ${name}` }] } }
    return { status: 200, body: { data, extensions } }
  }
  return {
    title: 'My Shopify shop',
    isApi: (call) => call.url.pathname.endsWith('/graphql.json') || call.url.pathname.startsWith('/bulk/'),
    answer(call, state) {
      if (call.url.pathname.endsWith('/graphql.json')) return ask(call, state)
      return bulk.serve(call) ?? letIn(call)
    },
    writeHook: (happening, order, state) => hooksOf(happening, order, state, clientSecret),
    faults: {
      throttled: throttled({
        cost: { requestedQueryCost: 10, throttleStatus: { currentlyAvailable: 0, restoreRate: 100 } },
      }),
      user_errors: { status: 200, body: { data: refusals } },
    },
    askRates: (state, to, lines) => askRates(state, to, lines, clientSecret),
  }
}

const refusal = { userErrors: [{ field: null, message: 'The shop does not like this.' }] }
/** Whatever is changed is refused. */
const refusals = {
  fulfillmentCreate: refusal,
  fulfillmentEventCreate: refusal,
  fulfillmentCancel: refusal,
  webhookSubscriptionCreate: refusal,
  carrierServiceCreate: refusal,
}

const throttled = (extensions: object): Reply => ({
  status: 200,
  body: { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], extensions },
})

function openPoints({ most, perSecond }: Bucket) {
  let available = most
  let at = performance.now()
  return {
    take(cost: number) {
      const now = performance.now()
      available = Math.min(most, available + ((now - at) / 1000) * perSecond)
      at = now
      const isEnough = available >= cost
      if (isEnough) available -= cost
      const throttleStatus = {
        maximumAvailable: most,
        currentlyAvailable: Math.floor(available),
        restoreRate: perSecond,
      }
      return { isEnough, extensions: { cost: { requestedQueryCost: cost, throttleStatus } } }
    },
  }
}

const topics: Record<FakeHappening, [enumName: string, name: string]> = {
  created: ['ORDERS_CREATE', 'orders/create'],
  updated: ['ORDERS_UPDATED', 'orders/updated'],
  canceled: ['ORDERS_CANCELLED', 'orders/cancelled'],
  deleted: ['ORDERS_DELETE', 'orders/delete'],
  fulfilled: ['ORDERS_UPDATED', 'orders/updated'],
  uninstalled: ['APP_UNINSTALLED', 'app/uninstalled'],
}

function hooksOf(happening: FakeHappening, order: FakeOrder | null, state: FakeState, secret: string): SentHook[] {
  const [enumName, topic] = topics[happening]
  const body = Buffer.from(order ? restOrder(order) : '{"id":1}')
  const at = order?.updatedAt ?? state.now().toISOString()
  return state.hooks
    .filter((hook) => hook.topic === enumName)
    .map(({ url }) => ({ url, body, headers: shopifyHeaders({ topic, body, secret, id: state.nextId(), at }) }))
}

/** The headers of a webhook over these bytes. */
export function shopifyHeaders(hook: {
  topic: string
  body: Buffer
  secret: string
  id: string
  at: string
  shop?: string
}) {
  const { topic, body, secret, id, at, shop } = hook
  return {
    'content-type': 'application/json',
    'x-shopify-topic': topic,
    'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    'x-shopify-event-id': id,
    'x-shopify-webhook-id': `w-${id}`,
    'x-shopify-triggered-at': at,
    ...(shop && { 'x-shopify-shop-domain': shop }),
  }
}

type ShopifyRate = {
  service_name: string
  service_code: string
  total_price: string
  min_delivery_date?: string
  max_delivery_date?: string
}

/** Asks the carrier service that is registered, as the checkout does. */
async function askRates(state: FakeState, to: FakeAddress, lines: FakeLine[], secret: string): Promise<FakeRate[]> {
  if (!state.rateUrl) return []
  const destination = {
    country: to.country,
    postal_code: to.postcode,
    province: to.region,
    city: to.city,
    name: to.name,
    address1: to.line1,
    phone: to.phone,
    latitude: to.position?.lat ?? null,
    longitude: to.position?.lng ?? null,
  }
  const items = lines.map(({ title: name, sku, quantity, grams, price, isShippable }) => ({
    name,
    sku,
    quantity,
    grams,
    price,
    requires_shipping: isShippable,
  }))
  const { currency } = state
  const body = JSON.stringify({ rate: { origin: destination, destination, items, currency, locale: 'en' } })
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  const headers = { 'content-type': 'application/json', 'x-shopify-hmac-sha256': signature }
  const reply = await fetch(state.rateUrl, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) })
  if (!reply.ok) return []
  const { rates } = (await reply.json()) as { rates: ShopifyRate[] }
  return rates.map((rate) => ({
    code: rate.service_code,
    title: rate.service_name,
    price: Number(rate.total_price),
    from: instant(rate.min_delivery_date),
    to: instant(rate.max_delivery_date),
  }))
}

/** Shopify's dates look like 2026-11-21 18:00:00 -0500. */
function instant(text: string | undefined): string | null {
  const [, day, time, hours, minutes] = /^(\S+) (\S+) ([+-]\d\d)(\d\d)$/.exec(text ?? '') ?? []
  return day ? new Date(`${day}T${time}${hours}:${minutes}`).toISOString() : null
}
