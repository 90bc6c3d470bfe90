import { z } from 'zod'
import type { ShopNews } from '#domain/shops/exchange.ts'
import type { OpenStore, ShopWrite } from '../platform.ts'
import { ShopCallError } from '../shop-call-error.ts'
import { askGraph, changeInShop } from './graph.ts'
import { addFulfillmentEvent, cancelFulfillment, fulfill, fulfillmentsQuery } from './queries.ts'

const gid = (kind: string, id: string) => `gid://shopify/${kind}/${id}`

const statusOf: Partial<Record<ShopNews, string>> = {
  out_for_delivery: 'OUT_FOR_DELIVERY',
  delayed: 'DELAYED',
  attempted: 'ATTEMPTED_DELIVERY',
  delivered: 'DELIVERED',
}

/**
 * Fulfills what was loaded, with the tracking link, and then reports how it goes. What may have arrived before is looked
 * for first, so that nothing is there twice.
 * @throws ShopCallError
 */
export async function writeToShopify(store: OpenStore, write: ShopWrite): Promise<{ remote: string | null }> {
  if (write.kind === 'canceled') return cancel(store, write)
  const known = write.remote && !write.isRetry ? null : await readFulfillments(store, write.orderId)
  const ours = known?.find(({ number, isCanceled }) => number === write.tracking.number && !isCanceled)
  const remote = write.remote ?? ours?.id ?? (await createFulfillment(store, write))
  const status = statusOf[write.kind] ?? (write.remote ? 'IN_TRANSIT' : undefined)
  if (!status) return { remote }
  const isThere = ours?.events.some((each) => each.status === status && isSameTime(each.at, write.at)) ?? false
  if (!isThere) await report(store, write, remote, status)
  return { remote }
}

const isSameTime = (one: string, other: string) =>
  Math.floor(Date.parse(one) / 1000) === Math.floor(Date.parse(other) / 1000)

const Created = z.object({ fulfillment: z.object({ id: z.string() }) })

async function createFulfillment(store: OpenStore, write: ShopWrite): Promise<string> {
  const { partId, lines, tracking, notifies } = write
  const part = {
    fulfillmentOrderId: gid('FulfillmentOrder', partId),
    ...(lines && {
      fulfillmentOrderLineItems: lines.map(({ id, quantity }) => ({
        id: gid('FulfillmentOrderLineItem', id),
        quantity,
      })),
    }),
  }
  const f = { lineItemsByFulfillmentOrder: [part], trackingInfo: tracking, notifyCustomer: notifies }
  const created = Created.safeParse(await changeInShop(store, fulfill, 'fulfillmentCreate', { f }))
  if (!created.success) throw new ShopCallError('not_understood')
  return created.data.fulfillment.id
}

async function report(store: OpenStore, { at, eta, note }: ShopWrite, fulfillmentId: string, status: string) {
  const e = { fulfillmentId, status, happenedAt: at, message: note, ...(eta && { estimatedDeliveryAt: eta }) }
  await changeInShop(store, addFulfillmentEvent, 'fulfillmentEventCreate', { e })
}

/** An order that was never fulfilled needs nothing. */
async function cancel(store: OpenStore, write: ShopWrite): Promise<{ remote: null }> {
  const known = await readFulfillments(store, write.orderId)
  const ours = known.find(({ id, number }) => id === write.remote || number === write.tracking.number)
  if (ours && !ours.isCanceled) await changeInShop(store, cancelFulfillment, 'fulfillmentCancel', { id: ours.id })
  return { remote: null }
}

const Known = z.object({
  order: z
    .object({
      fulfillments: z.array(
        z.object({
          id: z.string(),
          status: z.string().nullish(),
          trackingInfo: z.array(z.object({ number: z.string().nullish() })).default([]),
          events: z.object({ nodes: z.array(z.object({ status: z.string(), happenedAt: z.string() })) }),
        }),
      ),
    })
    .nullable(),
})

async function readFulfillments(store: OpenStore, orderId: string) {
  const read = Known.safeParse(await askGraph(store, fulfillmentsQuery, { id: gid('Order', orderId) }))
  if (!read.success) throw new ShopCallError('not_understood')
  if (!read.data.order) throw new ShopCallError('gone')
  return read.data.order.fulfillments.map(({ id, status, trackingInfo, events }) => ({
    id,
    number: trackingInfo[0]?.number ?? null,
    isCanceled: status === 'CANCELLED',
    events: events.nodes.map((each) => ({ status: each.status, at: each.happenedAt })),
  }))
}
