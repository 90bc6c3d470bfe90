import type { FakeFulfillment, FakeOrder, FakeState } from '../state.ts'
import { gid, graphOrder } from './orders.ts'

type Variables = Record<string, unknown>
type Answers = Record<string, (variables: Variables, store: FakeState) => object>

const pageOf = (items: object[], hasNextPage = false, endCursor: string | null = null) => ({
  nodes: items,
  pageInfo: { hasNextPage, endCursor },
})
const lastOf = (id: unknown) => String(id).split('/').at(-1)!

/** What the queries and mutations of Karta get, by their names. The fake reads no GraphQL. */
export const answers: Answers = {
  KartaOrder: ({ id }, store) => {
    const order = store.orders.get(lastOf(id))
    return { order: order ? graphOrder(order, store) : null }
  },
  KartaOrders: ({ first, after, query }, store) => {
    const since = /updated_at:>='([^']+)'/.exec(String(query))?.[1] ?? ''
    const isOpenOnly = String(query).includes('fulfillment_status')
    const found = [...store.orders.values()]
      .filter(({ updatedAt }) => updatedAt >= since)
      .filter((order) => !isOpenOnly || isOpen(order, store))
      .toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1))
    const from = Number(after ?? 0)
    const to = from + Number(first)
    const nodes = found.slice(from, to).map((order) => graphOrder(order, store))
    return { orders: pageOf(nodes, to < found.length, String(to)) }
  },
  KartaLocations: (_, store) => ({
    locations: pageOf(
      store.locations.map(({ id, name, address }) => ({
        id: gid('Location', id),
        name,
        address: { formatted: [address] },
      })),
    ),
  }),
  KartaHooks: (_, store) => ({
    webhookSubscriptions: pageOf(
      store.hooks.map(({ id, topic, url }) => ({
        id: gid('WebhookSubscription', id),
        topic,
        endpoint: { callbackUrl: url },
      })),
    ),
  }),
  KartaAddHook: ({ topic, sub }, store) => {
    const id = store.nextId()
    store.hooks.push({ id, topic: String(topic), url: (sub as { callbackUrl: string }).callbackUrl })
    return {
      webhookSubscriptionCreate: { webhookSubscription: { id: gid('WebhookSubscription', id) }, userErrors: [] },
    }
  },
  KartaRemoveHook: ({ id }, store) => {
    store.hooks = store.hooks.filter((each) => each.id !== lastOf(id))
    return { webhookSubscriptionDelete: { deletedWebhookSubscriptionId: id, userErrors: [] } }
  },
  KartaFulfillments: ({ id }, store) => ({
    order: {
      fulfillments: (store.orders.get(lastOf(id))?.fulfillments ?? []).map(({ id, tracking, events, isCanceled }) => ({
        id: gid('Fulfillment', id),
        status: isCanceled ? 'CANCELLED' : 'SUCCESS',
        trackingInfo: tracking ? [tracking] : [],
        events: pageOf(events.map(({ status, at }) => ({ status, happenedAt: at }))),
      })),
    },
  }),
  KartaFulfill: ({ f }, store) => ({ fulfillmentCreate: fulfill(f as FulfillmentInput, store) }),
  KartaFulfillmentEvent: ({ e }, store) => {
    const { fulfillmentId, status, happenedAt, estimatedDeliveryAt } = e as Record<string, string>
    const found = fulfillmentIn(store, fulfillmentId)
    if (!found || found.isCanceled) {
      return { fulfillmentEventCreate: { fulfillmentEvent: null, userErrors: [{ message: 'Fulfillment is invalid' }] } }
    }
    found.events.push({ status: status!, at: happenedAt!, eta: estimatedDeliveryAt ?? null })
    return {
      fulfillmentEventCreate: { fulfillmentEvent: { id: gid('FulfillmentEvent', '1'), status }, userErrors: [] },
    }
  },
  KartaCancelFulfillment: ({ id }, store) => {
    const found = fulfillmentIn(store, id)
    if (found) found.isCanceled = true
    return { fulfillmentCancel: { fulfillment: { id, status: 'CANCELLED' }, userErrors: [] } }
  },
  KartaAddRates: ({ i }, store) => {
    store.rateUrl = (i as { callbackUrl: string }).callbackUrl
    return { carrierServiceCreate: { carrierService: { id: gid('DeliveryCarrierService', '1') }, userErrors: [] } }
  },
  KartaRemoveRates: ({ id }, store) => {
    store.rateUrl = null
    return { carrierServiceDelete: { deletedId: id, userErrors: [] } }
  },
  KartaRates: (_, store) => ({
    carrierServices: pageOf(
      store.rateUrl ? [{ id: gid('DeliveryCarrierService', '1'), callbackUrl: store.rateUrl, active: true }] : [],
    ),
  }),
}

type FulfillmentInput = {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string
    fulfillmentOrderLineItems?: { id: string; quantity: number }[]
  }[]
  trackingInfo?: { number: string; url: string; company: string }
  notifyCustomer?: boolean
}

/** Fulfillment orders are named after their order and place, and their lines after the order's. */
function fulfill(input: FulfillmentInput, store: FakeState) {
  const refused = (message: string) => ({ fulfillment: null, userErrors: [{ field: ['fulfillment'], message }] })
  const [part] = input.lineItemsByFulfillmentOrder
  const [orderId = '', locationId = ''] = lastOf(part?.fulfillmentOrderId).split('-')
  const order = store.orders.get(orderId)
  if (!order || !part) return refused('Fulfillment order does not exist.')
  if (order.canceledAt || order.isHeld) return refused('The fulfillment order is not in an open state.')
  const own = order.lines.filter((line) => line.locationId === locationId && line.isShippable)
  const lines = (
    part.fulfillmentOrderLineItems?.map(({ id, quantity }) => ({ id: lastOf(id), quantity })) ??
    own.map((line) => ({ id: line.id, quantity: store.remaining(order, line) }))
  ).filter(({ quantity }) => quantity > 0)
  const isTooMuch = lines.some(({ id, quantity }) => {
    const line = own.find((each) => each.id === id)
    return !line || quantity > store.remaining(order, line)
  })
  if (!lines.length || isTooMuch) return refused('Invalid fulfillment order line item quantity requested.')
  const fulfillment: FakeFulfillment = {
    id: store.nextId(),
    locationId,
    lines,
    tracking: input.trackingInfo ?? null,
    events: [],
    isCanceled: false,
    notified: input.notifyCustomer ?? false,
  }
  order.fulfillments.push(fulfillment)
  store.change(orderId, {})
  const { tracking } = fulfillment
  const shown = { id: gid('Fulfillment', fulfillment.id), status: 'SUCCESS', trackingInfo: tracking ? [tracking] : [] }
  return { fulfillment: shown, userErrors: [] }
}

function fulfillmentIn(store: FakeState, id: unknown): FakeFulfillment | undefined {
  return [...store.orders.values()].flatMap(({ fulfillments }) => fulfillments).find((each) => each.id === lastOf(id))
}

export const isOpen = (order: FakeOrder, store: FakeState) =>
  order.canceledAt === null && order.lines.some((line) => line.isShippable && store.remaining(order, line) > 0)
