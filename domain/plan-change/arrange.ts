import { AppError } from '../errors.ts'
import type { PlanEdit } from '../schema/plan-change.ts'
import { checkPairs, doneCount, isAhead, routeIn, type EditFacts, type EditRoute, type EditStop } from './edit-route.ts'

type Arrange = Extract<PlanEdit, { type: 'arrange' }>
type NamedStop = Arrange['routes'][number]['stops'][number]

/**
 * Routes with these open stops in this order. What is done stays in front, whether it is named or not. Other routes lose
 * what is placed elsewhere.
 * @throws AppError `route_not_found`, `driver_is_ahead`, `pickup_after_delivery`, `delivery_not_on_plan`, `arrangement_incomplete`
 */
export function arrange(
  routes: readonly EditRoute[],
  { routes: named, remove }: Arrange,
  facts: EditFacts,
): EditRoute[] {
  const found = named.map((each) => routeOf(routes, each, facts))
  const all = [...routes, ...found.filter((route) => !routes.includes(route))]
  const take = takerOf(all, facts)
  const stopsOf = new Map(
    found.map((route, i): [EditRoute, EditStop[]] => [route, [...headOf(route), ...take(route, named[i]!.stops)]]),
  )
  const removed = new Set(remove.map((id) => checkRemovable(routes, id, facts)))
  const placed = new Set([...stopsOf.values()].flat())
  if (stopsOf.size < found.length) throw incomplete([])
  checkWhole(all, { stopsOf, placed, removed }, facts)
  return all.map((route) => {
    const stops =
      stopsOf.get(route) ?? route.stops.filter((stop) => !placed.has(stop) && !removed.has(stop.delivery_id))
    return isSame(stops, route.stops) ? route : { ...route, stops }
  })
}

const headOf = (route: EditRoute) => route.stops.slice(0, doneCount(route))
const keyOf = ({ delivery_id, kind }: NamedStop) => `${kind} ${delivery_id}`
const isSame = (a: EditStop[], b: EditStop[]) => a.length === b.length && a.every((stop, i) => stop === b[i])
const incomplete = (numbers: number[]) => new AppError('arrangement_incomplete', { numbers })

/** A route of the plan, or a new one of a driver who has none. */
function routeOf(routes: readonly EditRoute[], { route_id, driver_id }: Arrange['routes'][number], facts: EditFacts) {
  if (route_id) return routeIn(routes, route_id)
  const own = routes.find((route) => route.driver_id === driver_id)
  return own ?? { id: facts.newId(), driver_id: driver_id!, vehicle_id: facts.vehicleOf(driver_id!), stops: [] }
}

/** Hands out the stops of the plan, each once, and makes those of deliveries that come onto it. */
function takerOf(routes: readonly EditRoute[], facts: EditFacts) {
  const at = new Map(routes.flatMap((route) => route.stops.map((stop) => [keyOf(stop), { route, stop }] as const)))
  const heads = new Set(routes.flatMap(headOf))
  const taken = new Set<string>()
  return (route: EditRoute, stops: NamedStop[]): EditStop[] =>
    stops.flatMap((named) => {
      const known = at.get(keyOf(named))
      if (known && heads.has(known.stop)) {
        if (known.route === route) return []
        throw isAhead(known.route, facts)
      }
      if (taken.has(keyOf(named))) throw incomplete([facts.numberOf(named.delivery_id)])
      taken.add(keyOf(named))
      return [known?.stop ?? { ...named, id: facts.newId(), isDone: false, locked: false }]
    })
}

function checkRemovable(routes: readonly EditRoute[], id: string, facts: EditFacts): string {
  const route = routes.find(({ stops }) => stops.some(({ delivery_id }) => delivery_id === id))
  if (!route) throw new AppError('delivery_not_on_plan', { numbers: [facts.numberOf(id)] })
  if (headOf(route).some(({ delivery_id }) => delivery_id === id)) throw isAhead(route, facts)
  return id
}

type Places = { stopsOf: Map<EditRoute, EditStop[]>; placed: Set<EditStop>; removed: Set<string> }

/** Every delivery is on one route with all its stops, or on none, and nothing that was on these routes is forgotten. */
function checkWhole(routes: readonly EditRoute[], { stopsOf, placed, removed }: Places, facts: EditFacts): void {
  const forgotten = [...stopsOf.keys()].flatMap(({ stops }) =>
    stops.filter((stop) => !placed.has(stop) && !removed.has(stop.delivery_id)),
  )
  const torn = new Set(forgotten.map(({ delivery_id }) => delivery_id))
  const here = new Map<string, EditRoute>()
  for (const [route, stops] of stopsOf) {
    checkPairs(stops, facts)
    for (const { delivery_id } of stops) {
      if (removed.has(delivery_id) || (here.get(delivery_id) ?? route) !== route) torn.add(delivery_id)
      here.set(delivery_id, route)
    }
    for (const [id, own] of Map.groupBy(stops, ({ delivery_id }) => delivery_id)) {
      if (!hasAllKinds(own, facts.kindsOf(id))) torn.add(id)
    }
  }
  for (const { stops } of routes.filter((route) => !stopsOf.has(route))) {
    for (const stop of stops) if (here.has(stop.delivery_id) && !placed.has(stop)) torn.add(stop.delivery_id)
  }
  if (torn.size) throw incomplete([...torn].map((id) => facts.numberOf(id)))
}

const hasAllKinds = (stops: EditStop[], kinds: EditStop['kind'][]) =>
  stops.length === kinds.length && kinds.every((kind) => stops.some((stop) => stop.kind === kind))
