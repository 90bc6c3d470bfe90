/*
 * An order as every shop platform's reader gives it. Ids are text: some are larger than a number can be. Instants are ISO
 * with an offset. Money is in the smallest unit of its currency.
 */

export type ShopLine = {
  id: string
  title: string
  sku: string | null
  /** How many were ordered. */
  quantity: number
  /** How many are still to be delivered: neither refunded, nor removed, nor fulfilled by somebody else. */
  remaining: number
  /** Of one piece. */
  grams: number | null
  isShippable: boolean
}

export type ShopAddress = {
  name: string | null
  company: string | null
  phone: string | null
  line1: string | null
  line2: string | null
  city: string | null
  region: string | null
  postcode: string | null
  /** ISO 3166-1, two letters. */
  country: string | null
  position: { lat: number; lng: number } | null
}

/** How the customer gets it. `other` is neither: a gift card, a download. */
export type ShopMethod = 'local' | 'shipping' | 'pickup' | 'other'

/** What one place of the shop sends: a fulfillment order at Shopify, the whole order elsewhere. It becomes one delivery. */
export type ShopPart = {
  /** Stays the same for the life of the order. */
  id: string
  locationId: string | null
  method: ShopMethod
  /** `held` waits for the shop, such as for a check against fraud. `closed` is done or cancelled. */
  state: 'open' | 'held' | 'closed'
  lines: ShopLine[]
  /** The promised window. */
  window: { from: string; to: string } | null
  instructions: string | null
  /** Where to call about this part, if that is not the recipient's phone. */
  phone: string | null
}

/** What is known of the payment. */
export type ShopPayment = 'paid' | 'authorized' | 'pending' | 'partly_refunded' | 'refunded' | 'voided'

export type ShopOrder = {
  id: string
  /** As people see it, such as #1001. */
  number: string
  createdAt: string
  updatedAt: string
  isTest: boolean
  isCanceled: boolean
  payment: ShopPayment
  /** The platform's own status, such as WooCommerce's `processing`; empty where the payment says it all. */
  status: string
  /** What the driver would have to collect if the customer pays at the door; null if it is paid otherwise. */
  due: number | null
  total: number
  /** ISO 4217. */
  currency: string
  tags: string[]
  /** The name and the code of the delivery method that the customer chose. */
  methodTitle: string | null
  methodCode: string | null
  /** Null for orders that go nowhere. */
  address: ShopAddress | null
  email: string | null
  phone: string | null
  /** What the customer wrote. */
  note: string | null
  /** Two letters. */
  language: string | null
  /** What plugins and themes add, such as the delivery day that the customer chose, as it is written there. */
  attributes: { key: string; value: string }[]
  parts: ShopPart[]
}

/** A place from which a shop sends. */
export type ShopLocation = { id: string; name: string; address: string | null }
