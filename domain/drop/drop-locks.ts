import type { EditRoute } from '../plan-change/edit-route.ts'
import { brokenLocks } from '../plan-change/route-locks.ts'

/** A lock that a drop would not keep: of a stop, or of a route. */
export const dropLocks = ['locked', 'order_locked', 'driver_locked', 'route_locked'] as const
export type DropLock = (typeof dropLocks)[number]

/** The locks that changed routes do not keep. A locked stop stays on its route; others may come before it. */
export function locksAgainst(before: readonly EditRoute[], after: readonly EditRoute[]): DropLock[] {
  const now = new Map(after.map((route) => [route.id, new Set(route.stops.map(({ id }) => id))]))
  const hasLeft = before.some(({ id, stops }) => stops.some((stop) => stop.locked && !now.get(id)?.has(stop.id)))
  const ofRoutes = brokenLocks(before, after, () => '').map(({ lock }) => `${lock}_locked` as const)
  return [...new Set([...(hasLeft ? (['locked'] as const) : []), ...ofRoutes])]
}

/** Whether a lock is in the way, of all that a drop would break. */
export const locksAmong = (breaks: readonly string[]): DropLock[] => dropLocks.filter((lock) => breaks.includes(lock))
