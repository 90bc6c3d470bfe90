import { AppError } from '#domain/errors.ts'
import { arrange } from '#domain/plan-change/arrange.ts'
import { diffRoutes, type DeliveryChange, type DiffRoute } from '#domain/plan-change/diff.ts'
import { doneCount, type EditRoute } from '#domain/plan-change/edit-route.ts'
import { effectOf } from '#domain/plan-change/effect.ts'
import { proposedKey, type ArrangedStop, type Proposal, type ProposedGroup } from '#domain/plan-change/proposal.ts'
import { countDeliveries } from '#domain/stop-kinds.ts'
import type { DeliveryDiff, DiffFigures, DiffGroup } from '#domain/schema/plan-diff.ts'
import type { PlanEdit } from '#domain/schema/plan-change.ts'
import {
  editable,
  factsOf,
  judged,
  nameOf,
  timeRoute,
  type PlanToChange,
  type WholeRoute,
} from '../changeable-plans/queries.ts'

type Arrange = Extract<PlanEdit, { type: 'arrange' }>
const visitOf = ({ kind, delivery_id }: ArrangedStop) => `${kind} ${delivery_id}`

/** Whether a delivery still has to be driven: it was neither canceled nor deleted, nor moved to another day while it waited. */
function isWanted({ deliveries, day }: PlanToChange, id: string): boolean {
  const delivery = deliveries.get(id)
  if (!delivery || delivery.status === 'cancelled') return false
  return delivery.status !== 'pending' || delivery.scheduled_date === day
}

/** Why a group cannot be taken as it was worked out: somebody or something was quicker. */
export function conflictOf(
  read: PlanToChange,
  routes: readonly EditRoute[],
  proposal: Proposal,
  { routes: keys }: ProposedGroup,
): string | null {
  for (const key of keys) {
    const before = proposal.before.find(({ route_id }) => route_id === key)
    const after = proposal.routes.find((route) => proposedKey(route) === key)!
    const conflict = before ? changedRoute(read, routes, before, after) : takenDriver(read, routes, after.driver_id!)
    if (conflict) return conflict
    const elsewhere = comingFromElsewhere(read, routes, proposal, after)
    if (elsewhere) return elsewhere
  }
  return null
}

function changedRoute(
  read: PlanToChange,
  routes: readonly EditRoute[],
  before: Proposal['before'][number],
  after: Proposal['routes'][number],
): string | null {
  const name = nameOf(read, before.driver_id) || 'A driver'
  const route = routes.find(({ id }) => id === before.route_id)
  if (!route) return `${name}’s route is no longer on the plan.`
  if (route.driver_id !== before.driver_id) return `${name}’s route has another driver by now.`
  if (!read.drivers.has(route.driver_id)) return `${name} does not work here any more.`
  if (route.vehicle_id !== before.vehicle_id) return `${name} drives another vehicle by now.`
  const done = route.stops.slice(0, doneCount(route))
  const isDone = new Set(done.map(visitOf))
  const own = new Set(after.stops.map(visitOf))
  const gone = done.find(
    (stop) => before.stops.some((each) => visitOf(each) === visitOf(stop)) && !own.has(visitOf(stop)),
  )
  if (gone) return `${name} has driven on: delivery ${numberOf(read, gone.delivery_id)} is done or next.`
  const was = before.stops.filter((stop) => isWanted(read, stop.delivery_id) && !isDone.has(visitOf(stop)))
  const is = route.stops.slice(done.length)
  return was.map(visitOf).join() === is.map(visitOf).join() ? null : `${name}’s route was changed meanwhile.`
}

function takenDriver(read: PlanToChange, routes: readonly EditRoute[], driverId: string): string | null {
  const name = nameOf(read, driverId)
  if (!read.drivers.has(driverId)) return 'A driver of a new route does not work here any more.'
  return routes.some(({ driver_id }) => driver_id === driverId) ? `${name} has a route by now.` : null
}

/** What comes onto the plan still has to wait for a route. */
function comingFromElsewhere(
  read: PlanToChange,
  routes: readonly EditRoute[],
  { before }: Proposal,
  { stops }: Proposal['routes'][number],
): string | null {
  const known = new Set(before.flatMap((route) => route.stops.map(({ delivery_id }) => delivery_id)))
  const here = new Set(routes.flatMap((route) => route.stops.map(({ delivery_id }) => delivery_id)))
  const lost = stops.find(({ delivery_id: id }) => {
    if (known.has(id) || !isWanted(read, id)) return false
    return here.has(id) || read.deliveries.get(id)!.status !== 'pending'
  })
  return lost ? `Delivery ${numberOf(read, lost.delivery_id)} is on another route by now.` : null
}

