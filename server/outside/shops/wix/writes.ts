import { z } from 'zod'
import type { ShopNews } from '#domain/shops/exchange.ts'
import type { OpenStore, ShopWrite } from '../platform.ts'
import { callWix, readAnswer } from './call.ts'

/** Spelled as Wix does. They inform only: the order counts as fulfilled from the first one on. */
const statusOf: Partial<Record<ShopNews, string>> = {
  dispatched: 'In_Delivery',
  out_for_delivery: 'In_Delivery',
  attempted: 'Pending',
  delivered: 'Fulfilled',
}

const base = '/ecom/v1/fulfillments'

/**
 * Makes a fulfillment once the parcel is on its way, and changes it as it goes on. What may have arrived before is looked for first.
 * @throws ShopCallError
 */
export async function writeToWix(store: OpenStore, write: ShopWrite): Promise<{ remote: string | null }> {
  const { kind, orderId, isRetry } = write
  const known = write.remote && !isRetry ? write.remote : ((await findOurs(store, write)) ?? write.remote)
  if (kind === 'canceled') {
    if (known) await callWix(store, 'DELETE', `${base}/${known}/orders/${orderId}`)
    return { remote: null }
  }
  const status = statusOf[kind]
  if (!known) return { remote: await create(store, write, status ?? 'In_Delivery') }
  if (status && kind !== 'dispatched') {
    const fulfillment = { id: known, status, ...(kind === 'delivered' && { completed: true }) }
    readAnswer(z.unknown(), await callWix(store, 'PATCH', `${base}/${known}/orders/${orderId}`, { fulfillment }))
  }
  return { remote: known }
}

const Created = z.object({ fulfillmentId: z.string().min(1) })

async function create(store: OpenStore, write: ShopWrite, status: string): Promise<string> {
  const { orderId, lines, tracking, kind } = write
  const fulfillment = {
    ...(lines && { lineItems: lines.map(({ id, quantity }) => ({ id, quantity })) }),
    trackingInfo: {
      trackingNumber: tracking.number.slice(0, 100),
      shippingProvider: tracking.company.slice(0, 100),
      trackingLink: tracking.url,
    },
    status,
    ...(kind === 'delivered' && { completed: true }),
  }
  return readAnswer(
    Created,
    await callWix(store, 'POST', `${base}/orders/${orderId}/create-fulfillment`, { fulfillment }),
  ).fulfillmentId
}

const Fulfillments = z.object({
  orderWithFulfillments: z.object({
    fulfillments: z
      .array(z.object({ id: z.string(), trackingInfo: z.object({ trackingNumber: z.string().nullish() }).nullish() }))
      .default([]),
  }),
})

/** Our fulfillment of an order, by its tracking number. */
async function findOurs(store: OpenStore, { orderId, tracking }: ShopWrite): Promise<string | undefined> {
  const answer = await callWix(store, 'GET', `${base}/orders/${orderId}`)
  const { fulfillments } = readAnswer(Fulfillments, answer).orderWithFulfillments
  return fulfillments.find(({ trackingInfo }) => trackingInfo?.trackingNumber === tracking.number.slice(0, 100))?.id
}
