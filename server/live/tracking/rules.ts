import type { Event } from '#domain/events/event.ts'

/** Which followed deliveries some events may have changed something of. */
export type Concern = {
  deliveryIds: Set<string>
  /** Those whose links may open nothing any more. */
  revokedIds: Set<string>
  /** Routes and drivers whose deliveries may be nearer now, or farther. */
  routeIds: Set<string>
  driverIds: Set<string>
  /** What the workspace shows its recipients changed. */
  isForAll: boolean
}

const revoking: readonly Event['type'][] = ['delivery.link_renewed', 'delivery.deleted', 'delivery.erased']

export function concernOf(events: Event[]): Concern {
  const concern: Concern = {
    deliveryIds: new Set(),
    revokedIds: new Set(),
    routeIds: new Set(),
    driverIds: new Set(),
    isForAll: false,
  }
  for (const { type, subject, data, previous } of events) {
    const { kind, id } = subject
    if (kind === 'delivery') concern.deliveryIds.add(id)
    if (revoking.includes(type)) concern.revokedIds.add(id)
    if (kind === 'route') concern.routeIds.add(id)
    // What becomes of one stop brings the others of the same driver nearer.
    if (kind === 'delivery' || kind === 'shift')
      for (const { driver_id: driver } of [data, previous] as Driven[]) if (driver) concern.driverIds.add(driver)
    if (kind === 'tracking_settings') concern.isForAll = true
  }
  return concern
}

type Driven = { driver_id?: string | null }
