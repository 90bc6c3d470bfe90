import type { RouteLock } from '../schema/plan.ts'
import type { EditRoute } from './edit-route.ts'

const locksOf = ({ locks = [] }: Pick<EditRoute, 'locks'>) => locks

export const hasLock = (route: Pick<EditRoute, 'locks'>, lock: RouteLock) => locksOf(route).includes(lock)

/** The route with a lock, or without it. */
export function withLock(route: EditRoute, lock: RouteLock, isOn: boolean): EditRoute {
  const others = locksOf(route).filter((each) => each !== lock)
  return { ...route, locks: isOn ? [...others, lock].toSorted() : others }
}

/** Whether a lock keeps the stops of a route in their order. */
export const keepsOrder = (route: Pick<EditRoute, 'locks'>) => hasLock(route, 'order') || hasLock(route, 'route')

/** Whether a lock keeps a route as it is, so that nothing is put on it unless somebody names it. */
export const isClosed = (route: Pick<EditRoute, 'locks'>) => hasLock(route, 'route')

export type BrokenLock = { route_id: string; lock: RouteLock; sentence: string }

/** The locks that changed routes do not keep, in words. A lock that was taken off together with the change is no lock. */
export function brokenLocks(
  before: readonly EditRoute[],
  after: readonly EditRoute[],
  nameOf: (driverId: string) => string,
): BrokenLock[] {
  const now = new Map(after.map((route) => [route.id, route]))
  return before.flatMap((route) => {
    const then = now.get(route.id)
    const locks = then ? locksOf(route).filter((lock) => hasLock(then, lock)) : locksOf(route)
    const lock = then === route || locks.length === 0 ? null : brokenBy(route, then, locks)
    const sentence = lock && `${nameOf(route.driver_id)}’s route: ${brokenWords[lock]}`
    return lock && sentence ? [{ route_id: route.id, lock, sentence }] : []
  })
}

const brokenWords: Record<RouteLock, string> = {
  route: 'it was locked as it is.',
  driver: 'its stops were locked to the driver.',
  order: 'its order was locked.',
}

function brokenBy(route: EditRoute, then: EditRoute | undefined, locks: readonly RouteLock[]): RouteLock | null {
  const has = (lock: RouteLock) => locks.includes(lock)
  const stays = new Set(then?.stops.map(({ id }) => id))
  const isLeft = route.stops.some(({ id }) => !stays.has(id))
  const isJoined = then !== undefined && then.stops.length > route.stops.length - (isLeft ? 1 : 0)
  const isElse = then === undefined || then.driver_id !== route.driver_id || then.vehicle_id !== route.vehicle_id
  if (has('route') && (isElse || isLeft || isJoined || !isInOrder(route, then))) return 'route'
  if (has('driver') && (isLeft || then?.driver_id !== route.driver_id)) return 'driver'
  return has('order') && then && !isInOrder(route, then) ? 'order' : null
}

/** Whether the stops that are still there come in the same order. */
function isInOrder(route: EditRoute, then: EditRoute): boolean {
  const were = new Set(route.stops.map(({ id }) => id))
  const order = then.stops.filter(({ id }) => were.has(id)).map(({ id }) => id)
  const stay = new Set(order)
  return route.stops.filter(({ id }) => stay.has(id)).every(({ id }, place) => order[place] === id)
}
