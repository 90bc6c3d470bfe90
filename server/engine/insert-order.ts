import { insertOneOf } from '#solver/index.ts'
import type { Inserted, InsertRequest } from './protocol.ts'

/** Finds the cheapest place for one more order, inside a thread. */
export function insertOrder({ problem, plan, orders }: InsertRequest): Inserted {
  const { plan: after, chosen, vehicle, positions, addedCost, shifts, reasons } = insertOneOf(problem, plan, orders)
  const order = orders[chosen]!
  const end = 'id' in order ? { type: 'job', id: order.id } : { type: 'delivery', id: order.delivery.id }
  const steps = after.routes.find((route) => route.vehicle === vehicle)?.steps
  const arrival = steps?.find(({ type, id }) => type === end.type && id === end.id)?.arrival
  return {
    kind: 'inserted',
    arrival,
    chosen,
    reasons,
    positions,
    addedCost,
    shifts,
    ...(vehicle !== undefined && { vehicle }),
  }
}
