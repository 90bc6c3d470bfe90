import { broughtBy, collectedBy } from '../problem/amounts.ts'
import type { PlannerDelivery } from '../problem/types.ts'
import type { StopKind } from '../schema/plan.ts'

/** A stop at which something is picked up or handed over. */
export type Visit<D> = { kind: StopKind; delivery: D }

/** Whether something is collected that stays on board until the end. */
export function takesAlong(delivery: PlannerDelivery): boolean {
  const { kind = 'delivery' } = delivery
  return kind === 'return' || (kind === 'exchange' && collectedBy(delivery).some((amount) => amount > 0))
}

/** Whether something is handed over that came from the depot. */
export function handsOver(delivery: PlannerDelivery): boolean {
  if (!takesAlong(delivery)) return true
  return delivery.kind === 'exchange' && broughtBy(delivery).some((amount) => amount > 0)
}
