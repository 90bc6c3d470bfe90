import type { VroomVehicleStep } from '#solver/json/vroom.ts'
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
