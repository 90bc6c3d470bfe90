import type { DeliveryState } from '../delivery-state.ts'

/** Where a delivery is, as its recipient thinks of it. */
export const trackingSteps = [
  'expected',
  'on_the_way',
  'next',
  'arrived',
  'delivered',
  'failed',
  'returning',
  'cancelled',
] as const
export type TrackingStep = (typeof trackingSteps)[number]

type Known = {
  status: DeliveryState
  /** The driver has left for the first stop, or a later one. */
  hasLeft: boolean
  stopsBefore: number | null
  /** How often it failed, and how often it may. */
  attempts: number
  mostAttempts: number
}

/** Where a delivery is, in a recipient's words. */
export function stepOf({ status, hasLeft, stopsBefore, attempts, mostAttempts }: Known): TrackingStep {
  if (status === 'failed') return attempts >= mostAttempts ? 'returning' : 'failed'
  if (status === 'delivered' || status === 'cancelled' || status === 'arrived') return status
  const isUnderWay = status === 'in_transit' || (status === 'dispatched' && hasLeft)
  if (!isUnderWay) return 'expected'
  return stopsBefore === 0 ? 'next' : 'on_the_way'
}
