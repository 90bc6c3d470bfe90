import { createHmac } from 'node:crypto'
import type { Received, Reply } from '../../double-server.ts'
import type { FakeHappening, SentHook } from '../hooks.ts'
import type { FakeRate, Personality } from '../personality.ts'
import type { FakeAddress, FakeLine, FakeOrder, FakeState } from '../state.ts'
import { wooOrder, wooProducts, wooRefunds, type WooMeta } from './orders.ts'

type Hook = { id: number; name: string; status: string; topic: string; delivery_url: string; secret: string }
type Shipment = { id: number; orderId: string; meta_data: { key: string; value: unknown }[] }

export type WooOptions = {
  /** Whether a call brings keys that were issued. */
  isAdmitted(call: Received): boolean
  /** What comes before the API: approval, and the system status. */
  letIn(call: Received): Reply | Promise<Reply> | undefined
  /** What the shop can do besides the core. */
  can(): { fulfillments: boolean; shipmentTracking: boolean; isPlain: boolean }
}

const ok = (body: object, headers: Record<string, string> = {}): Reply => ({ status: 200, body, headers })
const problem = (status: number, code: string, message: string): Reply => ({
  status,
  body: { code, message, data: { status } },
})
const noRoute = problem(404, 'rest_no_route', 'No route was found matching the URL and request method.')

export type WooPersonality = Personality & {
  hooks: Hook[]
  /** With what its plugin asks Karta, once somebody entered it. */
  plugin: { address: string; key: string } | undefined
}

