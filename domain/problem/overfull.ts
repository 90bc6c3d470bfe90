import { roomsOf, type Quantity } from './rooms.ts'
import type { PlannerDelivery, PlannerVehicle } from './types.ts'

type Visit = { kind: string; delivery: PlannerDelivery }

/** Compartments with too little room, each in a dispatcher's units. */
export type Overfull = Pick<Quantity, 'kind' | 'unit' | 'where'> & { carried: number; most: number }

/**
 * The compartments that would hold more than they can at some moment of a route. Of a vehicle that reloads nothing is said,
 * since its visits do not tell on which trip they are.
 */
export function overfullIn(vehicle: PlannerVehicle | null, visits: readonly Visit[]): Overfull[] {
  if (!vehicle?.compartments?.length || vehicle.reloads) return []
  const { quantities, brought, collected, capacity } = roomsOf(
    [vehicle],
    visits.map(({ delivery }) => delivery),
  )
  const picked = new Set(visits.flatMap(({ kind, delivery }) => (kind === 'pickup' ? [delivery.id] : [])))
  const isFromDepot = ({ kind, delivery }: Visit) =>
    kind === 'delivery' && !picked.has(delivery.id) && delivery.kind !== 'return'
  const add = (one: readonly number[], other: readonly number[], sign = 1) =>
    other.map((amount, at) => (one[at] ?? 0) + sign * amount)
  let load = visits.filter(isFromDepot).reduce<number[]>((sum, { delivery }) => add(sum, brought(delivery)), [])
  let most = load
  for (const visit of visits) {
    const { kind, delivery } = visit
    const comes = kind === 'pickup' || delivery.kind === 'return'
    load = add(load, brought(delivery), comes ? 1 : -1)
    if (kind === 'delivery' && delivery.kind === 'exchange') load = add(load, collected(delivery))
    most = load.map((amount, at) => Math.max(amount, most[at] ?? 0))
  }
  const limits = capacity(vehicle)
  return quantities.flatMap(({ kind, unit, share, where }, at) =>
    where && (most[at] ?? 0) > limits[at]!
      ? [{ kind, unit, where, carried: most[at]! / share, most: limits[at]! / share }]
      : [],
  )
}
