import type { LateOrders } from '#domain/schema/plan-change.ts'
import type { Plan, Route } from '#domain/schema/plan.ts'

type Known = Pick<Plan, 'unassigned'> & { routes: readonly Pick<Route, 'stops'>[] }

/** The late orders without those that changes put on routes, though these are not published yet. */
export function stillLate(
  { count, delivery_ids }: LateOrders,
  published: Known | undefined,
  next: readonly Pick<Route, 'stops'>[] = [],
): LateOrders {
  if (!published) return { count, delivery_ids }
  const known = new Set([
    ...published.routes.flatMap(idsOn),
    ...published.unassigned.map(({ delivery_id }) => delivery_id),
  ])
  const placed = new Set(next.flatMap(idsOn).filter((id) => !known.has(id)))
  return { count: Math.max(0, count - placed.size), delivery_ids: delivery_ids.filter((id) => !placed.has(id)) }
}

const idsOn = ({ stops }: Pick<Route, 'stops'>) => stops.flatMap(({ delivery_id }) => delivery_id ?? [])
