import type { DayDelivery, DayDriver } from '../plan/day.ts'
import { driversOf } from '../problem/what-if.ts'
import type { RehearsalChange } from '../schema/rehearsal.ts'
import { chance, seedOf } from './chance.ts'

export type DayToChange<D extends DayDelivery, R extends DayDriver> = {
  drivers: readonly R[]
  deliveries: readonly D[]
  /** How many stops a driver has on the plan as it is. */
  stopsOf: (driverId: string) => number
  /** How many more orders usually come until the later cut-off. */
  ordersUntilCutOff: number
  seed: number
}

/** A copy of an order stands for one that nobody has placed. */
const copied = ' copy '
export const isCopy = (deliveryId: string): boolean => deliveryId.includes(copied)

/** The day with fewer drivers, and with more or fewer orders. */
export function changedDay<D extends DayDelivery, R extends DayDriver>(
  { drivers, deliveries, stopsOf, ordersUntilCutOff, seed }: DayToChange<D, R>,
  change: RehearsalChange,
): { drivers: R[]; deliveries: D[] } {
  const used = drivers.filter(({ id }) => stopsOf(id) > 0)
  const most = change.fewer_drivers === undefined ? undefined : Math.max(0, used.length - change.fewer_drivers)
  const staying = most === undefined ? [...drivers] : driversOf(used, { drivers: most }, stopsOf)
  const percent = Math.round((deliveries.length * (change.more_orders_percent ?? 0)) / 100)
  const more = percent + (change.cut_off_later_minutes === undefined ? 0 : ordersUntilCutOff)
  const order = shuffled(deliveries, seed)
  if (more <= 0) {
    const gone = new Set(order.slice(0, -more))
    return { drivers: staying, deliveries: deliveries.filter((delivery) => !gone.has(delivery)) }
  }
  const copies = order.length ? Array.from({ length: more }, (_, at) => copyOf(order[at % order.length]!, at)) : []
  return { drivers: staying, deliveries: [...deliveries, ...copies] }
}

/** Nothing was promised of it yet, and it belongs to nothing. */
function copyOf<D extends DayDelivery>(delivery: D, number: number): D {
  return {
    ...delivery,
    id: `${delivery.id}${copied}${number + 1}`,
    order_reference: null,
    order_step: null,
    standing_position: null,
    promised_at: null,
    promised_driver_id: null,
  }
}

/** In an order that the seed decides (Fisher and Yates). */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = chance(seedOf(seed, items.length))
  const order = [...items]
  for (let last = order.length - 1; last > 0; last--) {
    const at = Math.floor(random() * (last + 1))
    ;[order[last], order[at]] = [order[at]!, order[last]!]
  }
  return order
}
