import { z } from 'zod'
import { messageLanguages } from '../messages/languages.ts'
import { readPhone } from '../phone.ts'
import type { NewDelivery } from '../schema/delivery.ts'
import { mostParcels, type Parcel } from '../schema/order.ts'
import type { ShopAddress, ShopLine, ShopOrder, ShopPart } from './order.ts'
import type { ShopRules } from './rules.ts'
import { whenOf } from './when.ts'

/** What of the workspace decides how an order becomes a delivery. */
export type ShopPlace = { rules: ShopRules; zone: string; country: string; currency: string; today: string }

type Mapped = { delivery: z.input<typeof NewDelivery> } | { waits: string }

/** A part of a shop's order as the request to create a delivery; or why it has to wait, as a sentence. */
export function toDelivery(
  order: ShopOrder,
  part: ShopPart,
  reference: string,
  place: ShopPlace,
  { isFulfilled = false } = {},
): Mapped {
  const { rules, zone, today } = place
  const { address } = order
  if (part.state === 'held') return { waits: 'The shop holds it back, such as for a check of the payment.' }
  if (!address?.line1 && !address?.position) {
    return { waits: 'It has no delivery address. Add it to the order in the shop.' }
  }
  if (rules.needs_postcode && !address.postcode) {
    return { waits: 'It has no postcode. Add it to the order in the shop.' }
  }
  const { phone, said } = phoneOf(order, part, place.country)
  if (rules.needs_phone && !phone) {
    return {
      waits: said
        ? `Nobody can be called at ${said}. Correct the phone number in the shop.`
        : 'It has no phone number.',
    }
  }
  const collected = rules.collects_cash ? order.due : null
  if (collected !== null && order.currency !== place.currency) {
    return {
      waits: `It is to be paid in ${order.currency} at the door, but this workspace collects ${place.currency}.`,
    }
  }
  const lines = linesOf(part, isFulfilled)
  return {
    delivery: {
      reference,
      delivery_address: addressText(address),
      delivery_location: address.position,
      recipient_name: short([address.name, address.company].filter(Boolean).join(', '), 200),
      recipient_phone: phone,
      recipient_email: z.email().max(254).safeParse(order.email?.trim()).data ?? null,
      recipient_language: messageLanguages.find((each) => each === order.language) ?? null,
      ...whenOf(order, part, rules, zone, today),
      notes: short(
        [part.instructions, order.note, phone || !said ? null : `Phone: ${said}`].filter(Boolean).join('\n'),
        2000,
      ),
      weight_kg: lines.reduce((sum, line) => sum + (line.grams ?? 0) * piecesOf(line, isFulfilled), 0) / 1000,
      parcels: lines.slice(0, mostParcels).map((line) => parcelOf(line, isFulfilled)),
      cash_amount: collected,
      tags: order.tags.flatMap((tag) => short(tag.toLowerCase(), 40) ?? []).slice(0, 20),
      ...(part.locationId && rules.depots[part.locationId] && { depot_id: rules.depots[part.locationId] }),
      ...(rules.service_minutes !== null && { service_minutes: rules.service_minutes }),
    },
  }
}

/** The lines that are brought: one parcel each, in their order. */
export const linesOf = (part: ShopPart, isFulfilled = false): ShopLine[] =>
  part.lines.filter((line) => line.isShippable && piecesOf(line, isFulfilled) > 0)

/** What we fulfilled no longer remains, and still is what is delivered. */
export const piecesOf = (line: ShopLine, isFulfilled: boolean) => (isFulfilled ? line.quantity : line.remaining)

function parcelOf(line: ShopLine, isFulfilled: boolean): Partial<Parcel> {
  const count = piecesOf(line, isFulfilled)
  return {
    description: short(`${count} × ${line.title}`, 200),
    weight_kg: line.grams === null ? null : (line.grams * count) / 1000,
  }
}

/** The first number that a phone can have, and what was written if none can. */
function phoneOf(order: ShopOrder, part: ShopPart, country: string): { phone: string | null; said: string | null } {
  const written = [part.phone, order.phone, order.address?.phone].filter((each) => each?.trim())
  const of = order.address?.country ?? country
  const phone = written.map((each) => readPhone(each!, of)?.number).find(Boolean) ?? null
  return { phone, said: short(written[0] ?? '', 60) }
}

function addressText({ line1, line2, city, region, postcode, country, position }: ShopAddress): string {
  const town = [region, postcode].filter(Boolean).join(' ')
  const text = [line1, line2, city, town, country].filter((each) => each?.trim()).join(', ')
  return short(text, 300) ?? `${position!.lat}, ${position!.lng}`
}

/** Without control characters and halves of characters, and no longer than that; null if nothing is left. */
function short(text: string, most: number): string | null {
  const plain = text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b-\u001f]/g, '')
    .trim()
  const cut = plain.length > most ? `${[...plain].slice(0, Math.floor(most / 2)).join('')}…` : plain
  return cut || null
}
