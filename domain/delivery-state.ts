export const deliveryStates = [
  'pending',
  'planned',
  'dispatched',
  'in_transit',
  'arrived',
  'delivered',
  'failed',
  'cancelled',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * The only legal changes. Backward steps are a plan being taken back (`planned → pending`, `dispatched → planned`)
 * and a new attempt (`failed → pending`).
 */
const changes: Record<DeliveryState, readonly DeliveryState[]> = {
  pending: ['planned', 'cancelled'],
  planned: ['dispatched', 'pending', 'cancelled'],
  dispatched: ['in_transit', 'planned', 'failed', 'cancelled'],
  in_transit: ['arrived', 'delivered', 'failed', 'cancelled'],
  arrived: ['delivered', 'failed', 'cancelled'],
  delivered: [],
  failed: ['pending', 'cancelled'],
  cancelled: ['pending'],
}

/** Whether a delivery in state `from` may go to state `to`. */
export function canChange(from: DeliveryState, to: DeliveryState): boolean {
  return changes[from].includes(to)
}

/** States from which `to` can be reached in one step. */
export function statesBefore(to: DeliveryState): DeliveryState[] {
  return deliveryStates.filter((from) => canChange(from, to))
}

/** A delivery that no route holds may be edited freely or deleted. */
export function isEditable(state: DeliveryState): boolean {
  return state === 'pending' || state === 'failed' || state === 'cancelled'
}
