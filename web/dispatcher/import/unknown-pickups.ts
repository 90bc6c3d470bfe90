import type { Depot } from '#domain/schema/depot.ts'
import type { DeliveryRow } from '#domain/schema/delivery.ts'
import { meantDepot } from '../deliveries/form/meant-depot.ts'

/** Pickup addresses without a position that are none of the depots, with how many rows have each, the most frequent first. */
export function unknownPickups(
  rows: readonly DeliveryRow[],
  depots: readonly Pick<Depot, 'name' | 'address' | 'aliases'>[],
): { address: string; rows: number }[] {
  const counts = new Map<string, number>()
  for (const { pickup_address: address, pickup_location } of rows) {
    if (!address || pickup_location || meantDepot(address, depots)) continue
    counts.set(address, (counts.get(address) ?? 0) + 1)
  }
  return [...counts].map(([address, count]) => ({ address, rows: count })).toSorted((a, b) => b.rows - a.rows)
}
