import type { StopKind } from './schema/plan.ts'

/** Whether somebody is visited there, to bring or to collect something. The others are breaks and depots. */
export function isVisit({ kind }: { kind: StopKind }): boolean {
  return kind === 'pickup' || kind === 'delivery'
}

/** How many deliveries a route carries out. The pickup and the delivery of a shipment are one. */
export function countDeliveries(stops: readonly { delivery_id: string | null }[]): number {
  return new Set(stops.flatMap(({ delivery_id }) => delivery_id ?? [])).size
}