/** The fake store as WooCommerce. */
export function wooPersonality({ isAdmitted, letIn, can }: WooOptions): WooPersonality {
  const meta: WooMeta = new Map()
  const hooks: Hook[] = []
  const shipments: Shipment[] = []
  let counter = 0

  const answer = (call: Received, state: FakeState) => {
    const route = routeOf(call, can().isPlain)
    const before = letIn(call)
    if (before || route === undefined) return before
    if (!isAdmitted(call)) return problem(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
    const given = call.body ? (JSON.parse(call.body) as Record<string, unknown>) : ({} as Record<string, unknown>)
    const [, namespace, path = ''] = /^\/(wc\/v3|wc-shipment-tracking\/v3)(\/.*)$/.exec(route) ?? []
    if (namespace === 'wc-shipment-tracking/v3')
      return can().shipmentTracking ? track(call.method, path, given) : noRoute
    if (path.startsWith('/webhooks')) return serveHooks(call.method, path, given)
    if (path.startsWith('/orders')) return serveOrders(call, path, given, state)
    if (path === '/products') return ok(wooProducts)
    if (path === '/settings/products/woocommerce_weight_unit') return ok({ id: 'woocommerce_weight_unit', value: 'kg' })
    return noRoute
  }

  const serveOrders = (call: Received, path: string, given: Record<string, unknown>, state: FakeState): Reply => {
    const [, id, part, sub] = /^\/orders(?:\/(\d+))?(?:\/([a-z-]+))?(?:\/(\w+))?$/.exec(path) ?? []
    if (!id) return list(call.url.searchParams, state)
    const order = state.orders.get(id)
    if (!order) return problem(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
    if (part === 'notes') return serveNotes(call.method, order, given)
    if (part === 'refunds') return ok(wooRefunds(order))
    if (part === 'fulfillments') return can().fulfillments ? fulfill(call.method, order, given, state, sub) : noRoute
    if (call.method === 'PUT') {
      const own = meta.get(order.id) ?? new Map<string, unknown>()
      meta.set(order.id, own)
      for (const { key, value } of (given.meta_data ?? []) as { key: string; value: unknown }[]) own.set(key, value)
      state.change(order.id, given.status ? { status: String(given.status) } : {})
    }
    return ok(wooOrder(order, meta))
  }

  const list = (query: URLSearchParams, state: FakeState): Reply => {
    const statuses = query.get('status') ?? 'any'
    const after = query.get('after')
    const modified = query.get('modified_after')
    const all = [...state.orders.values()]
      .map((order) => wooOrder(order, meta))
      .filter(({ status }) => statuses === 'any' || statuses.split(',').includes(status))
      .filter(({ date_created }) => !after || date_created > after)
      .filter(({ date_modified_gmt }) => !modified || date_modified_gmt > modified)
      .toSorted((a, b) => a.date_created.localeCompare(b.date_created) || a.id - b.id)
    const from = Number(query.get('offset') ?? 0)
    return ok(all.slice(from, from + Number(query.get('per_page') ?? 10)), { 'x-wp-total': String(all.length) })
  }

  const serveNotes = (method: string, order: FakeOrder, given: Record<string, unknown>): Reply => {
    if (method === 'POST') order.notes.push(given.note as string)
    const notes = order.notes.map((note, id) => ({ id, note }))
    return method === 'POST' ? { status: 201, body: notes.at(-1)! } : ok(notes)
  }

  const fulfill = (
    method: string,
    order: FakeOrder,
    given: Record<string, unknown>,
    state: FakeState,
    id?: string,
  ): Reply => {
    const own = order.fulfillments.filter(({ isCanceled }) => !isCanceled)
    if (method === 'DELETE') {
      const found = own.find((each) => each.id === id)
      if (found) found.isCanceled = true
      return found ? ok({}) : problem(404, 'woocommerce_rest_order_fulfillment_invalid_id', 'Invalid ID.')
    }
    if (method === 'POST') {
      const value = (key: string) =>
        (given.meta_data as { key: string; value: unknown }[]).find((each) => each.key === key)?.value
      const items = value('_items') as { item_id: number; qty: number }[] | undefined
      if (!items?.length) return problem(400, 'invalid', 'The fulfillment should contain at least one item.')
      own.push({
        id: String(++counter),
        locationId: '',
        lines: items.map(({ item_id, qty }) => ({ id: String(item_id), quantity: qty })),
        tracking: {
          number: value('_tracking_number') as string,
          url: value('_tracking_url') as string,
          company: value('_shipment_provider') as string,
        },
        events: [],
        isCanceled: false,
        notified: false,
      })
      order.fulfillments.push(own.at(-1)!)
      state.change(order.id, {})
    }
    const shown = own.map((each) => ({
      id: Number(each.id),
      meta_data: [
        { id: 1, key: '_tracking_number', value: each.tracking?.number },
        { id: 2, key: '_items', value: each.lines },
      ],
    }))
    return method === 'POST' ? { status: 201, body: shown.at(-1)! } : ok(shown)
  }

  const track = (method: string, path: string, given: Record<string, unknown>): Reply => {
    const [, orderId = '', , id] = /^\/orders\/(\d+)\/(shipment-trackings)(?:\/(\w+))?$/.exec(path) ?? []
    const shown = ({ id, meta_data }: Shipment) => ({ tracking_id: String(id), tracking_number: meta_data[0]?.value })
    if (method === 'DELETE')
      shipments.splice(
        shipments.findIndex((each) => String(each.id) === id),
        1,
      )
    if (method === 'POST') {
      shipments.push({ id: ++counter, orderId, meta_data: [{ key: 'number', value: given.tracking_number }] })
      return { status: 201, body: shown(shipments.at(-1)!) }
    }
    return ok(shipments.filter((each) => each.orderId === orderId).map(shown))
  }

  const serveHooks = (method: string, path: string, given: Record<string, unknown>): Reply => {
    const id = Number(path.split('/')[2] ?? 0)
    const own = hooks.find((each) => each.id === id)
    if (method === 'POST') hooks.push({ ...(given as unknown as Hook), id: ++counter })
    if (method === 'PUT' && own) Object.assign(own, given)
    if (method === 'DELETE')
      hooks.splice(
        hooks.findIndex((each) => each.id === id),
        1,
      )
    const shown = ({ secret: _, ...hook }: Hook) => hook
    if (method === 'POST') return { status: 201, body: shown(hooks.at(-1)!) }
    return own ? ok(shown(own)) : ok(hooks.map(shown))
  }

  const personality: WooPersonality = {
    title: 'My WooCommerce shop',
    idOf: (counter) => String(100 + counter),
    hooks,
    plugin: undefined,
    isApi: (call) => /\/wp-json\/wc|rest_route=/.test(call.url.href) && !call.url.pathname.endsWith('/system_status'),
    answer: (call, state) => (call.url.pathname === '/plugin' ? pluginPage(call, personality) : answer(call, state)),
    writeHook: (happening, order) => (order ? hooksOf(happening, order, hooks, meta) : []),
    faults: {
      revoked: problem(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.'),
      no_scope: problem(
        401,
        'woocommerce_rest_authentication_error',
        'The API key provided does not have read permissions.',
      ),
      user_errors: problem(400, 'woocommerce_rest_invalid', 'The shop does not like this.'),
    },
    askRates: (state, to, lines) => askRates(personality.plugin, state, to, lines),
  }
  return personality
}

/** The part of an address that the REST API reads: `/wp-json/…`, or `?rest_route=` where addresses have no names. */
function routeOf({ url }: Received, isPlain: boolean): string | undefined {
  const asked = url.searchParams.get('rest_route')
  if (asked) return url.pathname === '/' ? asked : undefined
  return url.pathname.startsWith('/wp-json/') && !isPlain ? url.pathname.slice('/wp-json'.length) : undefined
}

const topics: Record<FakeHappening, string> = {
  created: 'order.created',
  updated: 'order.updated',
  canceled: 'order.updated',
  fulfilled: 'order.updated',
  deleted: 'order.deleted',
  uninstalled: '',
}

function hooksOf(happening: FakeHappening, order: FakeOrder, hooks: Hook[], meta: WooMeta): SentHook[] {
  const topic = topics[happening]
  const data = happening === 'deleted' ? { id: Number(order.id) } : wooOrder(order, meta)
  const body = Buffer.from(JSON.stringify(data))
  return hooks
    .filter((hook) => hook.topic === topic && hook.status === 'active')
    .map((hook) => ({ url: hook.delivery_url, body, headers: wooHeaders(topic, body, hook) }))
}

let deliveries = 0

/** The headers of a webhook over these bytes. */
export const wooHeaders = (topic: string, body: Buffer, { id, secret }: { id: number; secret: string }) => ({
  'content-type': 'application/json',
  'user-agent': 'WooCommerce/10.3.1 Hookshot (WordPress/6.8.2)',
  'x-wc-webhook-topic': topic,
  'x-wc-webhook-resource': 'order',
  'x-wc-webhook-event': topic.split('.')[1] ?? '',
  'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
  'x-wc-webhook-id': String(id),
  'x-wc-webhook-delivery-id': `${id}-${++deliveries}`,
})

/** The settings of the plugin, as a person fills them in. */
function pluginPage({ method, body }: Received, personality: WooPersonality): Reply {
  const given = new URLSearchParams(body)
  if (method === 'POST') personality.plugin = { address: given.get('address') ?? '', key: given.get('key') ?? '' }
  const saved = method === 'POST' ? '<p>Saved.</p>' : ''
  return {
    status: 200,
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Karta</title><style>body{font:1rem system-ui;max-width:30rem;margin:2rem auto}label{display:grid;margin:1rem 0}</style><h1>Karta</h1>${saved}<form method="post"><label>Address of Karta <input name="address"></label><label>Key of this shop <input name="key"></label><button>Save and test</button></form></html>`,
  }
}

/** Asks Karta what the plugin asks, signed as it signs. */
async function askRates(
  plugin: WooPersonality['plugin'],
  state: FakeState,
  to: FakeAddress,
  lines: FakeLine[],
): Promise<FakeRate[]> {
  const [, connection, secret] = /^ks_([0-9a-f-]{36})_(\w+)$/.exec(plugin?.key ?? '') ?? []
  if (!plugin || !secret) return []
  const { line1, line2, city, region, postcode, country } = to
  const body = JSON.stringify({
    address: { line1, line2, city, region, postcode, country },
    location: to.position,
    currency: state.currency,
    weight_grams: lines.reduce((sum, { grams, quantity }) => sum + grams * quantity, 0),
    total: (lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0) / 100).toFixed(2),
    locale: 'en-US',
  })
  const time = String(Math.floor(state.now().getTime() / 1000))
  const signature = createHmac('sha256', secret).update(`${time}.rates.${body}`).digest('hex')
  const reply = await fetch(`${plugin.address}/v1/shops/woocommerce/${connection}/rates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-karta-timestamp': time, 'x-karta-signature': `v1=${signature}` },
    body,
    signal: AbortSignal.timeout(6000),
  })
  if (!reply.ok) return []
  const { rates } = (await reply.json()) as {
    rates: { code: string; title: string; price: string; starts_at: string | null; ends_at: string | null }[]
  }
  return rates.map(({ code, title, price, starts_at, ends_at }) => ({
    code,
    title,
    price: Math.round(Number(price) * 100),
    from: starts_at,
    to: ends_at,
  }))
}
