/** What is in a fake store, the same for every personality. Money is in cents. */
export type FakeLine = {
  id: string
  title: string
  sku: string
  quantity: number
  price: number
  grams: number
  isShippable: boolean
  refunded: number
  /** The place that sends it. */
  locationId: string
}

export type FakeAddress = {
  name: string
  phone: string | null
  line1: string
  line2: string | null
  city: string
  region: string | null
  postcode: string | null
  country: string
  position: { lat: number; lng: number } | null
}

export type FakeFulfillment = {
  id: string
  locationId: string
  lines: { id: string; quantity: number }[]
  tracking: { number: string; url: string; company: string } | null
  events: { status: string; at: string; eta: string | null }[]
  isCanceled: boolean
  notified: boolean
}

export type FakeOrder = {
  id: string
  number: string
  createdAt: string
  updatedAt: string
  isTest: boolean
  canceledAt: string | null
  payment: 'paid' | 'authorized' | 'pending' | 'refunded'
  gateway: string
  method: 'local' | 'shipping' | 'pickup'
  methodTitle: string
  methodCode: string
  email: string | null
  phone: string | null
  address: FakeAddress | null
  slot: { from: string; to: string } | null
  instructions: string | null
  note: string | null
  tags: string[]
  attributes: { key: string; value: string }[]
  isHeld: boolean
  /** WooCommerce's status; other personalities have none. */
  status: string
  lines: FakeLine[]
  fulfillments: FakeFulfillment[]
  notes: string[]
}

export type FakeProduct = { sku: string; title: string; price: number; grams: number; isShippable: boolean }

export const fakeProducts: FakeProduct[] = [
  { sku: 'MILK1', title: 'Milk, 1 L', price: 250, grams: 1030, isShippable: true },
  { sku: 'BREAD', title: 'Sourdough bread', price: 590, grams: 750, isShippable: true },
  { sku: 'WATER', title: 'Water, 12 bottles', price: 899, grams: 12_400, isShippable: true },
  { sku: 'GIFT', title: 'Gift card', price: 2500, grams: 0, isShippable: false },
]

export const fakeLocations = [
  { id: '7001', name: 'Downtown shop', address: '1 Market St' },
  { id: '7002', name: 'Warehouse', address: '99 Dock Rd' },
]

export type FakeState = ReturnType<typeof fakeState>

type Given = Partial<Omit<FakeOrder, 'lines' | 'address'>> & {
  lines?: (Partial<FakeLine> & { sku: string })[]
  address?: Partial<FakeAddress> | null
}

/** As large as Shopify's, so that nobody reads them as numbers. */
const largeId = (counter: number) => String(820_982_911_946_154_500n + BigInt(counter))

/** The orders of a fake store. */
export function fakeState(now: () => Date, idOf: (counter: number) => string = largeId) {
  const orders = new Map<string, FakeOrder>()
  let counter = 0
  const nextId = () => idOf(++counter)
  const stamp = () => now().toISOString()

  const place = (given: Given = {}): FakeOrder => {
    const at = stamp()
    const id = given.id ?? nextId()
    const order: FakeOrder = {
      id,
      number: `#${1000 + orders.size + 1}`,
      createdAt: at,
      updatedAt: at,
      isTest: false,
      canceledAt: null,
      payment: 'paid',
      gateway: 'bogus',
      method: 'local',
      methodTitle: 'Local Delivery',
      methodCode: 'Local Delivery',
      email: 'ann@example.com',
      phone: null,
      slot: null,
      instructions: null,
      note: null,
      tags: [],
      attributes: [],
      isHeld: false,
      status: 'processing',
      fulfillments: [],
      notes: [],
      ...given,
      address: given.address === null ? null : { ...usualAddress, ...given.address },
      lines: (given.lines ?? [{ sku: 'MILK1', quantity: 2 }]).map((line) => ({
        ...lineOf(line.sku, nextId()),
        ...line,
      })),
    }
    orders.set(id, order)
    return order
  }
  /** Changes an order as the shop's people do. */
  const change = (id: string, patch: Partial<FakeOrder>): FakeOrder => {
    const order = Object.assign(get(id), patch)
    order.updatedAt = patch.updatedAt ?? stamp()
    return order
  }
  const get = (id: string): FakeOrder => {
    const order = orders.get(id)
    if (!order) throw new Error(`The fake store has no order ${id}`)
    return order
  }
  const refund = (id: string, sku: string, quantity: number) => {
    const line = get(id).lines.find((each) => each.sku === sku)
    if (line) line.refunded += quantity
    return change(id, {})
  }
  /** How many of a line are still to be sent. */
  const remaining = (order: FakeOrder, line: FakeLine) =>
    line.quantity -
    line.refunded -
    order.fulfillments
      .filter(({ isCanceled }) => !isCanceled)
      .flatMap(({ lines }) => lines)
      .filter(({ id }) => id === line.id)
      .reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    now,
    orders,
    nextId,
    place,
    change,
    get,
    refund,
    remaining,
    cancel: (id: string) => change(id, { canceledAt: stamp(), status: 'cancelled' }),
    currency: 'CAD',
    locations: fakeLocations,
    /** Where webhooks go. */
    hooks: [] as { id: string; topic: string; url: string }[],
    /** Where rates are asked for at the checkout. */
    rateUrl: null as string | null,
  }
}

const usualAddress: FakeAddress = {
  name: 'Ann Lee',
  phone: '+16135551212',
  line1: '150 Elgin St',
  line2: 'Unit 4',
  city: 'Ottawa',
  region: 'ON',
  postcode: 'K2P 1L4',
  country: 'CA',
  position: { lat: 45.42, lng: -75.69 },
}

/** One piece of a product, as a line of an order. */
export function lineOf(sku: string, id: string): FakeLine {
  const { title, price, grams, isShippable } = fakeProducts.find((each) => each.sku === sku) ?? fakeProducts[0]!
  return { id, sku, title, price, grams, isShippable, quantity: 1, refunded: 0, locationId: fakeLocations[0]!.id }
}

/** What the lines cost together, without what was given back. */
export const totalOf = ({ lines }: Pick<FakeOrder, 'lines'>): number =>
  lines.reduce((sum, { price, quantity, refunded }) => sum + price * (quantity - refunded), 0)
