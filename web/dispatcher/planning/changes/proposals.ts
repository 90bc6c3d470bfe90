import type { PlanEdit } from '#domain/schema/plan-change.ts'
import type { Route, Stop, RouteLock } from '#domain/schema/plan.ts'
import { countOf } from '#web/lib/format.ts'

/** Changes that belong together, in words. */
export type Proposal = {
  /** “Move #12 to Budi”. */
  title: string
  /** The verb on the button. */
  verb: string
  changes: PlanEdit[]
}

export type ChosenStop = Pick<Stop, 'id' | 'delivery_id' | 'delivery_number'>
export type ChosenRoute = Pick<Route, 'id' | 'driver_name'>
export type ChosenDelivery = { delivery_id: string; delivery_number: number }

const andList = new Intl.ListFormat('en')
/** As many numbers as a title names. */
const mostNamed = 3

/** `#12`, `#12 and #15`, `5 deliveries`. */
export function deliveriesNamed(numbers: readonly number[]): string {
  const unique = [...new Set(numbers)].toSorted((one, other) => one - other)
  if (unique.length > mostNamed) return countOf(unique.length, 'delivery', 'deliveries')
  return andList.format(unique.map((number) => `#${number}`))
}

const named = (stops: readonly ChosenStop[]) => deliveriesNamed(stops.flatMap((stop) => stop.delivery_number ?? []))

/** A delivery that is picked up on the way has two stops. They go together. */
const deliveriesOf = (stops: readonly ChosenStop[]) => [
  ...new Set(stops.flatMap(({ delivery_id }) => delivery_id ?? [])),
]

/** @param position counts the pickups and deliveries of the route from 1; without one, the best place */
export function moving(stops: readonly ChosenStop[], to: ChosenRoute, position?: number): Proposal {
  const delivery_ids = deliveriesOf(stops)
  return {
    title: `Move ${named(stops)} to ${to.driver_name}`,
    verb: 'Move',
    changes: [{ type: 'move', delivery_ids, route_id: to.id, ...(position !== undefined && { position }) }],
  }
}

export function removing(stops: readonly ChosenStop[]): Proposal {
  const delivery_ids = deliveriesOf(stops)
  return {
    title: `Take ${named(stops)} off the plan`,
    verb: 'Take off',
    changes: [{ type: 'remove', delivery_ids }],
  }
}

export function reordering(route: ChosenRoute, stop_ids: string[]): Proposal {
  return {
    title: `Change the order of ${route.driver_name}’s stops`,
    verb: 'Change order',
    changes: [{ type: 'reorder', route_id: route.id, stop_ids }],
  }
}

export function reversing(route: ChosenRoute): Proposal {
  return {
    title: `Reverse ${route.driver_name}’s route`,
    verb: 'Reverse',
    changes: [{ type: 'reverse', route_id: route.id }],
  }
}

/** The open stops of a vehicle that broke down go to the others. */
export function spreading(route: ChosenRoute): Proposal {
  return {
    title: `Spread the stops of ${route.driver_name}’s route`,
    verb: 'Spread the stops',
    changes: [{ type: 'spread', route_id: route.id }],
  }
}

export function improving(route: ChosenRoute): Proposal {
  return {
    title: `Improve the order of ${route.driver_name}’s stops`,
    verb: 'Improve',
    changes: [{ type: 'improve', route_id: route.id }],
  }
}

/** Works out the times again, as the deliveries are now. */
export function refreshing(route: ChosenRoute): Proposal {
  return {
    title: `Work out the times of ${route.driver_name}’s route again`,
    verb: 'Use new times',
    changes: [{ type: 'refresh', route_id: route.id }],
  }
}

export function givingTo(route: ChosenRoute, driver: { id: string; name: string }): Proposal {
  return {
    title: `Give ${route.driver_name}’s route to ${driver.name}`,
    verb: 'Change driver',
    changes: [{ type: 'driver', route_id: route.id, driver_id: driver.id }],
  }
}

