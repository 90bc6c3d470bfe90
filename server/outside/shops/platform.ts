import type { HookSubject, ShopCustomer, ShopNews } from '#domain/shops/exchange.ts'
import type { ShopLocation, ShopOrder } from '#domain/shops/order.ts'
import type { ShopPlatform } from '#domain/schema/integration.ts'
import type { ShopRules } from '#domain/shops/rules.ts'
import type { ShopSettings } from '../../config.ts'

/*
 * What every shop platform can do. `connectors.ts` lists them. None of them knows the database: the core in
 * `features/shop-*` opens credentials, calls these, and keeps what they return. They throw `ShopError`.
 */

/** A webhook as it arrived. Names of headers are lower case. */
export type RawHook = { headers: Record<string, string | string[] | undefined>; body: Buffer }

/** What a verified webhook is about. */
export type ShopHook = {
  /** The same when the shop sends the same thing again. */
  id: string
  /** The platform's own name for it, such as orders/updated. */
  topic: string
  about: HookSubject
  orderId: string | null
  /** When it happened, if the platform says it. */
  at: string | null
  /** Of a privacy request: whose data it is about. */
  customer?: ShopCustomer
}

/** A store whose keys are open. */
export type OpenStore = {
  /** The address or name of the shop, as it is stored in `integrations.shop`. */
  shop: string
  /** What the shop is for good, as it is stored in `integrations.shop_key`. */
  key: string
  /** What `renew` gave last, or what the connection began with. */
  credentials: object
  settings: ShopSettings
  rules: ShopRules
  now: Date
}

/** What becomes of a part of an order, to be told to the shop. */
export type ShopWrite = {
  kind: ShopNews
  /** The same each time this is tried. */
  key: string
  orderId: string
  partId: string
  /** When it happened. */
  at: string
  eta: string | null
  tracking: { number: string; url: string; company: string }
  /** What was really loaded or delivered, by the line's id; null for all that is left. */
  lines: { id: string; quantity: number }[] | null
  /** What an earlier write made in the shop, such as the id of a fulfillment. */
  remote: string | null
  /** What to say to the people of the shop, in plain words. */
  note: string
  /** Whether this was tried before, so that it may have arrived. */
  isRetry: boolean
  notifies: boolean
}

export type ModifiedPage = {
  orders: ShopOrder[]
  /** Where to go on, also after a crash; null at the end. */
  next: string | null
  /** How long to wait before the next page, if the shop asks for it. */
  waitMs?: number
}

export type ShopConnector = {
  platform: ShopPlatform
  /**
   * Which store a webhook is about that goes to one address for all stores (`/v1/hooks/{platform}`), by its `key`, once it
   * is verified; null if it is not genuine.
   */
  storeOf?(hook: RawHook, settings: ShopSettings, now: Date): string | null
  /**
   * Verifies a webhook over its bytes, and reads it. `ping` is to be answered and forgotten; null is not genuine.
   */
  readHook(hook: RawHook, store: OpenStore): ShopHook | 'ping' | null
  /** Whether its keys end soon and should be renewed. Not there where keys last. */
  isEnding?(store: OpenStore): boolean
  /** New credentials in place of these; undefined if they cannot be renewed. */
  renew?(store: OpenStore): Promise<object | undefined>
  /** Undefined if the shop has no such order any more. */
  readOrder(store: OpenStore, id: string): Promise<ShopOrder | undefined>
  /**
   * A page of the orders that changed since then, the first of them without a cursor. Null for all that are not finished.
   */
  listModified(store: OpenStore, since: string | null, cursor: string | null): Promise<ModifiedPage>
  readLocations(store: OpenStore): Promise<ShopLocation[]>
  /** Makes sure that the shop sends its webhooks to this address, and nothing of ours goes elsewhere. */
  ensureHooks(store: OpenStore, url: string): Promise<void>
  /** Makes sure that the checkout asks this address for slots and prices. Refused where the shop's plan or the keys do not allow it. */
  ensureRates?(store: OpenStore, url: string): Promise<void>
  /** Takes back what `ensureRates` made, as far as the keys still allow it. */
  removeRates?(store: OpenStore, url: string): Promise<void>
  /** Takes back the webhooks, as far as the keys still allow it. */
  removeHooks(store: OpenStore, url: string): Promise<void>
  /** Tells the shop, once: on a retry it looks first. Returns what it made there, or what was there already. */
  write(store: OpenStore, write: ShopWrite): Promise<{ remote: string | null }>
  /** Where the people of the shop see an order. */
  orderUrl(store: Pick<OpenStore, 'shop' | 'key'>, orderId: string): string | null
}
