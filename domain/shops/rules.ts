import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import type { ShopOrder, ShopPart } from './order.ts'

/*
 * Which orders of a shop are delivered by the workspace, and how. One set of rules for each connection.
 */

const names = (most: number) => z.array(text(100).min(1)).max(most)

export const ShopRules = z
  .strictObject({
    payments: z
      .array(z.enum(['paid', 'authorized', 'pending', 'partly_refunded']))
      .max(4)
      .describe('Which payments an order may have; pending is not paid yet, such as cash on delivery'),
    methods: z
      .array(z.enum(['local', 'shipping']))
      .max(2)
      .describe('local is the shop’s own delivery, shipping what it sends by any carrier'),
    statuses: names(20).describe('Of a shop whose orders have statuses: which ones are taken; empty for all'),
    method_titles: names(20).describe('Words that the name of the delivery method contains; empty for all'),
    tags: names(20).describe('The order has one of these tags; empty for all'),
    postcodes: names(200).describe('How postcodes begin that are delivered to; empty for all'),
    location_ids: names(200).nullable().describe('Places of the shop from which Karta delivers; null for all'),
    depots: z
      .record(text(100), z.uuid().toLowerCase())
      .describe('The depot for each place of the shop; others leave from the usual depot'),
    takes_tests: z.boolean().describe('Whether test orders are taken'),
    needs_phone: z.boolean().describe('Whether an order without a phone number waits'),
    needs_postcode: z.boolean().describe('Whether an order without a postcode waits'),
    collects_cash: z.boolean().describe('Whether the driver collects what is not paid'),
    service_minutes: z.number().min(0).max(480).nullable().describe('The workspace’s usual time if null'),
    days_ahead: z.int().min(0).max(30).describe('In how many days an order without a window is delivered'),
    date_key: text(100).nullable().describe('The shop’s field that holds the delivery day, if a plugin adds one'),
    time_key: text(100).nullable().describe('The shop’s field that holds the delivery time'),
    tells_shop: z.boolean().describe('Whether Karta writes status and tracking link back to the shop'),
    notifies: z.boolean().describe('Whether the shop mails its customer about the tracking link'),
    completes: z.boolean().describe('Whether a delivered order is completed in a shop that has such a status'),
  })
  .meta({ id: 'ShopRules' })
export type ShopRules = z.output<typeof ShopRules>

/** What holds until somebody says otherwise. */
export const usualRules: ShopRules = {
  payments: ['paid', 'authorized', 'pending', 'partly_refunded'],
  methods: ['local', 'shipping'],
  statuses: [],
  method_titles: [],
  tags: [],
  postcodes: [],
  location_ids: null,
  depots: {},
  takes_tests: false,
  needs_phone: false,
  needs_postcode: false,
  collects_cash: true,
  service_minutes: null,
  days_ahead: 0,
  date_key: null,
  time_key: null,
  tells_shop: true,
  notifies: false,
  completes: true,
}

/** Why an order, or a part of it, is none of ours. These are no faults: nothing waits for anybody. */
export const skippedBecause = {
  test: 'It is a test order.',
  payment: 'Its payment is not one of those that are taken.',
  status: 'Its status in the shop is not one of those that are taken.',
  method: 'The customer picks it up, or chose a delivery method that is not taken.',
  digital: 'Nothing in it is shipped.',
  location: 'It is sent from a place that Karta does not deliver from.',
  tag: 'It has none of the tags that are taken.',
  postcode: 'Its postcode is not one of those that are delivered to.',
  finished: 'It was done before Karta saw it.',
} as const
export type SkipReason = keyof typeof skippedBecause

/** Why it is not for this workspace to deliver; undefined if it is. Case and spaces do not count. */
export function whySkipped(order: ShopOrder, part: ShopPart, rules: ShopRules): SkipReason | undefined {
  if (order.isTest && !rules.takes_tests) return 'test'
  if (!part.lines.some(({ isShippable }) => isShippable)) return 'digital'
  if (part.method === 'pickup' || part.method === 'other' || !rules.methods.includes(part.method)) return 'method'
  if (rules.method_titles.length && !rules.method_titles.some((title) => holds(order.methodTitle, title)))
    return 'method'
  if (!rules.payments.some((each) => each === order.payment)) return 'payment'
  if (rules.statuses.length && order.status && !rules.statuses.some((each) => same(each, order.status))) return 'status'
  if (rules.location_ids && !(part.locationId && rules.location_ids.includes(part.locationId))) return 'location'
  if (rules.tags.length && !order.tags.some((tag) => rules.tags.some((each) => same(each, tag)))) return 'tag'
  const postcode = plain(order.address?.postcode ?? '')
  if (rules.postcodes.length && postcode && !rules.postcodes.some((start) => postcode.startsWith(plain(start))))
    return 'postcode'
  return undefined
}

const plain = (text: string) => text.toLowerCase().replace(/\s/g, '')
const same = (one: string, other: string) => plain(one) === plain(other)
const holds = (text: string | null, part: string) => plain(text ?? '').includes(plain(part))
