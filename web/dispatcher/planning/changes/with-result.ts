import type { PlanChangeResult } from '#domain/schema/plan-change.ts'
import type { Plan, Route } from '#domain/schema/plan.ts'

type Changed = Pick<PlanChangeResult, 'routes' | 'removed_route_ids'>

/**
 * The routes with a change in them, each at its place. Removed ones keep theirs without stops if `keepsPlaces`, so that the
 * others keep their colors.
 */
export function withRoutes(
  routes: readonly Route[],
  { routes: changed, removed_route_ids }: Changed,
  keepsPlaces = false,
) {
  const after = new Map(changed.map((route) => [route.id, route]))
  const removed = new Set(removed_route_ids)
  const known = new Set(routes.map(({ id }) => id))
  return [
    ...routes.flatMap((route) => {
      if (removed.has(route.id)) return keepsPlaces ? { ...route, stops: [] } : []
      return after.get(route.id) ?? route
    }),
    ...changed.filter(({ id }) => !known.has(id)),
  ]
}

/** The plan as it is after a change, until it is read again. */
export function withResult(plan: Plan, result: Omit<PlanChangeResult, 'effect' | 'warnings'>): Plan {
  const onRoute = new Set(result.routes.flatMap(({ stops }) => stops.map(({ delivery_id }) => delivery_id)))
  return {
    ...plan,
    ...result.plan,
    routes: withRoutes(plan.routes, result),
    unassigned: plan.unassigned.filter(({ delivery_id }) => !onRoute.has(delivery_id)),
  }
}
