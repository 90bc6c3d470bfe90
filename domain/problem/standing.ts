import type { VroomOrderReference, VroomVehicleStep } from '#solver/json/vroom.ts'
import type { DayProblem } from './day-problem.ts'
import type { PlannerDelivery, PlannerDriver } from './types.ts'

/** The solver links no more than this many. */
const mostLinked = 100

/**
 * Keeps standing routes: their deliveries stay with their driver and in their order, and others may come in between. They are
 * never left out, even if one of them is late by that. A vehicle that reloads keeps only the order, since the solver takes
 * no locked steps there.
 */
export function standingRoutes<D extends PlannerDelivery, R extends PlannerDriver>({
  problem,
  deliveries,
  drivers,
}: DayProblem<D, R>): void {
  const jobs = new Map(problem.jobs.map((job) => [job.id, job]))
  const shipments = new Map(problem.shipments.map((shipment) => [shipment.pickup.id, shipment]))
  // The steps of an order may say the opposite, and they count more.
  const standing = [...deliveries]
    .filter(([, { standing_position, order_reference }]) => standing_position != null && !order_reference)
    .toSorted(([, a], [, b]) => a.standing_position! - b.standing_position!)
  for (const vehicle of problem.vehicles) {
    const driver = drivers.get(vehicle.id)!
    const ids = standing.filter(([, { wanted_driver_id }]) => wanted_driver_id === driver.id).map(([id]) => id)
    if (!ids.length) continue
    for (const [index, id] of ids.entries()) {
      const before = ids[index - 1]
      if (before === undefined || ids.length > mostLinked) continue
      const task = jobs.get(id) ?? shipments.get(id)!
      const after: VroomOrderReference = { type: jobs.has(before) ? 'job' : 'shipment', id: before }
      task.after = [...(task.after ?? []), after]
    }
    if (vehicle.reload) continue
    vehicle.steps = ids.flatMap((id): VroomVehicleStep[] =>
      jobs.has(id)
        ? [{ type: 'job', id, lock: 'vehicle' }]
        : [
            { type: 'pickup', id, lock: 'vehicle' },
            { type: 'delivery', id, lock: 'vehicle' },
          ],
    )
  }
}
