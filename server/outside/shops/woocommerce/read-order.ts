import { z } from 'zod'
import { fromDecimal } from '#domain/shipping/decimal.ts'
import type { ShopAddress, ShopLine, ShopOrder, ShopPart, ShopPayment } from '#domain/shops/order.ts'
import { ShopCallError } from '../shop-call-error.ts'

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value?.trim() || null)
const id = z.union([z.int(), z.string().regex(/^\d{1,20}$/)]).transform(String)
const decimal = z.union([z.string(), z.number()]).transform(String).catch('0')
const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)

const Person = z
  .object({
    first_name: text,
    last_name: text,
    company: text,
    address_1: text,
    address_2: text,
    city: text,
    state: text,
    postcode: text,
    country: text,
    email: text,
    phone: text,
  })
  .catch({} as never)
const Meta = z.array(z.looseObject({ key: z.string(), value: z.unknown() })).catch([])

export const WooLine = z.object({
  id,
  name: z.string().catch(''),
  product_id: z.int().catch(0),
  variation_id: z.int().catch(0),
  quantity: z.number().catch(1),
  sku: text,
})

/** An order as `GET /wc/v3/orders/<id>` and webhooks give it. */
export const WooOrder = z.object({
  id,
  number: z.union([z.string(), z.number()]).transform(String),
  status: z.string(),
  currency: z.string().length(3),
  date_created: instant,
  date_created_gmt: instant,
  date_modified_gmt: instant,
  date_paid_gmt: text,
  total: decimal,
  customer_note: text,
  billing: Person,
  shipping: Person,
  payment_method: text,
  meta_data: Meta,
  line_items: z.array(WooLine),
  shipping_lines: z.array(z.object({ method_title: text, method_id: text, meta_data: Meta })).catch([]),
  refunds: z.array(z.object({ id, total: decimal })).catch([]),
})
export type WooOrder = z.output<typeof WooOrder>

/** What the order does not say of its lines: grams and whether they are shipped, by the line, and how many were given back. */
export type LineFacts = {
  grams: ReadonlyMap<string, number | null>
  isShipped: ReadonlyMap<string, boolean>
  refunded: ReadonlyMap<string, number>
}

/** @throws ShopCallError `not_understood` */
export function parseWooOrder(given: unknown): WooOrder {
  const read = WooOrder.safeParse(given)
  if (!read.success) throw new ShopCallError('not_understood')
  return read.data
}

/** An order in the shape that all platforms share. */
export function readWooOrder(order: WooOrder, facts: LineFacts): ShopOrder {
  const { currency, shipping, billing, status } = order
  const [method] = order.shipping_lines
  const to = shipping.address_1 ? shipping : billing
  const minor = (amount: string) => fromDecimal(amount, currency) || 0
  const payment = paymentOf(order, minor)
  return {
    id: order.id,
    number: order.number,
    createdAt: utc(order.date_created_gmt),
    updatedAt: utc(order.date_modified_gmt),
    isTest: false,
    isCanceled: ['cancelled', 'refunded', 'failed', 'trash'].includes(status),
    payment,
    status,
    due: payment === 'pending' && order.payment_method === 'cod' ? minor(order.total) : null,
    total: minor(order.total),
    currency,
    tags: [],
    methodTitle: method?.method_title ?? null,
    methodCode: slotOf(order) ?? method?.method_id ?? null,
    address: addressOf(to, shipping, billing),
    email: billing.email ?? null,
    phone: shipping.phone ?? billing.phone ?? null,
    note: order.customer_note,
    language: null,
    attributes: order.meta_data
      .flatMap(({ key, value }) =>
        typeof value === 'string' && value.trim() ? [{ key, value: value.slice(0, 200) }] : [],
      )
      .slice(0, 200),
    parts: [partOf(order, facts)],
  }
}

/** Dates in GMT come without saying so. */
const utc = (date: string) => `${date.slice(0, 19)}Z`

function paymentOf(order: WooOrder, minor: (amount: string) => number): ShopPayment {
  const back = order.refunds.reduce((sum, { total }) => sum + Math.abs(minor(total)), 0)
  if (order.status === 'refunded' || (back > 0 && back >= minor(order.total))) return 'refunded'
  if (order.status === 'cancelled' || order.status === 'failed') return 'voided'
  if (!order.date_paid_gmt && (order.payment_method === 'cod' || order.status !== 'processing')) return 'pending'
  return back > 0 ? 'partly_refunded' : 'paid'
}

/** The slot of Karta that the buyer chose, as our plugin wrote it. */
function slotOf({ shipping_lines, meta_data }: WooOrder): string | null {
  const all = [...shipping_lines.flatMap((line) => line.meta_data), ...meta_data]
  const found = all.find(
    ({ key, value }) => (key === 'karta_slot' || key === '_karta_slot') && typeof value === 'string',
  )
  return (found?.value as string | undefined) ?? null
}

type Person = z.output<typeof Person>

function addressOf(to: Person, shipping: Person, billing: Person): ShopAddress | null {
  if (!to.address_1 && !to.city && !to.postcode) return null
  const nameOf = ({ first_name, last_name }: Person) => [first_name, last_name].filter(Boolean).join(' ') || null
  return {
    name: nameOf(shipping) ?? nameOf(billing),
    company: to.company ?? null,
    phone: shipping.phone ?? billing.phone ?? null,
    line1: to.address_1 ?? null,
    line2: to.address_2 ?? null,
    city: to.city ?? null,
    region: to.state ?? null,
    postcode: to.postcode ?? null,
    country: to.country ?? null,
    position: null,
  }
}

function partOf(order: WooOrder, { grams, isShipped, refunded }: LineFacts): ShopPart {
  return {
    id: order.id,
    locationId: null,
    method: methodOf(order),
    state: stateOf(order.status),
    lines: order.line_items.map((line): ShopLine => {
      // What was refunded is no longer ordered.
      const left = Math.max(0, line.quantity - (refunded.get(line.id) ?? 0))
      return {
        id: line.id,
        title: line.name || line.sku || 'Item',
        sku: line.sku,
        quantity: left,
        remaining: left,
        grams: grams.get(line.id) ?? null,
        isShippable: isShipped.get(line.id) ?? true,
      }
    }),
    window: null,
    instructions: null,
    phone: null,
  }
}

function methodOf({ shipping_lines: [method] }: WooOrder): ShopPart['method'] {
  const name = method?.method_id ?? ''
  if (/^(local_pickup|pickup_location)/.test(name)) return 'pickup'
  return name.startsWith('karta') || name.startsWith('local_delivery') ? 'local' : 'shipping'
}

/** Unpaid orders and those on hold wait in the shop. */
function stateOf(status: string): ShopPart['state'] {
  if (['pending', 'on-hold', 'checkout-draft'].includes(status)) return 'held'
  return ['completed', 'cancelled', 'refunded', 'failed', 'trash'].includes(status) ? 'closed' : 'open'
}
