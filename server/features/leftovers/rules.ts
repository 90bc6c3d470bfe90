import { failureReasons, type FailureReason } from '#domain/failure-reasons.ts'
import type { LeftoverKind } from '#domain/schema/leftover.ts'
import type { DeliveryState } from '#domain/delivery-state.ts'

/** What decides whether something that is left can come on another day. */
export type Left = {
  status: DeliveryState
  failure_reason: FailureReason | null
  latest_date: string | null
  erased_at: string | null
  driver_name: string | null
}

type Verdict = { kind: LeftoverKind; reason: string } | { code: string; reason: string }

/** Trying once more would not help. */
const inVain: readonly FailureReason[] = ['refused', 'damaged']

/** Whether what is left of a day moves to the day `to`: why it is left, or why it stays. */
export function verdictOf({ status, failure_reason, latest_date, erased_at, driver_name }: Left, to: string): Verdict {
  const driver = driver_name ?? 'its driver'
  if (erased_at) return { code: 'delivery_erased', reason: 'The recipient’s data was erased.' }
  if (status === 'cancelled') return { code: 'delivery_state', reason: 'It was canceled.' }
  if (status === 'in_transit') return { code: 'delivery_on_route', reason: `${driver} is on the way to it.` }
  if (status === 'arrived') return { code: 'delivery_on_route', reason: `${driver} is at the door.` }
  if (latest_date !== null && latest_date < to) {
    return { code: 'no_day', reason: 'Its last day is before the day that you move to.' }
  }
  if (status === 'failed') {
    const said = failure_reason && failureReasons[failure_reason].say
    if (failure_reason && inVain.includes(failure_reason)) return { code: 'delivery_state', reason: said! }
    return { kind: 'failed', reason: said ?? 'It failed.' }
  }
  if (status === 'pending') return { kind: 'unassigned', reason: 'It is on no route.' }
  return { kind: 'on_route', reason: `It is still on ${driver_name ? `${driver_name}’s` : 'a'} route.` }
}
