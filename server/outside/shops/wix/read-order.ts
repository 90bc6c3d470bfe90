import { z } from 'zod'
import { fromDecimal } from '#domain/shipping/decimal.ts'
import type { ShopAddress, ShopOrder, ShopPart, ShopPayment } from '#domain/shops/order.ts'
import { ShopCallError } from '../shop-call-error.ts'

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value?.trim() || null)
const instant = z.iso.datetime({ offset: true })
const Amount = z.object({ amount: z.union([z.string(), z.number()]).transform(String) })

const Contact = z.object({ firstName: text, lastName: text, phone: text, company: text }).nullish().catch(null)
const Address = z
  .object({
    country: text,
    subdivision: text,
    city: text,
    postalCode: text,
    addressLine: text,
    addressLine1: text,
    addressLine2: text,
    streetAddress: z.object({ number: text, name: text, apt: text }).nullish().catch(null),
    location: z.object({ latitude: z.number(), longitude: z.number() }).nullish().catch(null),
  })
  .nullish()
  .catch(null)
const Person = z.object({ address: Address, contactDetails: Contact }).nullish().catch(null)

const Line = z.object({
  id: z.string().min(1).max(100),
  productName: z.object({ original: text }).nullish().catch(null),
  descriptionLines: z
    .array(z.object({ plainText: z.object({ original: text }).nullish().catch(null) }))
    .nullish()
    .catch([]),
  quantity: z.number().catch(1),
  itemType: z.object({ preset: text }).nullish().catch(null),
  physicalProperties: z
    .object({ sku: text, weight: z.number().nullish().catch(null), shippable: z.boolean().nullish().catch(null) })
    .nullish()
    .catch(null),
})

const Order = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  number: z.union([z.string(), z.number()]).transform(String),
  createdDate: instant,
  updatedDate: instant,
  status: z.string(),
  paymentStatus: text,
  fulfillmentStatus: text,
  buyerLanguage: text,
  weightUnit: text,
  currency: z.string().length(3),
  buyerInfo: z.object({ email: text }).nullish().catch(null),
  buyerNote: text,
  shippingInfo: z
    .object({
      code: text,
      title: text,
      logistics: z
        .object({
          shippingDestination: Person,
          pickupDetails: z.looseObject({}).nullish().catch(null),
          instructions: text,
          deliveryTimeSlot: z.object({ from: instant, to: instant }).nullish().catch(null),
        })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
  recipientInfo: Person,
  billingInfo: Person,
  lineItems: z.array(Line),
  priceSummary: z.object({ total: Amount }).nullish().catch(null),
  balanceSummary: z.object({ balance: Amount }).nullish().catch(null),
})
type Order = z.output<typeof Order>

const payments: Record<string, ShopPayment> = {
  PAID: 'paid',
  NOT_PAID: 'pending',
  PENDING: 'pending',
  PARTIALLY_PAID: 'pending',
  AUTHORIZED: 'authorized',
  PARTIALLY_REFUNDED: 'partly_refunded',
  FULLY_REFUNDED: 'refunded',
  REFUNDED: 'refunded',
  CANCELED: 'voided',
  DECLINED: 'voided',
}

/**
 * An order as Wix gives it, in the shape that all platforms share.
 * @throws ShopCallError `not_understood`
 */