export function changingVehicle(route: ChosenRoute, vehicle: { id: string; code: string } | null): Proposal {
  return {
    title: vehicle
      ? `Drive ${route.driver_name}’s route with ${vehicle.code}`
      : `Drive ${route.driver_name}’s route without a vehicle`,
    verb: 'Change vehicle',
    changes: [{ type: 'vehicle', route_id: route.id, vehicle_id: vehicle?.id ?? null }],
  }
}

export function swapping(route: ChosenRoute, other: ChosenRoute): Proposal {
  return {
    title: `Swap the routes of ${route.driver_name} and ${other.driver_name}`,
    verb: 'Swap',
    changes: [{ type: 'swap_drivers', route_id: route.id, other_route_id: other.id }],
  }
}

/** @param stop the first one of the new route */
export function splitting(route: ChosenRoute, stop: ChosenStop, driver: { id: string; name: string }): Proposal {
  return {
    title: `Split ${route.driver_name}’s route at #${stop.delivery_number}`,
    verb: 'Split',
    changes: [{ type: 'split', route_id: route.id, stop_id: stop.id, driver_id: driver.id }],
  }
}

export function merging(route: ChosenRoute, into: ChosenRoute): Proposal {
  return {
    title: `Merge ${route.driver_name}’s route into ${into.driver_name}’s`,
    verb: 'Merge',
    changes: [{ type: 'merge', route_id: route.id, into_route_id: into.id }],
  }
}

export function locking(stops: readonly ChosenStop[], type: 'lock' | 'unlock'): Proposal {
  const verb = type === 'lock' ? 'Lock' : 'Unlock'
  return {
    title: `${verb} ${named(stops)}`,
    verb,
    changes: [{ type, stop_ids: stops.map(({ id }) => id) }],
  }
}

/** How locks of routes are called. */
export const routeLocks: Record<RouteLock, { lock: string; unlock: string; sign: string }> = {
  order: { lock: 'Lock the order', unlock: 'Unlock the order', sign: 'Order locked' },
  driver: { lock: 'Lock stops to the driver', unlock: 'Unlock stops from the driver', sign: 'Locked to the driver' },
  route: { lock: 'Lock the route', unlock: 'Unlock the route', sign: 'Route locked' },
}

export function lockingRoute(route: ChosenRoute, lock: RouteLock, isOn: boolean): Proposal {
  return {
    title: `${routeLocks[lock][isOn ? 'lock' : 'unlock']}: ${route.driver_name}`,
    verb: isOn ? 'Lock' : 'Unlock',
    changes: [{ type: isOn ? 'lock_route' : 'unlock_route', route_id: route.id, lock }],
  }
}

/** A place on a route, as the server offers it; without a route, on a new one of the driver. */
export type ChosenPlace = {
  route_id: string | null
  driver_id: string
  driver_name: string
  position: number
  pickup_position: number | null
}

/** Puts a delivery at one of its cheapest places. */
export function insertingAt(delivery: ChosenDelivery, place: ChosenPlace): Proposal {
  const { route_id, position, pickup_position } = place
  if (route_id === null) {
    return {
      title: `Begin a route for ${place.driver_name} with #${delivery.delivery_number}`,
      verb: 'Begin route',
      changes: [{ type: 'insert', delivery_id: delivery.delivery_id, driver_id: place.driver_id }],
    }
  }
  return {
    title: `Insert #${delivery.delivery_number} into ${place.driver_name}’s route`,
    verb: 'Insert',
    changes: [
      {
        type: 'insert',
        delivery_id: delivery.delivery_id,
        route_id,
        position,
        ...(pickup_position !== null && { pickup_position }),
      },
    ],
  }
}

/** As many as one change may hold. */
export const mostInserted = 50

/** Puts each delivery where it costs least, one after the other. */
export function insertingAll(deliveries: readonly ChosenDelivery[]): Proposal {
  const first = deliveries.slice(0, mostInserted)
  const words = deliveriesNamed(first.map(({ delivery_number }) => delivery_number))
  return {
    title: `Insert ${words} at the cheapest places`,
    verb: 'Insert',
    changes: first.map(({ delivery_id }) => ({ type: 'insert', delivery_id })),
  }
}