const numberOf = ({ deliveries }: PlanToChange, id: string) => deliveries.get(id)?.number ?? 0

/** What taking these routes of a proposal does to the plan. What was canceled meanwhile is left out. */
export function arrangementOf(
  read: PlanToChange,
  routes: readonly EditRoute[],
  proposal: Proposal,
  keys: ReadonlySet<string>,
): Arrange {
  const own = proposal.before.filter(({ route_id }) => keys.has(route_id))
  const from = new Set(own.flatMap(({ stops }) => stops.map(({ delivery_id }) => delivery_id)))
  const here = new Set(routes.flatMap(({ stops }) => stops.map(({ delivery_id }) => delivery_id)))
  return {
    type: 'arrange',
    routes: proposal.routes
      .filter((route) => keys.has(proposedKey(route)))
      .map((route) => ({ ...route, stops: route.stops.filter(({ delivery_id }) => isWanted(read, delivery_id)) })),
    remove: proposal.remove.filter((id) => from.has(id) && here.has(id)),
  }
}

/**
 * What taking one delivery of a proposal does, without the others; undefined where that is not possible. It goes behind the
 * same stop as in the proposal, as far as that is on the route already.
 */
export function aloneOf(
  read: PlanToChange,
  routes: readonly EditRoute[],
  proposal: Proposal,
  id: string,
): PlanEdit | undefined {
  const from = routes.find(({ stops }) => stops.some(({ delivery_id }) => delivery_id === id))
  const own = from?.stops.filter(({ delivery_id }) => delivery_id === id) ?? []
  const to = proposal.routes.find(({ stops }) => stops.some(({ delivery_id }) => delivery_id === id))
  const places = to?.stops.filter(({ delivery_id }) => delivery_id === id) ?? []
  if (own.length > 1 || places.length > 1 || own.some(({ isDone }) => isDone) || !isWanted(read, id)) return undefined
  if (!to) return from && { type: 'remove', delivery_ids: [id] }
  const route = routes.find((each) => each.id === to.route_id)
  if (!route) return !from && to.driver_id ? { type: 'insert', delivery_id: id, driver_id: to.driver_id } : undefined
  const position = positionIn(route, to.stops, id)
  if (from) return { type: 'move', delivery_ids: [id], route_id: route.id, position }
  return { type: 'insert', delivery_id: id, route_id: route.id, position }
}

function positionIn(route: EditRoute, proposed: readonly ArrangedStop[], id: string): number {
  const others = route.stops.filter(({ delivery_id }) => delivery_id !== id).map(visitOf)
  const at = proposed.findIndex(({ delivery_id }) => delivery_id === id)
  const before = proposed.slice(0, at).map(visitOf)
  const last = before.findLast((visit) => others.includes(visit))
  return Math.max(last ? others.indexOf(last) + 1 : 0, doneCount(route)) + 1
}

/** A group as it is timed now: what its routes are, and what they would be. */
export type TimedGroup = ProposedGroup & {
  conflict: string | null
  before: WholeRoute[]
  after: WholeRoute[]
}

/** Times a group as of now, before and after, so that both are told by the same clock. */
export function timeGroup(
  read: PlanToChange,
  proposal: Proposal,
  group: ProposedGroup,
  newId: () => string,
): TimedGroup {
  const routes = editable(read)
  const conflict = conflictOf(read, routes, proposal, group)
  if (conflict) return { ...group, conflict, before: [], after: [] }
  try {
    const edit = arrangementOf(read, routes, proposal, new Set(group.routes))
    const after = arrange(routes, edit, factsOf(read, newId)).filter(
      ({ id, driver_id, stops }) =>
        stops.length && (group.routes.includes(id) || group.routes.includes(`driver ${driver_id}`)),
    )
    const before = routes.filter(({ id, stops }) => stops.length && group.routes.includes(id))
    const timed = (each: EditRoute) => timeRoute(read, each, newId)
    return { ...group, conflict: null, before: before.map(timed), after: after.map(timed) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...group, conflict: error.message, before: [], after: [] }
  }
}

