import { isClosed } from '#domain/plan-change/route-locks.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { deliveriesNamed, locking, lockingRoute, type Proposal } from '../changes/proposals.ts'

/** Why nothing was picked up, in words, and what would help. */
export type Held = { title: string; description: string; unlock?: Proposal }

/** What keeps stops and unassigned deliveries where they are. Null if nothing of this plan was meant. */
export function whyHeld(plan: Plan, ids: ReadonlySet<string>): Held | null {
  const meant = plan.routes.flatMap((route) =>
    route.stops.flatMap((stop) => (ids.has(stop.id) && isVisit(stop) ? [{ route, stop }] : [])),
  )
  const closed = meant.find(({ route }) => isClosed(route))?.route
  if (closed)
    return {
      title: `${closed.driver_name}’s route is locked`,
      description: 'Unlock it to drag its stops.',
      unlock: lockingRoute(closed, 'route', false),
    }
  const locked = meant.map(({ stop }) => stop).filter((stop) => stop.locked)
  if (locked.length > 0) {
    const title = `${named(locked)} ${locked.length === 1 ? 'is' : 'are'} locked`
    return { title, description: 'Unlock to drag.', unlock: locking(locked, 'unlock') }
  }
  if (meant.length > 0)
    return {
      title: `${named(meant.map(({ stop }) => stop))} cannot be moved`,
      description: 'The driver has been there, or is on the way.',
    }
  const lost = plan.unassigned.filter(({ delivery_id }) => ids.has(delivery_id))
  if (lost.length === 0) return null
  return { title: `${named(lost)} cannot be dragged`, description: 'Its address has no position on the map yet.' }
}

const named = (some: readonly { delivery_number: number | null }[]) =>
  deliveriesNamed(some.flatMap(({ delivery_number }) => delivery_number ?? []))
