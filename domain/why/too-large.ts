import { broughtBy, collectedBy, roomFor } from '../problem/amounts.ts'
import { sayTemperatures, temperatureOf } from '../problem/temperature.ts'
import type { PlannerDelivery, PlannerDriver } from '../problem/types.ts'

const quantities = [
  { verb: 'weighs', unit: 'kg', share: 1000 },
  { verb: 'takes up', unit: 'L', share: 1000 },
  { verb: 'has', unit: 'pieces', share: 1 },
] as const

/** A sentence if no vehicle could take the delivery even when empty. */
export function sayTooLarge(delivery: PlannerDelivery, able: PlannerDriver[]): string | undefined {
  const [brought, collected] = [broughtBy(delivery), collectedBy(delivery)]
  const amounts = brought.map((amount, kind) => Math.max(amount, collected[kind]!))
  const holds = ({ vehicle }: PlannerDriver, kind: number) => amounts[kind]! <= roomFor(vehicle, delivery)[kind]!
  if (able.some((driver) => amounts.every((_, kind) => holds(driver, kind)))) return undefined

  const said = (kind: number) => {
    const { verb, unit, share } = quantities[kind]!
    return `${verb} ${amounts[kind]! / share} ${unit}`
  }
  const range = temperatureOf(delivery)
  for (const [kind, { unit, share }] of quantities.entries()) {
    if (able.some((driver) => holds(driver, kind))) continue
    const vehicles = able.flatMap(({ vehicle }) => vehicle ?? [])
    const room = (vehicle: (typeof vehicles)[number]) => roomFor(vehicle, delivery)[kind]!
    const largest = vehicles.toSorted((a, b) => room(b) - room(a))[0]!
    const cooled = range && largest.compartments?.length ? ` at ${sayTemperatures(range)}` : ''
    return `It ${said(kind)}; the largest vehicle that could take it, ${largest.code}, carries ${room(largest) / share} ${unit}${cooled}. Choose a larger vehicle or split the delivery.`
  }
  const all = quantities.flatMap((_, kind) => (amounts[kind] ? said(kind) : []))
  return `It ${new Intl.ListFormat('en').format(all)}; no vehicle that could take it carries all of that. Choose a larger vehicle or split the delivery.`
}
