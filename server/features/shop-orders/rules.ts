import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { AppError } from '#domain/errors.ts'
import type { DeliveryChange, NewDelivery } from '#domain/schema/delivery.ts'
import type { ShopOrder, ShopPart } from '#domain/shops/order.ts'
import type { ShopRules } from '#domain/shops/rules.ts'
import { linesOf, piecesOf } from '#domain/shops/to-delivery.ts'
import { whenSaid } from '#domain/shops/when.ts'

type Given = z.input<typeof NewDelivery>

/** Fields that follow the shop, and those that change together. */
const groups = {
  address: ['delivery_address', 'delivery_location'],
  recipient: ['recipient_name', 'recipient_phone', 'recipient_email'],
  when: ['scheduled_date', 'window_start', 'window_end', 'earliest_date', 'latest_date'],
  notes: ['notes'],
  goods: ['parcels', 'weight_kg'],
  cash: ['cash_amount'],
  tags: ['tags'],
} as const satisfies Record<string, readonly (keyof Given)[]>
type Group = keyof typeof groups

/** What the groups are called in a sentence. */
export const groupWords: Record<Group, string> = {
  address: 'the address',
  recipient: 'the recipient',
  when: 'the time',
  notes: 'the note',
  goods: 'what is in it',
  cash: 'the cash to collect',
  tags: 'the tags',
}

/** Marks of what the shop said, so that its changes are seen without keeping it. */
export function marksOf(delivery: Given, order: ShopOrder, part: ShopPart, rules: ShopRules): Record<Group, string> {
  const of = (group: Group) =>
    group === 'when'
      ? whenSaid(order, part, rules)
      : JSON.stringify(groups[group].map((field) => delivery[field] ?? null))
  return Object.fromEntries(Object.keys(groups).map((group) => [group, mark(of(group as Group))])) as Record<
    Group,
    string
  >
}

/** So short that a phone number cannot be found out by trying all of them: many have the same mark. */
const mark = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 6)

/** What the shop changed since it was last seen. What people changed in Karta stays, unless the shop changes it too. */
export function changedSince(
  said: Record<string, string>,
  now: Record<Group, string>,
  delivery: Given,
): { groups: Group[]; change: DeliveryChange } {
  const changed = (Object.keys(groups) as Group[]).filter((group) => said[group] !== now[group])
  const fields = changed.flatMap((group): (keyof Given)[] => [...groups[group]])
  const change = Object.fromEntries(
    fields.filter((field) => isSaid(delivery, field)).map((field) => [field, delivery[field] ?? null]),
  )
  return { groups: changed, change: change as DeliveryChange }
}

/** A shop that knows no position leaves it to the address. */
const isSaid = (delivery: Given, field: keyof Given) =>
  !(field === 'delivery_location' && !delivery.delivery_location) &&
  !((field === 'earliest_date' || field === 'latest_date') && delivery[field] === undefined)

/** Which line of the order each parcel is. */
export const parcelLines = (part: ShopPart, isFulfilled = false): string =>
  JSON.stringify(linesOf(part, isFulfilled).map((line) => ({ id: line.id, quantity: piecesOf(line, isFulfilled) })))

/** Why a command refused, in one sentence that says as much as it knows. */
export function sentenceOf(error: AppError): string {
  if (error.code === 'duplicate_reference') {
    return 'Another delivery has its number already: the shop sent it twice, or somebody entered it.'
  }
  const { detail, errors } = error.detail as { detail?: unknown; errors?: { message: string }[] }
  if (typeof detail === 'string') return detail
  return errors?.[0]?.message ?? error.message
}
