import type { PlannerDelivery, PlannerVehicle } from '../problem/types.ts'
import { handsOver, takesAlong, type Visit } from './goods.ts'

/** Two deliveries on board at the same time, and their tags that must not meet there. */
export type Met<D> = { one: D; other: D; tags: readonly [string, string] }

/** Goods on board from one visit until another one, by place. The start comes before all, and the end after all. */
type Carried<D> = { delivery: D; from: number; to: number }

/**
 * The deliveries that meet on board although their tags must not. Of a vehicle that reloads nothing is said, since its visits
 * do not tell on which trip they are.
 */
export function metOnBoard<D extends PlannerDelivery>(
  vehicle: PlannerVehicle | null,
  visits: readonly Visit<D>[],
  pairs: readonly (readonly [string, string])[] = [],
): Met<D>[] {
  if (vehicle?.reloads || pairs.length === 0) return []
  const goods = visits.flatMap((visit, at) => carriedFrom(visit, at, visits))
  const found = new Map<string, Met<D>>()
  for (const tags of pairs)
    for (const one of goods.filter(({ delivery }) => delivery.tags?.includes(tags[0])))
      for (const other of goods.filter(({ delivery }) => delivery.tags?.includes(tags[1]))) {
        const meet = Math.max(one.from, other.from) < Math.min(one.to, other.to)
        const key = [...tags, one.delivery.id, other.delivery.id].join()
        if (meet && one.delivery.id !== other.delivery.id)
          found.set(key, { one: one.delivery, other: other.delivery, tags })
      }
  return [...found.values()]
}

function carriedFrom<D extends PlannerDelivery>(
  { kind, delivery }: Visit<D>,
  at: number,
  visits: readonly Visit<D>[],
): Carried<D>[] {
  if (kind === 'pickup') {
    const to = visits.findIndex((other) => other.kind !== 'pickup' && other.delivery.id === delivery.id)
    return to > at ? [{ delivery, from: at, to }] : []
  }
  if (delivery.pickup) return []
  return [
    ...(handsOver(delivery) ? [{ delivery, from: -1, to: at }] : []),
    ...(takesAlong(delivery) ? [{ delivery, from: at, to: visits.length }] : []),
  ]
}
