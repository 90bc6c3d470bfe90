import type { Stop } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'

/** Which stops may not change places: those already done, and those locked. */
export type IsFixed = (id: string) => boolean

/**
 * The order after the selected stops have moved one place up or down. They keep their own order; those at an end, or beside a
 * stop that may not move, stay where they are.
 */
export function stepped(
  order: readonly string[],
  selected: ReadonlySet<string>,
  step: 'up' | 'down',
  isFixed: IsFixed,
): string[] {
  const next = step === 'up' ? [...order] : order.toReversed()
  const isMoving = (id: string) => selected.has(id) && !isFixed(id)
  for (let at = 1; at < next.length; at++) {
    const before = next[at - 1]!
    if (!isMoving(next[at]!) || isMoving(before) || isFixed(before)) continue
    next[at - 1] = next[at]!
    next[at] = before
  }
  return step === 'up' ? next : next.toReversed()
}

/**
 * The order with some stops taken out and put back together beside another.
 * @param beside null for the beginning of the route
 */
export function putBeside(
  order: readonly string[],
  moving: ReadonlySet<string>,
  beside: string | null,
  side: 'before' | 'after' = 'after',
): string[] {
  const rest = order.filter((id) => !moving.has(id))
  const moved = order.filter((id) => moving.has(id))
  // Dropped on one of themselves, they gather where it stands.
  const at = beside === null ? 0 : placeIn(rest, order, moving, beside, side)
  return [...rest.slice(0, at), ...moved, ...rest.slice(at)]
}

function placeIn(
  rest: readonly string[],
  order: readonly string[],
  moving: ReadonlySet<string>,
  beside: string,
  side: 'before' | 'after',
): number {
  if (!moving.has(beside)) return rest.indexOf(beside) + (side === 'after' ? 1 : 0)
  return order.slice(0, order.indexOf(beside)).filter((id) => !moving.has(id)).length
}

export function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, at) => id === other[at])
}

type Placed = { id: string; kind: Stop['kind']; sequence: number }

/** The stops of a route with its visits in another order. Breaks and depots keep their places until times are known. */
export function inOrder<S extends Placed>(stops: readonly S[], order: readonly string[]): S[] {
  const byId = new Map(stops.map((stop) => [stop.id, stop]))
  const visits = order.flatMap((id) => byId.get(id) ?? [])
  const wanted = stops.filter(isVisit)
  // The route was changed meanwhile.
  if (visits.length !== wanted.length) return [...stops]
  let at = 0
  return stops.map((stop) => {
    if (!isVisit(stop)) return stop
    const visit = visits[at++]!
    return { ...visit, sequence: at }
  })
}