export function readWixOrder(given: unknown): ShopOrder {
  const read = Order.safeParse(given)
  if (!read.success) throw new ShopCallError('not_understood')
  const order = read.data
  const { currency, shippingInfo, paymentStatus } = order
  const address = addressOf(order)
  const minor = (sum: z.output<typeof Amount> | undefined) => (sum ? fromDecimal(sum.amount, currency) || 0 : 0)
  const total = minor(order.priceSummary?.total)
  const payment = payments[paymentStatus ?? ''] ?? 'pending'
  return {
    id: order.id,
    number: order.number,
    createdAt: order.createdDate,
    updatedAt: order.updatedDate,
    isTest: false,
    isCanceled: order.status === 'CANCELED' || order.status === 'REJECTED',
    payment,
    status: order.status,
    due: payment === 'pending' ? (order.balanceSummary ? minor(order.balanceSummary.balance) : total) : null,
    total,
    currency,
    tags: [],
    methodTitle: shippingInfo?.title ?? null,
    methodCode: shippingInfo?.code ?? null,
    address,
    email: order.buyerInfo?.email ?? null,
    phone: address?.phone ?? null,
    note: order.buyerNote,
    language: order.buyerLanguage?.slice(0, 2).toLowerCase() ?? null,
    attributes: [],
    parts: [partOf(order)],
  }
}

function addressOf({ shippingInfo, recipientInfo, billingInfo }: Order): ShopAddress | null {
  // For pickup, the destination is the shop.
  const isPickup = Boolean(shippingInfo?.logistics?.pickupDetails)
  const people = [isPickup ? null : shippingInfo?.logistics?.shippingDestination, recipientInfo, billingInfo]
  const to = people.find((each) => each?.address)?.address
  if (!to) return null
  const contact = <K extends 'phone' | 'company'>(name: K) =>
    people.map((each) => each?.contactDetails?.[name]).find(Boolean) ?? null
  const named = people.map((each) =>
    [each?.contactDetails?.firstName, each?.contactDetails?.lastName].filter(Boolean).join(' '),
  )
  const { streetAddress: street, location } = to
  const lineOfStreet = [street?.number, street?.name].filter(Boolean).join(' ')
  return {
    name: named.find(Boolean) ?? null,
    company: contact('company'),
    phone: contact('phone'),
    line1: to.addressLine1 ?? (lineOfStreet || to.addressLine),
    line2: [street?.apt, to.addressLine2].filter(Boolean).join(', ') || null,
    city: to.city,
    region: regionIn(to.subdivision),
    postcode: to.postalCode,
    country: to.country,
    position: location ? { lat: location.latitude, lng: location.longitude } : null,
  }
}

const gramsIn: Record<string, number> = { KG: 1000, LB: 453.592_37 }

function partOf(order: Order): ShopPart {
  const { logistics } = order.shippingInfo ?? {}
  const perUnit = gramsIn[order.weightUnit ?? 'KG'] ?? 1000
  return {
    id: order.id,
    locationId: null,
    method: logistics?.pickupDetails ? 'pickup' : logistics ? 'local' : 'shipping',
    state: stateOf(order),
    lines: order.lineItems.map(({ id, productName, descriptionLines, quantity, itemType, physicalProperties: of }) => {
      const choices = (descriptionLines ?? []).map(({ plainText }) => plainText?.original)
      const isGoods = !itemType?.preset || itemType.preset === 'PHYSICAL' || itemType.preset === 'UNRECOGNISED'
      return {
        id,
        title: [productName?.original, ...choices].filter(Boolean).join(', ') || of?.sku || 'Item',
        sku: of?.sku ?? null,
        quantity,
        remaining: quantity,
        grams: typeof of?.weight === 'number' ? Math.round(of.weight * perUnit) : null,
        isShippable: isGoods && of?.shippable !== false,
      }
    }),
    window: logistics?.deliveryTimeSlot ?? null,
    instructions: logistics?.instructions ?? null,
    phone: null,
  }
}

/** An order is for us once it is approved: paid, or accepted without. */
function stateOf({ status, fulfillmentStatus }: Order): ShopPart['state'] {
  if (status === 'INITIALIZED' || status === 'PENDING') return 'held'
  return status === 'APPROVED' && fulfillmentStatus !== 'FULFILLED' ? 'open' : 'closed'
}

/** A region as people write it: ON, where Wix says CA-ON. */
export const regionIn = (subdivision: string | null | undefined) => subdivision?.replace(/^[A-Z]{2}-/, '') ?? null
