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
 * The only allowed changes. Steps back take back a plan (`planned → pending`, `dispatched → planned`) or start a new
 * attempt (`failed → pending`). A dispatcher who is told only the outcome goes there from `dispatched`: the steps between
 * are left out rather than made up.
 */
const changes: Record<DeliveryState, readonly DeliveryState[]> = {
  pending: ['planned', 'cancelled'],
  planned: ['dispatched', 'pending', 'cancelled'],
  dispatched: ['in_transit', 'arrived', 'delivered', 'planned', 'failed', 'cancelled'],
  in_transit: ['arrived', 'delivered', 'failed', 'cancelled'],
  arrived: ['delivered', 'failed', 'cancelled'],
  delivered: [],
  failed: ['pending', 'cancelled'],
  cancelled: ['pending'],
}

/** Whether a delivery may change from state `from` to state `to`. */
export function canChange(from: DeliveryState, to: DeliveryState): boolean {
  return changes[from].includes(to)
}

/** Whether a change of a plan may move a delivery straight on or off one that is approved or dispatched. */
export function canChangeWithPlan(from: DeliveryState, to: DeliveryState): boolean {
  const onPlan = ['planned', 'dispatched']
  return (from === 'pending' && onPlan.includes(to)) || (onPlan.includes(from) && to === 'pending')
}

/** States from which `to` can be reached in one step. */
export function statesBefore(to: DeliveryState): DeliveryState[] {
  return deliveryStates.filter((from) => canChange(from, to))
}

/** Whether undoing a cancellation may return to state `to`: any state that could be cancelled. */
export function canUncancel(to: DeliveryState): boolean {
  return canChange(to, 'cancelled')
}

/** A delivery that is on no route may be edited or deleted. */
export function isEditable(state: DeliveryState): boolean {
  return state === 'pending' || state === 'failed' || state === 'cancelled'
}

/** Whether nothing is to be done for a delivery any more. */
export function isEnd(state: DeliveryState): boolean {
  return state === 'delivered' || state === 'failed' || state === 'cancelled'
}

/** What a person may say has happened, where no app does. */
export const statusesByHand = ['in_transit', 'arrived', 'delivered', 'failed'] as const
export type StatusByHand = (typeof statusesByHand)[number]

/** What a person may say next of a delivery in this state. */
export function nextByHand(from: DeliveryState): StatusByHand[] {
  return statusesByHand.filter((to) => canChange(from, to))
}

/** What a status can be corrected to: how far a dispatched delivery really came. */
export const correctedStatuses = ['dispatched', ...statusesByHand] as const
export type CorrectedStatus = (typeof correctedStatuses)[number]

/** Whether a delivery in this state has a status that can have been wrong. Before its driver starts, a plan decides. */
export function isCorrectable(state: DeliveryState): state is StatusByHand {
  return statusesByHand.some((each) => each === state)
}
