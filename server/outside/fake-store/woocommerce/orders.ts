import { fakeProducts, totalOf, type FakeAddress, type FakeOrder } from '../state.ts'

const decimal = (cents: number) => (cents / 100).toFixed(2)
const local = (at: string) => at.slice(0, 19)
/** What was set on an order by the API. */
export type WooMeta = Map<string, Map<string, unknown>>

/** An order as `GET /wc/v3/orders/<id>` and webhooks have it. The shop's clock is five hours behind. */
export function wooOrder(order: FakeOrder, meta: WooMeta) {
  const at = (date: string) => local(new Date(Date.parse(date) - 5 * 3_600_000).toISOString())
  const back = order.lines.reduce((sum, { price, refunded }) => sum + price * refunded, 0)
  return {
    id: Number(order.id),
    number: order.number.replace('#', ''),
    status: order.status,
    currency: 'CAD',
    date_created: at(order.createdAt),
    date_created_gmt: local(order.createdAt),
    date_modified: at(order.updatedAt),
    date_modified_gmt: local(order.updatedAt),
    date_paid_gmt: order.payment === 'paid' ? local(order.createdAt) : null,
    total: decimal(totalOf(order) + back),
    customer_note: order.note ?? '',
    billing: { ...addressOf(order.address), email: order.email ?? '' },
    shipping: addressOf(order.address),
    payment_method: /cod|cash/i.test(order.gateway) ? 'cod' : order.gateway,
    meta_data: [
      ...order.attributes.map(({ key, value }, id) => ({ id, key, value })),
      ...[...(meta.get(order.id) ?? [])].map(([key, value], id) => ({ id: 1000 + id, key, value })),
    ],
    line_items: order.lines.map(({ id, title, sku, quantity, price }) => ({
      id: Number(id),
      name: title,
      product_id: productId(sku),
      variation_id: 0,
      quantity,
      sku,
      price: price / 100,
      total: decimal(price * quantity),
      meta_data: [],
    })),
    shipping_lines: order.address ? [shippingLine(order)] : [],
    refunds: back ? [{ id: 900, reason: '', total: `-${decimal(back)}` }] : [],
  }
}

function shippingLine({ method, methodTitle, methodCode }: FakeOrder) {
  const isSlot = methodCode.startsWith('slot-')
  const id = method === 'pickup' ? 'local_pickup' : isSlot ? 'karta' : 'flat_rate'
  return {
    id: 1,
    method_title: methodTitle,
    method_id: id,
    total: '4.99',
    meta_data: isSlot ? [{ id: 1, key: 'karta_slot', value: methodCode }] : [],
  }
}

function addressOf(address: FakeAddress | null) {
  const [first_name = '', ...rest] = address?.name.split(' ') ?? []
  return {
    first_name,
    last_name: rest.join(' '),
    company: '',
    address_1: address?.line1 ?? '',
    address_2: address?.line2 ?? '',
    city: address?.city ?? '',
    state: address?.region ?? '',
    postcode: address?.postcode ?? '',
    country: address?.country ?? '',
    phone: address?.phone ?? '',
  }
}

const productId = (sku: string) => fakeProducts.findIndex((each) => each.sku === sku) + 1

/** The products, with weights in kilograms, as text. */
export const wooProducts = fakeProducts.map(({ sku, grams, isShippable }) => ({
  id: productId(sku),
  sku,
  weight: grams ? String(grams / 1000) : '',
  virtual: !isShippable,
  shipping_required: isShippable,
}))

/** Refunds of an order, in one. */
export const wooRefunds = (order: FakeOrder) => [
  {
    id: 900,
    line_items: order.lines
      .filter(({ refunded }) => refunded > 0)
      .map(({ id, refunded }) => ({
        quantity: -refunded,
        meta_data: [{ id: 1, key: '_refunded_item_id', value: String(Number(id)) }],
      })),
  },
]
