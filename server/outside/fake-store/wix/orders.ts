import { totalOf, type FakeAddress, type FakeOrder, type FakeState } from '../state.ts'

const amount = (cents: number) => ({ amount: (cents / 100).toFixed(2) })
const payments: Record<FakeOrder['payment'], string> = {
  paid: 'PAID',
  authorized: 'AUTHORIZED',
  pending: 'NOT_PAID',
  refunded: 'FULLY_REFUNDED',
}

/** An order as Wix's eCommerce API has it. */
export function wixOrder(order: FakeOrder, store: FakeState) {
  const contactDetails = contactOf(order.address)
  const address = order.address && addressOf(order.address)
  const pickup = order.method === 'pickup' && { pickupDetails: { pickupMethod: 'STORE_PICKUP' } }
  return {
    id: order.id,
    number: order.number.replace('#', ''),
    createdDate: order.createdAt,
    updatedDate: order.updatedAt,
    status: order.canceledAt ? 'CANCELED' : order.isHeld ? 'PENDING' : 'APPROVED',
    paymentStatus: payments[order.payment],
    fulfillmentStatus: fulfillmentStatus(order, store),
    buyerLanguage: 'en',
    weightUnit: 'KG',
    currency: store.currency,
    buyerInfo: { email: order.email },
    buyerNote: order.note,
    ...(address && {
      shippingInfo: {
        code: order.methodCode,
        title: order.methodTitle,
        logistics: {
          shippingDestination: { address, contactDetails },
          instructions: order.instructions,
          ...(order.slot && { deliveryTimeSlot: order.slot }),
          ...pickup,
        },
      },
    }),
    billingInfo: { address, contactDetails },
    lineItems: order.lines.map(({ id, title, quantity, refunded, sku, grams, isShippable, price }) => ({
      id: id,
      productName: { original: title },
      quantity: quantity - refunded,
      itemType: { preset: isShippable ? 'PHYSICAL' : 'GIFT_CARD' },
      physicalProperties: { sku, weight: grams / 1000, shippable: isShippable },
      price: amount(price),
    })),
    priceSummary: { total: amount(totalOf(order)) },
  }
}

function fulfillmentStatus(order: FakeOrder, store: FakeState): string {
  const goods = order.lines.filter(({ isShippable }) => isShippable)
  const left = goods.filter((line) => store.remaining(order, line) > 0)
  if (goods.length && !left.length) return 'FULFILLED'
  return order.fulfillments.some(({ isCanceled }) => !isCanceled) ? 'PARTIALLY_FULFILLED' : 'NOT_FULFILLED'
}

function contactOf(address: FakeAddress | null) {
  const [firstName = '', ...rest] = address?.name.split(' ') ?? []
  return { firstName, lastName: rest.join(' '), phone: address?.phone ?? null }
}

const addressOf = ({ country, region, city, postcode, line1, line2, position }: FakeAddress) => ({
  country,
  subdivision: region && `${country}-${region}`,
  city,
  postalCode: postcode,
  addressLine1: line1,
  addressLine2: line2,
  ...(position && { location: { latitude: position.lat, longitude: position.lng } }),
})
