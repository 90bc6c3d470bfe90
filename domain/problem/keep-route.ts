import type { VroomInput, VroomVehicle, VroomVehicleStep } from '#solver/json/vroom.ts'
import type { DayProblem } from './day-problem.ts'

/** The solver links no more than this many. */
export const mostLinked = 100

type Planned = Pick<DayProblem<{ order_reference?: string | null }, unknown>, 'problem' | 'deliveries'>

/** Steps that stay on their vehicle also come in this order, as far as no order of several parts says otherwise. */
export function keepInOrder({ problem, deliveries }: Planned, steps: readonly VroomVehicleStep[]): void {
  const jobs = new Map(problem.jobs.map((job) => [job.id, job]))
  const own = steps
    .filter(({ type, id }) => type === 'job' && !deliveries.get(id!)?.order_reference)
    .slice(0, mostLinked)
  for (const [index, { id }] of own.entries()) {
    const before = own[index - 1]
    if (!before) continue
    const job = jobs.get(id!)!
    job.after = [...(job.after ?? []), { type: 'job', id: before.id! }]
  }
}

/** Lets only this vehicle serve its locked steps, by a skill that nobody else has. */
export function bindBySkill(problem: VroomInput, vehicle: VroomVehicle, steps: readonly VroomVehicleStep[]): void {
  const ids = new Set(steps.flatMap(({ id, lock }) => (lock ? id! : [])))
  if (!ids.size) return
  const orders = [...problem.jobs, ...(problem.shipments ?? [])]
  const skill = 1 + Math.max(0, ...[...orders, ...problem.vehicles].flatMap(({ skills = [] }) => skills))
  vehicle.skills = [...(vehicle.skills ?? []), skill]
  for (const order of orders) {
    const id = 'id' in order ? order.id : order.pickup.id
    if (ids.has(id)) order.skills = [...(order.skills ?? []), skill]
  }
}
