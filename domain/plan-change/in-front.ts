import type { PlannerDelivery } from '../problem/types.ts'
import { handsOver, takesAlong, type Visit } from './goods.ts'

/** A delivery that is handed over while the goods of another one lie in front of it. */
export type InFront<D> = { of: D; by: D }

/**
 * What lies in front of what on a vehicle that is loaded from one end. Goods from the depot lie behind everything that is
 * picked up on the way, in the order that suits the route.
 */
export function inFront<D extends PlannerDelivery>(visits: readonly Visit<D>[]): InFront<D>[] {
  const found: InFront<D>[] = []
  /** The last one lies in front. */
  const aboard: D[] = []
  visits.forEach(({ kind: stop, delivery }, at) => {
    const { pickup, id } = delivery
    if (stop === 'pickup') {
      if (visits.slice(at).some((other) => other.kind !== 'pickup' && other.delivery.id === id)) aboard.push(delivery)
      return
    }
    const behind = aboard.findIndex((each) => each.id === id)
    const isHandedOver = pickup ? behind >= 0 : handsOver(delivery)
    if (isHandedOver) found.push(...aboard.slice(behind + 1).map((by) => ({ of: delivery, by })))
    if (behind >= 0) aboard.splice(behind, 1)
    if (!pickup && takesAlong(delivery)) aboard.push(delivery)
  })
  return found
}
