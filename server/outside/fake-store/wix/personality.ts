import { sign, type KeyObject } from 'node:crypto'
import type { Received, Reply } from '../../double-server.ts'
import type { FakeHappening, SentHook } from '../hooks.ts'
import type { FakeRate, Personality } from '../personality.ts'
import type { FakeAddress, FakeFulfillment, FakeLine, FakeOrder, FakeState } from '../state.ts'
import { wixOrder } from './orders.ts'

type Options = {
  appId: string
  privateKey: KeyObject
  /** The site that webhooks and questions are about. */
  site(): string
  isAdmitted(token: string): boolean
  /** What comes before the API: installing, tokens, the site's name. */
  letIn(call: Received): Reply | undefined
}

const ok = (body: object): Reply => ({ status: 200, body })
const missing: Reply = { status: 404, body: { message: 'entity not found', details: {} } }

/** The fake store as Wix. Webhooks go to all of `state.hooks`, as they are set in the developer center. */
export function wixPersonality({ appId, privateKey, site, isAdmitted, letIn }: Options): Personality {
  const answer = (call: Received, state: FakeState): Reply | undefined => {
    const before = letIn(call)
    const { pathname } = call.url
    if (before || !pathname.startsWith('/ecom/v1/')) return before
    if (!isAdmitted(call.headers.authorization ?? '')) return { status: 401, body: { message: 'unauthenticated' } }
    const given = call.body ? (JSON.parse(call.body) as Record<string, unknown>) : {}
    if (pathname === '/ecom/v1/orders/search') return search(given.search as Search, state)
    const [, orderId = ''] = /^\/ecom\/v1\/orders\/([\w-]+)$/.exec(pathname) ?? []
    if (orderId) {
      const order = state.orders.get(orderId)
      return order ? ok({ order: wixOrder(order, state) }) : missing
    }
    return fulfillments(call.method, pathname, given.fulfillment as Fulfillment, state)
  }
  return {
    title: 'My Wix site',
    idOf: (counter) => `00000000-0000-4000-8000-${String(counter).padStart(12, '0')}`,
    isApi: ({ url }) => url.pathname.startsWith('/ecom/v1/'),
    answer,
    writeHook: (happening, order, state) => hooksOf(happening, order, state, { site: site(), privateKey }),
    faults: { revoked: { status: 401, body: { message: 'unauthenticated' } } },
    askRates: (state, to, lines) => askRates(state, { to, lines, site: site(), appId, privateKey }),
  }
}

type Search = {
  filter?: { updatedDate?: { $gte: string }; fulfillmentStatus?: { $ne: string }; status?: { $in: string[] } }
  cursorPaging: { limit: number; cursor?: string }
}

/** A page of orders, by when they changed. The cursor says what was asked, and where the page begins. */
function search({ filter, cursorPaging: { limit, cursor } }: Search, state: FakeState): Reply {
  const begun = cursor
    ? (JSON.parse(Buffer.from(cursor, 'base64url').toString()) as { filter: Search['filter']; after: string })
    : { filter, after: '' }
  const wanted = begun.filter ?? {}
  const keyOf = ({ updatedDate, id }: { updatedDate: string; id: string }) => `${updatedDate} ${id}`
  const all = [...state.orders.values()]
    .map((order) => wixOrder(order, state))
    .filter(({ updatedDate }) => !wanted.updatedDate || updatedDate >= wanted.updatedDate.$gte)
    .filter((order) => !wanted.fulfillmentStatus || order.fulfillmentStatus !== wanted.fulfillmentStatus.$ne)
    .filter(({ status }) => !wanted.status || wanted.status.$in.includes(status))
    .toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
    .filter((order) => keyOf(order) > begun.after)
  const orders = all.slice(0, limit)
  const last = orders.at(-1)
  const next =
    all.length > limit && last
      ? Buffer.from(JSON.stringify({ filter: wanted, after: keyOf(last) })).toString('base64url')
      : undefined
  return ok({ orders, metadata: { count: orders.length, cursors: { ...(next && { next }) } } })
}

type Fulfillment = {
  lineItems?: { id: string; quantity: number }[]
  trackingInfo?: { trackingNumber: string; shippingProvider: string; trackingLink: string }
  status?: string
}

function fulfillments(method: string, path: string, given: Fulfillment, state: FakeState): Reply {
  const [, made, orderId = ''] =
    /^\/ecom\/v1\/fulfillments(?:\/([\w-]+))?\/orders\/([\w-]+)(?:\/create-fulfillment)?$/.exec(path) ?? []
  const order = state.orders.get(orderId)
  if (!order) return missing
  if (method === 'POST') return create(order, given, state)
  const found = order.fulfillments.find(({ id, isCanceled }) => id === made && !isCanceled)
  if (made && !found) return missing
  if (method === 'DELETE' && found) found.isCanceled = true
  if (method === 'PATCH' && found) report(found, given, state)
  return ok(shown(order))
}

