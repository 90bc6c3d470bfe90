import { insert } from '#solver/index.ts'
import type { Inserted, InsertRequest } from './protocol.ts'

/** Finds the cheapest place for one more job, inside a thread. */
export function insertOrder({ problem, plan, order }: InsertRequest): Inserted {
  const { plan: after, vehicle, positions, addedCost, shifts, reason } = insert(problem, plan, order)
  const end = 'id' in order ? { type: 'job', id: order.id } : { type: 'delivery', id: order.delivery.id }
  const steps = after.routes.find((route) => route.vehicle === vehicle)?.steps
  const arrival = steps?.find(({ type, id }) => type === end.type && id === end.id)?.arrival
  return {
    kind: 'inserted',
    arrival,
    positions,
    addedCost,
    shifts,
    ...(vehicle !== undefined && { vehicle }),
    ...(reason && { reason }),
  }
}
