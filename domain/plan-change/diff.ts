import type { StopKind } from '../schema/plan.ts'
import { isVisit } from '../stop-kinds.ts'
import { longestInOrder } from './longest-in-order.ts'

type DiffStop = {
  kind: StopKind
  delivery_id: string | null
  arrival_at: string
  /** After its window has ended; 0 in time. */
  late_seconds: number
}

/** A route before or after; the same one has the same key. */
export type DiffRoute = { key: string; stops: readonly DiffStop[] }

/** Where a delivery is: its last stop counts, because that is when its recipient sees somebody. */
export type DiffPlace = { route: string; position: number; arrival_at: string; late_seconds: number }

export type DeliveryChange = {
  delivery_id: string
  /** `moved` to another route, `reordered` on its own; `retimed` is only reached at another time. */
  change: 'added' | 'left_out' | 'moved' | 'reordered' | 'retimed'
  before: DiffPlace | null
  after: DiffPlace | null
}

/** Routes that can only change together, because deliveries go from one to the other. */
export type DiffGroup = { routes: string[]; deliveries: DeliveryChange[] }

/** Less than this is no other time. */
const sameSeconds = 60

/** What changes between two states of routes, in groups that can be made apart from each other, the largest first. */
export function diffRoutes(before: readonly DiffRoute[], after: readonly DiffRoute[]): DiffGroup[] {
  const changes = changedDeliveries(before, after)
  const groups = new Map<string, DiffGroup>()
  const groupOf = (route: string) => {
    const known = groups.get(route)
    if (known) return known
    const made: DiffGroup = { routes: [route], deliveries: [] }
    groups.set(route, made)
    return made
  }
  const join = (a: DiffGroup, b: DiffGroup) => {
    if (a === b) return a
    for (const route of b.routes) groups.set(route, a)
    a.routes.push(...b.routes)
    a.deliveries.push(...b.deliveries)
    return a
  }
  for (const change of changes) {
    const [from, to] = [change.before?.route, change.after?.route]
    const group = from && to ? join(groupOf(from), groupOf(to)) : groupOf((from ?? to)!)
    group.deliveries.push(change)
  }
  // A later arrival alone comes from something else on its route.
  const all = [...new Set(groups.values())].filter(({ deliveries }) => deliveries.some(isReal))
  return all.toSorted((a, b) => b.deliveries.filter(isReal).length - a.deliveries.filter(isReal).length)
}

/** Whether somebody decided it. */
export const isReal = ({ change }: Pick<DeliveryChange, 'change'>) => change !== 'retimed'

function changedDeliveries(before: readonly DiffRoute[], after: readonly DiffRoute[]): DeliveryChange[] {
  const [was, is] = [placesIn(before), placesIn(after)]
  const outOfOrder = reordered(before, after)
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((delivery_id): DeliveryChange[] => {
    const [from, to] = [was.get(delivery_id) ?? null, is.get(delivery_id) ?? null]
    const change = changeOf(from, to, !outOfOrder.has(delivery_id))
    return change ? [{ delivery_id, change, before: from, after: to }] : []
  })
}

function changeOf(from: DiffPlace | null, to: DiffPlace | null, isKept: boolean): DeliveryChange['change'] | undefined {
  if (!from) return 'added'
  if (!to) return 'left_out'
  if (from.route !== to.route) return 'moved'
  if (!isKept) return 'reordered'
  const shift = Math.abs(Date.parse(to.arrival_at) - Date.parse(from.arrival_at)) / 1000
  return shift >= sameSeconds ? 'retimed' : undefined
}

function placesIn(routes: readonly DiffRoute[]): Map<string, DiffPlace> {
  return new Map(
    routes.flatMap(({ key, stops }) =>
      stops
        .filter(isVisit)
        .map(({ delivery_id, arrival_at, late_seconds }, i): [string, DiffPlace] => [
          delivery_id!,
          { route: key, position: i + 1, arrival_at, late_seconds },
        ]),
    ),
  )
}

/** Deliveries that come earlier or later among the others of their route: as few as can be said to. */
function reordered(before: readonly DiffRoute[], after: readonly DiffRoute[]): Set<string> {
  const old = new Map(before.map(({ key, stops }) => [key, stops.filter(isVisit).map(visitOf)]))
  return new Set(
    after.flatMap(({ key, stops }) => {
      const visits = stops.filter(isVisit)
      const kept = new Set(longestInOrder(old.get(key) ?? [], visits.map(visitOf)))
      return visits.flatMap((stop) => (kept.has(visitOf(stop)) ? [] : stop.delivery_id!))
    }),
  )
}

const visitOf = ({ kind, delivery_id }: DiffStop) => `${kind} ${delivery_id}`
