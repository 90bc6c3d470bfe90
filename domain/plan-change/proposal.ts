import type { PlanEdit } from '../schema/plan-change.ts'
import { diffRoutes, isReal, type DiffRoute } from './diff.ts'

type Arrange = Extract<PlanEdit, { type: 'arrange' }>
export type ArrangedStop = Arrange['routes'][number]['stops'][number]

/** What a revision would make of the plan that it revises, and what it was worked out from. */
export type Proposal = {
  /** The routes that it was free to change, as they were: their open stops in order. */
  before: { route_id: string; driver_id: string; vehicle_id: string | null; stops: ArrangedStop[] }[]
  /** The same routes and new ones, as they would be. */
  routes: Arrange['routes']
  /** Deliveries that would be on no route any more. */
  remove: string[]
  /** Routes that had to stay as they are, and why. */
  kept: { route_id: string; sentence: string }[]
}

/** Routes of a proposal that are taken together or not at all. */
export type ProposedGroup = {
  /** The first of its routes, by the key. */
  id: string
  /** Keys of routes. */
  routes: string[]
  /** What somebody would notice: added, left out, moved or reordered. */
  deliveries: string[]
}

/** How a route is called in a proposal: by its id, or by its driver if it is new. */
export const proposedKey = ({ route_id, driver_id }: Proposal['routes'][number]) => route_id ?? `driver ${driver_id}`

/** What can be taken apart from each other, the largest first. */
export function groupsOf({ before, routes }: Pick<Proposal, 'before' | 'routes'>): ProposedGroup[] {
  const was = before.map(({ route_id, stops }) => plain(route_id, stops))
  const is = routes.map((route) => plain(proposedKey(route), route.stops))
  return diffRoutes(was, is).map((group) => ({
    id: group.routes.toSorted()[0]!,
    routes: group.routes,
    deliveries: group.deliveries.filter(isReal).map(({ delivery_id }) => delivery_id),
  }))
}

/** Times do not matter for what goes with what. */
const plain = (key: string, stops: readonly ArrangedStop[]): DiffRoute => ({
  key,
  stops: stops.map((stop) => ({ ...stop, arrival_at: '1970-01-01T00:00:00Z', late_seconds: 0 })),
})

/** A proposal without some of its routes. */
export function withoutRoutes({ before, routes, remove, kept }: Proposal, keys: ReadonlySet<string>): Proposal {
  const gone = new Set(
    before.flatMap(({ route_id, stops }) => (keys.has(route_id) ? stops.map((stop) => stop.delivery_id) : [])),
  )
  return {
    before: before.filter(({ route_id }) => !keys.has(route_id)),
    routes: routes.filter((route) => !keys.has(proposedKey(route))),
    remove: remove.filter((id) => !gone.has(id)),
    kept,
  }
}
