import type { StatusByHand } from '#domain/delivery-state.ts'
import { failureReasons } from '#domain/failure-reasons.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { stateLook } from '#web/ui/state-badge.tsx'

/** What a menu offers. Three dots say that a question follows. */
export function stepLabel(status: StatusByHand): string {
  return status === 'failed' ? 'Failed…' : stateLook(status).label
}

/** What a delivery's status says besides its name: since when, why it failed, and what somebody wrote. */
export function statusLines(
  {
    status,
    status_at,
    failure_reason,
    status_note,
  }: Pick<Delivery, 'status' | 'status_at' | 'failure_reason' | 'status_note'>,
  timeZone: string,
): string[] {
  const isTold = status === 'in_transit' || status === 'arrived' || status === 'delivered' || status === 'failed'
  return [
    isTold && status_at ? formatDateTime(status_at, timeZone) : undefined,
    failure_reason ? failureReasons[failure_reason].say : undefined,
    status_note ? `“${status_note}”` : undefined,
  ].filter((line) => line !== undefined)
}
