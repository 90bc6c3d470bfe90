import type { Location } from '../geo.ts'
import type { ShippingRule } from '../schema/shipping.ts'
import { isInside, type Zone } from '../territory.ts'

type Area = Zone['area']

/** What rules look at. `total` is in the smallest unit. */
export type Cart = {
  method: string | null
  postcode: string | null
  location: Location | null
  tags: readonly string[]
  weight_grams: number
  total: number
}

/** The first rule that fits a cart. */
export const chooseRule = (
  rules: readonly ShippingRule[],
  cart: Cart,
  zones: ReadonlyMap<string, Area>,
): ShippingRule | undefined => rules.find((rule) => fits(rule, cart, zones))

function fits(rule: ShippingRule, cart: Cart, zones: ReadonlyMap<string, Area>): boolean {
  const kilograms = cart.weight_grams / 1000
  return (
    isOneOf(rule.methods, [cart.method]) &&
    isOneOf(rule.tags, cart.tags) &&
    isWithin(kilograms, rule.weight_from_kg, rule.weight_to_kg) &&
    isWithin(cart.total, rule.total_from, rule.total_to) &&
    isThere(rule, cart, zones)
  )
}

/** Zones and postcodes are one condition: a place in either is enough. */
function isThere(
  { postcodes, territory_ids }: ShippingRule,
  { postcode, location }: Cart,
  zones: ReadonlyMap<string, Area>,
) {
  if (!postcodes.length && !territory_ids.length) return true
  if (postcode !== null && postcodes.some((each) => hasPostcode(each, postcode))) return true
  return location !== null && territory_ids.some((id) => zones.has(id) && isInside(zones.get(id)!, location))
}

const plain = (text: string) => text.toLowerCase().replace(/[\s-]/g, '')

/** `10` is how 10827 begins. `1000-1999` is everything between two numbers with as many digits. */
function hasPostcode(entered: string, postcode: string): boolean {
  const given = plain(postcode)
  const [, from, to] = /^(\d+)\s*[-–]\s*(\d+)$/.exec(entered.trim()) ?? []
  // A Polish 00-950 and a Brazilian 01310-100 are no ranges: their parts differ in length.
  if (from && to && from.length === to.length) return given.length === from.length && given >= from && given <= to
  return given.startsWith(plain(entered))
}

const isOneOf = (wanted: readonly string[], given: readonly (string | null)[]) =>
  wanted.length === 0 || given.some((each) => each !== null && wanted.some((one) => plain(one) === plain(each)))

const isWithin = (value: number, from: number | null, to: number | null) =>
  (from === null || value >= from) && (to === null || value <= to)

/** What a choice costs by its rule, in the smallest unit. */
export function rulePrice(rule: Pick<ShippingRule, 'price' | 'amount'> | undefined, slotPrice: number): number {
  if (!rule || rule.price === 'slot') return slotPrice
  return rule.price === 'add' ? slotPrice + rule.amount : rule.amount
}
