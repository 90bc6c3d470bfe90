import type { Stop } from './orders.ts'

/**
 * Whether a vehicle can hand over everything without moving other goods, by putting goods on a pile and taking them off. Goods
 * from the depot are at the bottom, the last one first. What was like that among the given stops is forgiven.
 */
export function isStacked(stops: Stop[], given: Stop[]): boolean {
  const known = new Set(liftsOf(given))
  return liftsOf(stops).every((lift) => known.has(lift))
}

function liftsOf(stops: Stop[]): string[] {
  const lifts: string[] = []
  const some = (amounts: number[] = []) => amounts.some((amount) => amount > 0)
  const isReturn = ({ delivery, pickup }: Stop) => pickup !== undefined && (!delivery || some(pickup))
  const isFromDepot = (stop: Stop) => !stop.isOfShipment && (!isReturn(stop) || some(stop.delivery))
  const pile = stops
    .filter(isFromDepot)
    .toReversed()
    .map((stop) => ({ key: `depot ${stop.name}`, from: stop.name }))
  for (const stop of stops) {
    const key = stop.isOfShipment ? `order ${stop.orderNumber}` : `depot ${stop.name}`
    const isPickup = stop.isOfShipment && !stop.isLast
    const at = isPickup ? -1 : pile.findIndex((goods) => goods.key === key)
    if (at >= 0) {
      for (const { from } of pile.slice(at + 1)) lifts.push(`${from} for ${stop.name}`)
      pile.splice(at, 1)
    }
    const isBroughtLater = stops.some(({ orderNumber, isLast }) => orderNumber === stop.orderNumber && isLast)
    if (isPickup && isBroughtLater) pile.push({ key, from: stop.name })
    if (!stop.isOfShipment && isReturn(stop)) pile.push({ key: `return ${stop.name}`, from: stop.name })
  }
  return lifts
}
