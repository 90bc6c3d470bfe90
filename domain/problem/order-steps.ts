import type { VroomOrderReference } from '#solver/json/vroom.ts'
import { ordersAmong } from './groups.ts'
import type { DayProblem } from './day-problem.ts'
import type { PlannerDelivery } from './types.ts'

/** Makes every step of an order come after all of the step before. */
export function orderSteps<D extends PlannerDelivery, R>({ problem, deliveries }: DayProblem<D, R>): void {
  const idOf = new Map([...deliveries].map(([id, delivery]) => [delivery, id]))
  const jobs = new Map(problem.jobs.map((job) => [job.id, job]))
  const shipments = new Map(problem.shipments.map((shipment) => [shipment.pickup.id, shipment]))
  for (const parts of ordersAmong([...deliveries.values()])) {
    const steps = [...Map.groupBy(parts, ({ order_step }) => order_step ?? 0)]
      .filter(([step]) => step > 0)
      .toSorted(([a], [b]) => a - b)
    steps.slice(1).forEach(([, later], index) => {
      const [, earlier] = steps[index]!
      const after = earlier.map((part): VroomOrderReference => {
        const id = idOf.get(part)!
        return { type: jobs.has(id) ? 'job' : 'shipment', id }
      })
      for (const part of later) {
        const id = idOf.get(part)!
        const task = jobs.get(id) ?? shipments.get(id)!
        task.after = after
      }
    })
  }
}
