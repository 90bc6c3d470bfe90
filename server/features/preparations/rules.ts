import { AppError } from '#domain/errors.ts'
import { toMinute } from '#domain/kitchen/pickup-slots.ts'
import type { Preparation, PreparationChange, PreparationState } from '#domain/schema/pickup-place.ts'

const minute = 60_000

/** A kitchen that accepts an order so much later than it was placed begins with it then. */
const lateAfterMinutes = 2

type Order = Pick<Preparation, 'state' | 'ready_at'> & { ordered_at: string; minutes: number }

/**
 * When an order is ready after what its kitchen says: as it says, or its preparation begins as the order is accepted.
 * @throws AppError `ready_before_ordered`
 */
export function readyAfter(order: Order, { state, more_minutes, ready_at }: PreparationChange, now: Date): number {
  const before = Date.parse(order.ready_at)
  if (ready_at !== undefined) {
    const said = Date.parse(ready_at)
    if (said < Date.parse(order.ordered_at)) throw new AppError('ready_before_ordered')
    return toMinute(said)
  }
  if (more_minutes !== undefined) return toMinute(Math.max(before, now.getTime()) + more_minutes * minute)
  const begins = order.state === 'new' && (state === 'accepted' || state === 'preparing')
  const soonest = toMinute(now.getTime() + order.minutes * minute)
  if (begins && soonest - before >= lateAfterMinutes * minute) return soonest
  const isReadyLate = state === 'ready' && now.getTime() - before >= lateAfterMinutes * minute
  return isReadyLate ? toMinute(now.getTime()) : before
}

type Times = Pick<Preparation, 'accepted_at' | 'preparing_at' | 'made_ready_at' | 'picked_up_at'>

/** Since when each state holds. What comes before a state has been; what comes after it has not. */
export function timesAfter(times: Times, state: PreparationState, now: Date): Times {
  const at = now.toISOString()
  const order: PreparationState[] = ['new', 'accepted', 'preparing', 'ready', 'picked_up']
  const reached = order.indexOf(state)
  const own = (index: number, since: string | null) =>
    reached < index ? null : reached === index ? (since ?? at) : since
  return {
    accepted_at: own(1, times.accepted_at),
    preparing_at: own(2, times.preparing_at),
    made_ready_at: own(3, times.made_ready_at),
    picked_up_at: own(4, times.picked_up_at),
  }
}
