import { totalOf, type FakeOrder, type FakeState } from '../state.ts'

export const gid = (kind: string, id: string) => `gid://shopify/${kind}/${id}`
const decimal = (cents: number) => (cents / 100).toFixed(2)

const payments: Record<FakeOrder['payment'], string> = {
  paid: 'PAID',
  authorized: 'AUTHORIZED',
  pending: 'PENDING',
  refunded: 'REFUNDED',
}
const methods = { local: 'LOCAL', shipping: 'SHIPPING', pickup: 'PICK_UP' }

/** An order as Shopify's GraphQL gives it. */
export function graphOrder(order: FakeOrder, store: FakeState) {
  const total = decimal(totalOf(order))
  return {
    id: gid('Order', order.id),
    name: order.number,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    test: order.isTest,
    cancelledAt: order.canceledAt,
    note: order.note,
    tags: order.tags,
    email: order.email,
    phone: order.phone,
    customerLocale: 'en',
    currencyCode: store.currency,
    displayFinancialStatus: payments[order.payment],
    paymentGatewayNames: [order.gateway],
    totalPriceSet: { shopMoney: { amount: total, currencyCode: store.currency } },
    totalOutstandingSet: {
      shopMoney: { amount: order.payment === 'pending' ? total : '0.00', currencyCode: store.currency },
    },
    customAttributes: order.attributes,
    shippingLine: order.address
      ? { title: order.methodTitle, code: order.methodCode, phone: order.method === 'local' ? order.phone : null }
      : null,
    shippingAddress: order.address && {
      name: order.address.name,
      company: null,
      phone: order.address.phone,
      address1: order.address.line1,
      address2: order.address.line2,
      city: order.address.city,
      province: order.address.region,
      zip: order.address.postcode,
      countryCodeV2: order.address.country,
      latitude: order.address.position?.lat ?? null,
      longitude: order.address.position?.lng ?? null,
    },
    fulfillmentOrders: { nodes: fulfillmentOrders(order, store) },
  }
}

/** One for each place that sends something. */
function fulfillmentOrders(order: FakeOrder, store: FakeState) {
  const places = [...new Set(order.lines.filter(({ isShippable }) => isShippable).map(({ locationId }) => locationId))]
  return places.map((locationId) => {
    const lines = order.lines.filter((line) => line.locationId === locationId && line.isShippable)
    const isDone = lines.every((line) => store.remaining(order, line) <= 0)
    const open = order.isHeld ? 'ON_HOLD' : isDone ? 'CLOSED' : 'OPEN'
    return {
      id: gid('FulfillmentOrder', `${order.id}-${locationId}`),
      status: order.canceledAt ? 'CLOSED' : open,
      assignedLocation: { name: 'Place', location: { id: gid('Location', locationId) } },
      deliveryMethod: {
        methodType: methods[order.method],
        minDeliveryDateTime: order.slot?.from ?? null,
        maxDeliveryDateTime: order.slot?.to ?? null,
        additionalInformation: { instructions: order.instructions, phone: null },
      },
      lineItems: {
        nodes: lines.map((line) => ({
          id: gid('FulfillmentOrderLineItem', line.id),
          totalQuantity: line.quantity - line.refunded,
          remainingQuantity: Math.max(0, store.remaining(order, line)),
          requiresShipping: line.isShippable,
          sku: line.sku,
          productTitle: line.title,
          variantTitle: null,
          weight: { value: line.grams, unit: 'GRAMS' },
        })),
      },
    }
  })
}

/** An order as Shopify's webhooks have it: the older shape, with ids as numbers that are too large for JavaScript. */
export function restOrder(order: FakeOrder): string {
  const { id, ...rest } = {
    id: order.id,
    admin_graphql_api_id: gid('Order', order.id),
    name: order.number,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    cancelled_at: order.canceledAt,
    financial_status: order.payment,
    test: order.isTest,
    email: order.email,
    total_price: decimal(totalOf(order)),
    currency: 'CAD',
  }
  return `{"id":${id},${JSON.stringify(rest).slice(1)}`
}
