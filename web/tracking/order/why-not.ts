import type { OrderText } from '#domain/messages/recipient/en/order.ts'
import type { OrderWords } from '#domain/order-page/words.ts'
import { Refused } from '../sync/api.ts'

/** What the server refuses, in the words of the page. */
const refusals: Record<string, OrderText> = {
  invalid_request: 'wrong.field',
  order_page_not_found: 'closed.title',
  rate_limited: 'wrong.often',
  slot_address_unknown: 'wrong.address',
  slot_hold_ended: 'held.over',
  slot_not_offered: 'wrong.taken',
  slot_off_road: 'wrong.road',
  slot_outside: 'wrong.outside',
  slot_taken: 'wrong.taken',
  slots_off: 'closed.title',
  too_many_slot_holds: 'wrong.busy',
}

/** Why something did not work, as customers read it. */
export const whyNot = (error: unknown, { say }: OrderWords): string =>
  say(error instanceof Refused ? (refusals[error.code] ?? 'wrong.other') : 'wrong.offline')
