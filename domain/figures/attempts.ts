import { isEnd, type DeliveryState } from '../delivery-state.ts'
import type { RawDelivery, RawEntry } from './raw.ts'

/** One time that a delivery was brought to the door, and how it ended. */
export type Ended = { outcome: 'delivered' | 'failed'; at: number; reason: string | null }

const isOutcome = (state: DeliveryState | undefined): state is Ended['outcome'] =>
  state === 'delivered' || state === 'failed'

/**
 * The attempts of a delivery, from its history: each time that it became delivered or failed. A correction changes what was
 * said of the last one, or takes it back. Undoing a cancellation, or that it was opened again, is no new attempt. A delivery
 * whose history does not say has the one that its row tells.
 */
export function endedAttempts(entries: readonly RawEntry[], delivery: RawDelivery): Ended[] {
  const ended: Ended[] = []
  let reason: string | null = null
  let state: DeliveryState = 'pending'
  for (const { isCorrection, at, status, status_at, reason: said } of entries) {
    if (said !== undefined) reason = said
    const corrected: Ended | undefined = isCorrection && isOutcome(state) ? ended.pop() : undefined
    const isUndone = state === 'cancelled' || (isCorrection && state === 'pending')
    const next: DeliveryState | undefined = status ?? corrected?.outcome
    if (isOutcome(next) && !(isUndone && ended.length)) {
      const when = status_at ?? corrected?.at ?? at
      ended.push({ outcome: next, at: when, reason: next === 'failed' ? reason : null })
    }
    state = next ?? state
  }
  const { status, status_at, failure_reason } = delivery
  if (!ended.length && isOutcome(status) && !entries.some((entry) => entry.status && isEnd(entry.status))) {
    return [{ outcome: status, at: status_at, reason: status === 'failed' ? failure_reason : null }]
  }
  return ended
}
