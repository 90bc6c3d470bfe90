import type { TrackingProgress } from '../schema/tracking.ts'

/** The private channel of a delivery's tracking page, without the protocol's `realtime:`. */
export const trackingTopic = (deliveryId: string) => `tracking:${deliveryId}`

/** What the server says there, as broadcasts of the realtime service. */
export type TrackingMessages = {
  /** First of all. Whoever shows another version reads again. */
  start: { version: number }
  /** How far the delivery is now, where it is under way. */
  progress: TrackingProgress & { version: number }
  /** Something else of what the page shows is different: read again. */
  changed: Record<string, never>
}
