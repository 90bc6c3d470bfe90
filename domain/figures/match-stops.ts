import type { Ended } from './attempts.ts'
import type { RawDelivery } from './raw.ts'

/** A stop at the door of a delivery, on a route that was dispatched. */
type Candidate = { stop_id: string; route_id: string; starts_at: number }

/**
 * Which stop each attempt was at. The last one of a delivery that has ended is on the route that its row names. Others were
 * on the last route that had begun when they ended. No stop has two attempts.
 * @returns the stop of each attempt, in their order
 */
export function matchStops(
  delivery: Pick<RawDelivery, 'status' | 'route_id'>,
  attempts: readonly Ended[],
  candidates: readonly Candidate[],
): (Candidate | undefined)[] {
  const left = candidates.toSorted((a, b) => a.starts_at - b.starts_at || a.stop_id.localeCompare(b.stop_id))
  const take = (of: (candidate: Candidate) => boolean) => {
    const at = left.findLastIndex(of)
    return at === -1 ? undefined : left.splice(at, 1)[0]
  }
  const isOver = delivery.status === 'delivered' || delivery.status === 'failed'
  const lastOne = isOver ? take(({ route_id }) => route_id === delivery.route_id) : undefined
  // A plan may begin later than somebody says that it was done.
  const slack = 12 * 3_600_000
  return attempts
    .map((attempt, index) => ({ attempt, isLast: index === attempts.length - 1 }))
    .toReversed()
    .map(({ attempt: { at }, isLast }) => {
      if (isLast && lastOne) return lastOne
      return take(({ starts_at }) => starts_at <= at) ?? take(({ starts_at }) => starts_at <= at + slack)
    })
    .toReversed()
}
