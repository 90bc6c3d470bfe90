import type { PlanEdit } from '#domain/schema/plan-change.ts'
import type { Route } from '#domain/schema/plan.ts'

/** Where deliveries that are inserted would be brought to, in the order in which they are inserted. */
export function insertedStops(changes: readonly PlanEdit[], routes: readonly Route[]) {
  // The last stop of a delivery that is picked up on the way is where it goes.
  const byDelivery = new Map(
    routes.flatMap(({ driver_name, stops }) =>
      stops.map(({ delivery_id, delivery_number, sequence, arrival_at }) => [
        delivery_id,
        { delivery_number, sequence, arrival_at, driver_name },
      ]),
    ),
  )
  return changes.flatMap((change) => {
    const stop = change.type === 'insert' ? byDelivery.get(change.delivery_id) : undefined
    return stop && change.type === 'insert' ? { delivery_id: change.delivery_id, ...stop } : []
  })
}
