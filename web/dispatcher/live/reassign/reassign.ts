import { distanceKm } from '#domain/great-circle.ts'
import type { Location } from '#domain/geo.ts'
import type { PlanEdit } from '#domain/schema/plan-change.ts'
import type { Route, Stop } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { isTrouble, type DriverRow } from '../driver-rows.ts'

/** From then on, a delivery is with its driver. */
const open: readonly (string | null)[] = ['pending', 'planned', 'dispatched']

type Stops = Pick<Route, 'stops'>

/** What can still go to somebody else, a stop for each delivery. Where the driver is or is heading stays. */
export function movableStops({ stops }: Stops): Stop[] {
  const left = stops.filter((stop) => isVisit(stop) && open.includes(stop.delivery_status))
  const last = new Map(left.map((stop) => [stop.delivery_id, stop]))
  // Of a shipment, the stop where it is brought.
  return left.filter((stop) => last.get(stop.delivery_id) === stop)
}

/** Somebody who could take stops: on their route of the same plan, or on a new one. */
export type Taker = { row: DriverRow; routeId: string | null; distanceKm: number | null }

/** Drivers of the plan, and those without a route today: first who is on shift and has no trouble, the nearest on top. */
export function takersOf(rows: readonly DriverRow[], { id, ofPlan, near }: Given): Taker[] {
  const rank = ({ row }: Taker) => (row.state === 'off_shift' ? 2 : isTrouble(row) ? 1 : 0)
  return rows
    .filter(({ driver }) => driver.route_id !== id && (driver.route_id === null || ofPlan.has(driver.route_id)))
    .map((row) => {
      const isHere = row.position && row.state !== 'off_shift'
      return {
        row,
        routeId: row.driver.route_id,
        distanceKm: isHere && near ? distanceKm(row.position!, near) : null,
      }
    })
    .toSorted((one, other) => rank(one) - rank(other) || (one.distanceKm ?? 1e6) - (other.distanceKm ?? 1e6))
}

type Given = {
  /** Of the route that is given away. */
  id: string
  /** The routes of its plan. */
  ofPlan: ReadonlySet<string>
  /** Where it goes on. */
  near: Location | null
}

/** The changes of the plan that give chosen deliveries to somebody. */
export function editsFor(
  route: Pick<Route, 'id' | 'stops'>,
  chosen: ReadonlySet<string>,
  { row, routeId }: Taker,
): PlanEdit[] {
  const isChosen = (stop: Stop) => chosen.has(stop.delivery_id ?? '')
  if (routeId !== null) {
    const delivery_ids = movableStops(route).filter(isChosen)
    return [{ type: 'move', delivery_ids: delivery_ids.map((stop) => stop.delivery_id!), route_id: routeId }]
  }
  const visits = route.stops.filter((stop) => isVisit(stop) && stop.delivery_status !== 'cancelled')
  const driver_id = row.id
  if (visits.every(isChosen)) return [{ type: 'driver', route_id: route.id, driver_id }]
  // What is given away comes last, and a new route begins there.
  const order = [...visits.filter((stop) => !isChosen(stop)), ...visits.filter(isChosen)]
  const isInOrder = order.every((stop, at) => stop === visits[at])
  return [
    ...(isInOrder ? [] : [{ type: 'reorder' as const, route_id: route.id, stop_ids: order.map(({ id }) => id) }]),
    { type: 'split', route_id: route.id, stop_id: visits.find(isChosen)!.id, driver_id },
  ]
}
