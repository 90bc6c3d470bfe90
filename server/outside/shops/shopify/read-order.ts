import { z } from 'zod'
import { toMinor } from '#domain/money.ts'
import type { ShopLine, ShopMethod, ShopOrder, ShopPart, ShopPayment } from '#domain/shops/order.ts'
import { ShopCallError } from '../shop-call-error.ts'

const text = z.string().nullish()
const money = z.object({ shopMoney: z.object({ amount: z.string() }) }).nullish()
const instant = z.iso.datetime({ offset: true })

export const GraphLine = z.object({
  id: z.string(),
  totalQuantity: z.int(),
  remainingQuantity: z.int(),
  requiresShipping: z.boolean().default(true),
  sku: text,
  productTitle: text,
  variantTitle: text,
  weight: z.object({ value: z.number(), unit: z.string() }).nullish(),
})
export const GraphPart = z.object({
  id: z.string(),
  status: z.string(),
  assignedLocation: z.object({ location: z.object({ id: z.string() }).nullish() }).nullish(),
  deliveryMethod: z
    .object({
      methodType: z.string(),
      minDeliveryDateTime: instant.nullish(),
      maxDeliveryDateTime: instant.nullish(),
      additionalInformation: z.object({ instructions: text, phone: text }).nullish(),
    })
    .nullish(),
  lineItems: z.object({ nodes: z.array(GraphLine) }),
})
export const GraphOrder = z.object({
  id: z.string().regex(/^gid:\/\/shopify\/Order\/\d+$/),
  name: z.string(),
  createdAt: instant,
  updatedAt: instant,
  test: z.boolean().default(false),
  cancelledAt: text,
  note: text,
  tags: z.array(z.string()).default([]),
  email: text,
  phone: text,
  customerLocale: text,
  currencyCode: z.string().length(3),
  displayFinancialStatus: text,
  paymentGatewayNames: z.array(z.string()).default([]),
  totalPriceSet: money,
  totalOutstandingSet: money,
  customAttributes: z.array(z.object({ key: z.string(), value: text })).default([]),
  shippingLine: z.object({ title: text, code: text, phone: text }).nullish(),
  shippingAddress: z
    .object({
      name: text,
      company: text,
      phone: text,
      address1: text,
      address2: text,
      city: text,
      province: text,
      zip: text,
      countryCodeV2: text,
      latitude: z.number().nullish(),
      longitude: z.number().nullish(),
    })
    .nullish(),
  fulfillmentOrders: z.object({ nodes: z.array(GraphPart) }),
})
type GraphOrder = z.output<typeof GraphOrder>

/** The last part of an ID such as gid://shopify/Order/1. */
export const idIn = (gid: string) => gid.slice(gid.lastIndexOf('/') + 1)

/**
 * An order as Shopify's GraphQL gives it.
 * @throws ShopCallError `not_understood`
 */
export function readGraphOrder(given: unknown): ShopOrder {
  const read = GraphOrder.safeParse(given)
  if (!read.success) throw new ShopCallError('not_understood')
  const order = read.data
  const { shippingLine, shippingAddress: to, currencyCode: currency } = order
  const minor = (sum: z.output<typeof money>) => toMinor(Number(sum?.shopMoney.amount ?? 0), currency)
  const payment = payments[order.displayFinancialStatus ?? ''] ?? 'pending'
  return {
    id: idIn(order.id),
    number: order.name,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    isTest: order.test,
    isCanceled: Boolean(order.cancelledAt),
    payment,
    status: '',
    due: payment === 'pending' && isByHand(order.paymentGatewayNames) ? minor(order.totalOutstandingSet) : null,
    total: minor(order.totalPriceSet),
    currency,
    tags: order.tags,
    methodTitle: shippingLine?.title ?? null,
    methodCode: shippingLine?.code ?? null,
    address: to
      ? {
          name: to.name ?? null,
          company: to.company ?? null,
          phone: to.phone ?? null,
          line1: to.address1 ?? null,
          line2: to.address2 ?? null,
          city: to.city ?? null,
          region: to.province ?? null,
          postcode: to.zip ?? null,
          country: to.countryCodeV2 ?? null,
          position:
            typeof to.latitude === 'number' && typeof to.longitude === 'number'
              ? { lat: to.latitude, lng: to.longitude }
              : null,
        }
      : null,
    email: order.email ?? null,
    // Where local delivery asks for a phone, it is the one to call.
    phone: shippingLine?.phone ?? to?.phone ?? order.phone ?? null,
    note: order.note ?? null,
    language: order.customerLocale?.slice(0, 2).toLowerCase() ?? null,
    attributes: order.customAttributes.flatMap(({ key, value }) => (value ? [{ key, value }] : [])),
    parts: order.fulfillmentOrders.nodes.map(readPart),
  }
}

const payments: Record<string, ShopPayment> = {
  PAID: 'paid',
  AUTHORIZED: 'authorized',
  PENDING: 'pending',
  PARTIALLY_PAID: 'pending',
  PARTIALLY_REFUNDED: 'partly_refunded',
  REFUNDED: 'refunded',
  VOIDED: 'voided',
  EXPIRED: 'voided',
}

/** Whether somebody collects the money by hand: cash on delivery, or a way to pay that the shop made itself. */
const isByHand = (gateways: string[]) => gateways.some((name) => /cash|cod\b|manual/i.test(name))

const methods: Record<string, ShopMethod> = {
  LOCAL: 'local',
  SHIPPING: 'shipping',
  PICK_UP: 'pickup',
  PICKUP_POINT: 'pickup',
  RETAIL: 'pickup',
}

function readPart({ id, status, assignedLocation, deliveryMethod, lineItems }: z.output<typeof GraphPart>): ShopPart {
  const { minDeliveryDateTime: from, maxDeliveryDateTime: to, additionalInformation: also } = deliveryMethod ?? {}
  return {
    id: idIn(id),
    locationId: assignedLocation?.location ? idIn(assignedLocation.location.id) : null,
    // Shops without local delivery name no method.
    method: deliveryMethod ? (methods[deliveryMethod.methodType] ?? 'other') : 'shipping',
    state: stateOf(status),
    lines: lineItems.nodes.map(readLine),
    window: from && to ? { from, to } : null,
    instructions: also?.instructions ?? null,
    phone: also?.phone ?? null,
  }
}

function stateOf(status: string): ShopPart['state'] {
  if (status === 'ON_HOLD' || status === 'SCHEDULED') return 'held'
  return status === 'OPEN' || status === 'IN_PROGRESS' ? 'open' : 'closed'
}

const gramsIn: Record<string, number> = { GRAMS: 1, KILOGRAMS: 1000, POUNDS: 453.592_37, OUNCES: 28.349_523 }

function readLine(line: z.output<typeof GraphLine>): ShopLine {
  const { weight } = line
  return {
    id: idIn(line.id),
    title: [line.productTitle, line.variantTitle].filter(Boolean).join(', ') || line.sku || 'Item',
    sku: line.sku ?? null,
    quantity: line.totalQuantity,
    remaining: line.remainingQuantity,
    grams: weight ? Math.round(weight.value * (gramsIn[weight.unit] ?? 1)) : null,
    isShippable: line.requiresShipping,
  }
}