/** A group as the API shows it. */
export function showGroup(read: PlanToChange, proposal: Proposal, group: TimedGroup): DiffGroup {
  const { id, routes: keys, conflict, before, after } = group
  const tolerance = read.settings.promise_tolerance_minutes
  const judge = (whole: WholeRoute) => judged(read, whole)
  const at = (routes: WholeRoute[], key: string) =>
    routes.find(({ route }) => route.id === key || `driver ${route.driver_id}` === key)
  return {
    id,
    conflict,
    routes: keys.map((key) => {
      const [was, is] = [at(before, key), at(after, key)]
      const planned = proposal.before.find(({ route_id }) => route_id === key)
      const driver_id = planned?.driver_id ?? key.slice('driver '.length)
      return {
        route_id: planned?.route_id ?? null,
        driver_id,
        driver_name: nameOf(read, driver_id),
        before: was ? figuresOf(read, [was], 0) : null,
        after: is ? figuresOf(read, [is], 0) : null,
      }
    }),
    deliveries: conflict ? untimed(read, proposal, group) : deliveriesOf(read, proposal, group),
    effect: effectOf(before.map(judge), after.map(judge), { numberOf: (each) => numberOf(read, each), tolerance }),
  }
}

/** What changed meanwhile has no times to tell. */
function untimed(read: PlanToChange, { remove }: Proposal, { deliveries }: ProposedGroup): DeliveryDiff[] {
  return deliveries.map((id) => ({
    delivery_id: id,
    number: numberOf(read, id),
    change: remove.includes(id) ? 'left_out' : 'moved',
    before: null,
    after: null,
    can_take_alone: false,
  }))
}

function deliveriesOf(read: PlanToChange, proposal: Proposal, { before, after }: TimedGroup): DeliveryDiff[] {
  const routes = editable(read)
  const names = new Map([...before, ...after].map(({ route }) => [route.id, route.driver_name]))
  const place = (at: DeliveryChange['before']) => at && { driver_name: names.get(at.route)!, ...withoutRoute(at) }
  const changes = diffRoutes(
    before.map((each) => asDiff(read, each)),
    after.map((each) => asDiff(read, each)),
  )
  return changes
    .flatMap(({ deliveries }) => deliveries)
    .map((change) => ({
      delivery_id: change.delivery_id,
      number: numberOf(read, change.delivery_id),
      change: change.change,
      before: place(change.before),
      after: place(change.after),
      can_take_alone: change.change !== 'retimed' && aloneOf(read, routes, proposal, change.delivery_id) !== undefined,
    }))
}

const withoutRoute = ({ route: _, ...at }: NonNullable<DeliveryChange['before']>) => at
const asDiff = (read: PlanToChange, whole: WholeRoute): DiffRoute => ({
  key: whole.route.id,
  stops: judged(read, whole).stops,
})

/** What routes come to. */
export function figuresOf(read: PlanToChange, routes: readonly WholeRoute[], unassigned: number): DiffFigures {
  const sum = (pick: (whole: WholeRoute) => number) => routes.reduce((total, whole) => total + pick(whole), 0)
  const late = routes.flatMap((whole) => judged(read, whole).stops.map(({ late_seconds }) => late_seconds))
  const ends = routes.map(({ route }) => route.ends_at).toSorted()
  return {
    routes: routes.length,
    deliveries: sum(({ stops }) => countDeliveries(stops)),
    unassigned,
    distance_km: Math.round(sum(({ route }) => route.distance_km) * 1000) / 1000,
    driving_seconds: sum(({ route }) => route.driving_seconds),
    cost: routes.some(({ route }) => route.cost !== null) ? Math.round(sum(({ route }) => route.cost ?? 0)) : null,
    late_stops: late.filter((seconds) => seconds > 0).length,
    late_seconds: Math.round(late.reduce((total, seconds) => total + seconds, 0)),
    ends_at: ends.at(-1) ?? null,
  }
}

/** A proposal after some of it was taken: what is left starts from the routes as they are then. */
export function proposalAfter(proposal: Proposal, read: PlanToChange, after: readonly WholeRoute[]): Proposal {
  const done = new Set(editable(read).flatMap((route) => route.stops.slice(0, doneCount(route)).map(({ id }) => id)))
  const now = after.map(({ route, stops }) => ({
    route_id: route.id,
    driver_id: route.driver_id,
    vehicle_id: route.vehicle_id,
    stops: stops.flatMap(({ id, kind, delivery_id }) =>
      delivery_id && !done.has(id) && (kind === 'pickup' || kind === 'delivery') ? [{ delivery_id, kind }] : [],
    ),
  }))
  const isNew = (route: (typeof now)[number]) =>
    proposal.routes.some((each) => !each.route_id && each.driver_id === route.driver_id)
  return {
    ...proposal,
    before: [
      ...proposal.before.map((route) => now.find(({ route_id }) => route_id === route.route_id) ?? route),
      ...now.filter((route) => isNew(route) && !proposal.before.some(({ route_id }) => route_id === route.route_id)),
    ],
    routes: proposal.routes.map((route) => {
      const begun = route.route_id ? undefined : now.find(({ driver_id }) => driver_id === route.driver_id)
      return begun ? { route_id: begun.route_id, stops: route.stops } : route
    }),
  }
}