function create(order: FakeOrder, { lineItems, trackingInfo, status }: Fulfillment, state: FakeState): Reply {
  const left = order.lines
    .filter(({ isShippable }) => isShippable)
    .map((line) => ({ line, count: state.remaining(order, line) }))
  const wanted = lineItems ?? left.map(({ line, count }) => ({ id: line.id, quantity: count }))
  const lines = wanted.map(({ id, quantity }) => ({ of: left.find(({ line }) => line.id === id), quantity }))
  const isTooMuch = lines.some(({ of, quantity }) => !of || quantity > of.count)
  const isNothing = !lines.some(({ quantity }) => quantity > 0)
  if (isTooMuch || isNothing || order.canceledAt)
    return { status: 400, body: { message: 'Quantity to fulfill exceeds the quantity left', details: {} } }
  const id = state.nextId()
  order.fulfillments.push({
    id,
    locationId: '',
    lines: lines.map(({ of, quantity }) => ({ id: of!.line.id, quantity })),
    tracking: trackingInfo
      ? { number: trackingInfo.trackingNumber, url: trackingInfo.trackingLink, company: trackingInfo.shippingProvider }
      : null,
    events: [],
    isCanceled: false,
    notified: false,
  })
  report(order.fulfillments.at(-1)!, status ? { status } : {}, state)
  state.change(order.id, {})
  return ok({ ...shown(order), fulfillmentId: id })
}

function report(fulfillment: FakeFulfillment, { status }: Fulfillment, state: FakeState): void {
  if (status) fulfillment.events.push({ status, at: state.now().toISOString(), eta: null })
}

const shown = (order: FakeOrder) => ({
  orderWithFulfillments: {
    orderId: order.id,
    fulfillments: order.fulfillments
      .filter(({ isCanceled }) => !isCanceled)
      .map(({ id, tracking }) => ({ id, trackingInfo: { trackingNumber: tracking?.number } })),
  },
})

const types: Record<FakeHappening, string> = {
  created: 'wix.ecom.v1.order_approved',
  updated: 'wix.ecom.v1.order_updated',
  canceled: 'wix.ecom.v1.order_canceled',
  fulfilled: 'wix.ecom.v1.order_updated',
  deleted: '',
  uninstalled: 'AppRemoved',
}

type Signing = { site: string; privateKey: KeyObject }
let events = 0

function hooksOf(happening: FakeHappening, order: FakeOrder | null, state: FakeState, signing: Signing): SentHook[] {
  if (!types[happening]) return []
  const data = {
    id: `event-${++events}`,
    entityFqdn: 'wix.ecom.v1.order',
    eventTime: order?.updatedAt ?? state.now().toISOString(),
    ...(order && { entityId: order.id, actionEvent: { body: { order: wixOrder(order, state) } } }),
  }
  const body = Buffer.from(wixHook(types[happening], data, signing, state.now()))
  return state.hooks.map(({ url }) => ({ url, body, headers: { 'content-type': 'text/plain' } }))
}

/** A webhook of Wix: a token with three layers. */
export function wixHook(eventType: string, data: object, { site, privateKey }: Signing, now: Date): string {
  const event = { eventType, instanceId: site, data: JSON.stringify(data), identity: '{}' }
  return wixToken({ data: JSON.stringify(event) }, privateKey, now)
}

/** What Wix signs. */
export function wixToken(claims: object, privateKey: KeyObject, now: Date): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(now.getTime() / 1000)
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iat, exp: iat + 300, ...claims })}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`
}

type Asking = Signing & { appId: string; to: FakeAddress; lines: FakeLine[] }
type WixRate = {
  code: string
  title: string
  logistics: { deliveryTimeSlot?: { from: string; to: string } }
  cost: { price: string }
}

/** Asks the shipping-rates plugin that is set in the developer center. */
async function askRates(state: FakeState, { to, lines, site, appId, privateKey }: Asking): Promise<FakeRate[]> {
  if (!state.rateUrl) return []
  const request = {
    lineItems: lines.map(({ title: name, quantity, price, grams, isShippable }) => ({
      name,
      quantity,
      price: (price / 100).toFixed(2),
      physicalProperties: { weight: grams / 1000, shippable: isShippable },
    })),
    shippingDestination: {
      country: to.country,
      subdivision: to.region,
      city: to.city,
      postalCode: to.postcode,
      addressLine1: to.line1,
      ...(to.position && { location: { latitude: to.position.lat, longitude: to.position.lng } }),
    },
    weightUnit: 'KG',
  }
  const metadata = { requestId: '1', currency: state.currency, languages: ['en'], instanceId: site }
  const reply = await fetch(`${state.rateUrl}/v1/getRates`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: wixToken({ iss: 'wix.com', aud: appId, data: { request, metadata } }, privateKey, state.now()),
    signal: AbortSignal.timeout(10_000),
  })
  if (!reply.ok) return []
  const { shippingRates } = (await reply.json()) as { shippingRates: WixRate[] }
  return shippingRates.map(({ code, title, cost, logistics }) => ({
    code,
    title,
    price: Math.round(Number(cost.price) * 100),
    from: logistics.deliveryTimeSlot?.from ?? null,
    to: logistics.deliveryTimeSlot?.to ?? null,
  }))
}
