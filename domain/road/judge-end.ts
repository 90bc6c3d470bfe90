import { isEnd, type DeliveryState } from '../delivery-state.ts'
import type { PlanState } from '../schema/plan.ts'
import type { OutcomeCode } from './outcomes.ts'

/** What is known of a delivery that a driver says they ended. */
export type Known = {
  status: DeliveryState
  isDeleted: boolean
  isErased: boolean
  /** The route that it is on now, if any. */
  route: { driver_id: string; state: PlanState } | null
  /** Whether the driver added it, and it is on no route for want of a place. */
  isUnplaced?: boolean
  /** When somebody corrected its status last. */
  correctedAt: Date | undefined
}

type Said = { status: 'in_transit' | 'delivered' | 'failed'; driverId: string; at: Date }

/**
 * Whether what a driver did applies plainly, in spite of what changed meanwhile, or not at all. The driver's word stands:
 * only a correction that somebody made later, knowing what was said, weighs more.
 */
export function judgeEnd(
  known: Known,
  said: Said,
): { outcome: 'applied'; code: null } | { outcome: 'conflict' | 'kept'; code: OutcomeCode } {
  const { status, route } = known
  if (known.isErased) return { outcome: 'kept', code: 'was_erased' }
  if (known.correctedAt && known.correctedAt > said.at) return { outcome: 'kept', code: 'corrected_meanwhile' }
  if (status === said.status) return { outcome: 'kept', code: 'already_so' }
  if (known.isDeleted) return { outcome: 'conflict', code: 'was_deleted' }
  if (status === 'cancelled') return { outcome: 'conflict', code: 'was_cancelled' }
  if (isEnd(status)) return { outcome: 'conflict', code: 'was_ended' }
  if (route && route.driver_id !== said.driverId) return { outcome: 'conflict', code: 'was_moved' }
  if (known.isUnplaced) return { outcome: 'applied', code: null }
  if (route?.state !== 'dispatched') return { outcome: 'conflict', code: 'was_taken_back' }
  return { outcome: 'applied', code: null }
}

/** What a dispatcher reads of a conflict, after the status. */
export const conflictWords: Partial<Record<OutcomeCode, string>> = {
  was_deleted: 'It had been deleted meanwhile. The driver was offline.',
  was_cancelled: 'It had been canceled meanwhile. The driver was offline.',
  was_ended: 'Something else had been recorded meanwhile. The driver was offline.',
  was_moved: 'It had been given to another driver meanwhile. This driver was offline.',
  was_taken_back: 'Its route had been taken back meanwhile. The driver was offline.',
}
