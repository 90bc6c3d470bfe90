/** What a webhook of a shop can be about. */
export const hookSubjects = [
  'order',
  /** The order was deleted in the shop: there is nothing to read any more. */
  'order_deleted',
  'uninstalled',
  /** Requests under privacy law: what is kept of a customer, and to forget a customer or the shop. */
  'customer_data',
  'customer_redact',
  'shop_redact',
  'other',
] as const
export type HookSubject = (typeof hookSubjects)[number]

/** Whose data a privacy request is about. */
export type ShopCustomer = { email: string | null; phone: string | null; orderIds: string[] }

/** What a shop is told of a delivery. */
export const shopNews = ['dispatched', 'out_for_delivery', 'delayed', 'attempted', 'delivered', 'canceled'] as const
export type ShopNews = (typeof shopNews)[number]
