import { z } from 'zod'
import type { ShopLine } from '#domain/shops/order.ts'
import type { OpenStore, ShopWrite } from '../platform.ts'
import { callWoo, readAnswer } from './call.ts'

/*
 * How a shop is told of a parcel, in this order: fulfillments of WooCommerce itself, if they are on; the Shipment Tracking extension;
 * or a note with the link. What was made is remembered as `fulfillment 12`, `tracking 3f2a` or `note 7`.
 */

const Meta = z.array(z.looseObject({ key: z.string(), value: z.unknown() })).catch([])
const Fulfillment = z.looseObject({ id: z.union([z.int(), z.string()]).transform(String), meta_data: Meta })
const Fulfillments = z.union([
  z.array(Fulfillment),
  z.object({ fulfillments: z.array(Fulfillment) }).transform(({ fulfillments }) => fulfillments),
])
const Made = z.union([Fulfillment, z.object({ fulfillment: Fulfillment }).transform(({ fulfillment }) => fulfillment)])
const Tracking = z.looseObject({
  tracking_id: z.union([z.string(), z.int()]).transform(String),
  tracking_number: z.string().catch(''),
})
const Note = z.looseObject({ id: z.int(), note: z.string().catch('') })

const shipmentTracking = 'wc-shipment-tracking/v3'

/** Tells the shop of the parcel, unless it knows. Returns what was made, or what was there. @throws ShopCallError */
export async function ship(store: OpenStore, write: ShopWrite, lines: readonly ShopLine[]): Promise<string> {
  return (await fulfill(store, write, lines)) ?? (await track(store, write)) ?? noteLink(store, write)
}

async function fulfill(store: OpenStore, write: ShopWrite, lines: readonly ShopLine[]): Promise<string | undefined> {
  const path = `/orders/${write.orderId}/fulfillments`
  const known = await callWoo(store, 'GET', path)
  if (!known) return undefined
  const { number, url, company } = write.tracking
  const same = readAnswer(Fulfillments, known).find(({ meta_data }) => meta_data.some(({ value }) => value === number))
  if (same) return `fulfillment ${same.id}`
  const items = (
    write.lines ?? lines.filter((line) => line.isShippable).map((line) => ({ id: line.id, quantity: line.remaining }))
  )
    .filter(({ quantity }) => quantity > 0)
    .map(({ id, quantity }) => ({ item_id: Number(id), qty: quantity }))
  const body = {
    status: 'fulfilled',
    is_fulfilled: true,
    meta_data: [
      { key: '_items', value: items },
      { key: '_tracking_number', value: number },
      { key: '_shipment_provider', value: company },
      { key: '_tracking_url', value: url },
    ],
  }
  const made = await callWoo(store, 'POST', path, { query: { notify_customer: String(write.notifies) }, body })
  return `fulfillment ${readAnswer(Made, made).id}`
}

async function track(store: OpenStore, write: ShopWrite): Promise<string | undefined> {
  const path = `/orders/${write.orderId}/shipment-trackings`
  const calling = { namespace: shipmentTracking }
  const known = await callWoo(store, 'GET', path, calling)
  if (!known) return undefined
  const { number, url, company } = write.tracking
  const same = readAnswer(z.array(Tracking), known).find(({ tracking_number }) => tracking_number === number)
  if (same) return `tracking ${same.tracking_id}`
  const made = await callWoo(store, 'POST', path, {
    ...calling,
    body: {
      custom_tracking_provider: company,
      // A percent sign stands for the number there.
      custom_tracking_link: url.replaceAll('%', '%%'),
      tracking_number: number,
      date_shipped: write.at.slice(0, 10),
    },
  })
  return `tracking ${readAnswer(Tracking, made).tracking_id}`
}

/** A note to the customer, who gets it by mail, or to the shop alone. */
async function noteLink(store: OpenStore, { orderId, tracking, notifies }: ShopWrite): Promise<string> {
  const path = `/orders/${orderId}/notes`
  const notes = readAnswer(z.array(Note), await callWoo(store, 'GET', path))
  const same = notes.find(({ note }) => note.includes(tracking.url))
  if (same) return `note ${same.id}`
  const note = `Your order is on its way. Follow it: ${tracking.url}`
  const made = await callWoo(store, 'POST', path, { body: { note, customer_note: notifies } })
  return `note ${readAnswer(Note, made).id}`
}

/** Takes the parcel back. A note stays: it is the history of the order. @throws ShopCallError */
export async function removeShipment(store: OpenStore, { orderId, remote }: ShopWrite): Promise<void> {
  const [kind, id] = remote?.split(' ') ?? []
  if (kind === 'fulfillment') await callWoo(store, 'DELETE', `/orders/${orderId}/fulfillments/${id}`)
  if (kind === 'tracking')
    await callWoo(store, 'DELETE', `/orders/${orderId}/shipment-trackings/${id}`, { namespace: shipmentTracking })
}
