import type { ShopPlatform } from '#domain/schema/integration.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { ShopSettings } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import type { FakeStore } from '../../outside/fake-store/frame.ts'
import type { FakeState } from '../../outside/fake-store/state.ts'

export type ConnectedShop = { workspaceId: string; integrationId: string }

/** A platform whose connector goes through the table below. */
export type ShopUnderTest = {
  platform: ShopPlatform
  store: FakeStore
  shops: ShopSettings
  secrets: string[]
  /** What is in the calls that list orders. */
  listsBy: string
  /** How many webhooks somebody made. */
  hookCount(): number
  /** Sends its webhooks there. */
  hookTo(url: string): void
  connect(deps: Deps, workspaceId: string): Promise<ConnectedShop>
  /** The shop no longer accepts what it gave. */
  revoke(): void
  close(): Promise<void>
}

type Placed = Parameters<FakeState['place']>[0]
type Expected = Partial<Delivery>

/** Orders of shops, and what becomes of them: a delivery, an order that waits, or one that is none of ours. */
export const ordersIn: {
  name: string
  order: Placed
  delivery?: Expected
  waits?: RegExp
  skipped?: RegExp
  rules?: object
  /** Platforms that know no such order. */
  not?: ShopPlatform[]
}[] = [
  {
    name: 'a new order',
    order: {},
    delivery: { recipient_name: 'Ann Lee', recipient_phone: '+16135551212', status: 'pending', weight_kg: 2.06 },
  },
  {
    name: 'an order that is paid at the door',
    order: { payment: 'pending', gateway: 'Cash on Delivery (COD)' },
    delivery: { cash_amount: 500 },
  },
  { name: 'an order that is picked up', order: { method: 'pickup' }, skipped: /picks it up/ },
  { name: 'an order of a download', order: { lines: [{ sku: 'GIFT' }] }, skipped: /Nothing in it is shipped/ },
  { name: 'a test order', order: { isTest: true }, skipped: /test order/, not: ['woocommerce', 'wix'] },
  {
    name: 'an order without a phone',
    order: { phone: null, address: { phone: null } },
    delivery: { recipient_phone: null },
  },
  {
    name: 'an order without a phone where one is needed',
    order: { phone: null, address: { phone: null } },
    rules: { needs_phone: true },
    waits: /phone/,
  },
  {
    name: 'an order without a postcode where one is needed',
    order: { address: { postcode: null } },
    rules: { needs_postcode: true },
    waits: /postcode/,
  },
  {
    name: 'names with emoji and from right to left',
    order: { address: { name: '👩‍🍳 آن لي' } },
    delivery: { recipient_name: '👩‍🍳 آن لي' },
  },
  { name: 'an order without a slot', order: {}, delivery: { window_start: null, window_end: null } },
  {
    name: 'a slot in another time zone',
    order: { slot: { from: '2030-11-21T23:00:00Z', to: '2030-11-22T01:00:00Z' } },
    delivery: { scheduled_date: '2030-11-22', window_start: '06:00', window_end: '08:00' },
    not: ['woocommerce'],
  },
  {
    name: 'a slot that its delivery method names',
    order: { methodTitle: 'Tonight', methodCode: 'slot-2030-11-21-1800-2000' },
    delivery: { scheduled_date: '2030-11-21', window_start: '18:00', window_end: '20:00' },
  },
  { name: 'an order outside of the postcodes', order: {}, rules: { postcodes: ['M5'] }, skipped: /postcode/ },
]
