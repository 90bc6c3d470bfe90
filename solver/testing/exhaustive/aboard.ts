import type { GroupRules } from '../../json/vroom.ts'
import type { Order, Stop } from './orders.ts'

/**
 * The pairs of orders that are on board together although they must not be, found by following every leg. Trips are given by
 * their stops.
 */
export function meetings(
  { apart_on_board = [] }: GroupRules,
  mixes: readonly string[],
  orders: readonly Order[],
  trips: readonly Stop[][],
): Set<string> {
  const found = new Set<string>()
  const some = (amounts: number[] = []) => amounts.some((amount) => amount > 0)
  const isReturn = ({ delivery, pickup }: Stop) => pickup !== undefined && (!delivery || some(pickup))
  const riding = new Set<number>()
  for (const stops of trips) {
    const loaded = new Set(
      stops
        .filter((stop) => !stop.isOfShipment && (!isReturn(stop) || some(stop.delivery)))
        .map(({ orderNumber }) => orderNumber),
    )
    const collected = new Set<number>()
    const look = () => {
      const aboard = [...new Set([...riding, ...loaded, ...collected])]
      for (const rule of apart_on_board)
        for (const a of aboard)
          for (const b of aboard) {
            const [one, other] = [a, b].map((each) => rule.find((name) => orders[each].groups.includes(name)))
            if (a >= b || !one || !other || one === other || (mixes.includes(one) && mixes.includes(other))) continue
            found.add(`${a} ${b}`)
          }
    }
    look()
    for (const stop of stops) {
      loaded.delete(stop.orderNumber)
      if (stop.isOfShipment) riding[stop.isLast ? 'delete' : 'add'](stop.orderNumber)
      else if (isReturn(stop)) collected.add(stop.orderNumber)
      look()
    }
  }
  return found
}
