import { onceByGroup } from '../json/rank.ts'
import type { VroomInput, VroomOutput } from '../json/vroom.ts'
import type { Optimum } from './exhaustive/exhaustive.ts'

/** What a plan leaves out, and its cost including missed prizes, for comparison with the optimum. */
export function outcomeOf(problem: VroomInput, { unassigned, summary }: VroomOutput, cost: number): Optimum {
  const { jobs, shipments = [] } = problem
  const out = new Set(unassigned.map(({ type, id }) => `${type} ${id}`))
  const orders = [
    ...jobs.map((job) => ({ ...job, name: `job ${job.id}` })),
    ...shipments.map((shipment) => ({ ...shipment, name: `pickup ${shipment.pickup.id}` })),
  ]
  const left = orders.filter(({ name, prize }) => out.has(name) && prize === undefined).filter(onceByGroup(problem))
  return {
    missedPriority: left.reduce((sum, { priority = 0 }) => sum + priority, 0),
    missed: left.length,
    cost: cost + (summary.missed_prizes ?? 0),
  }
}

/** The same with the cost rounded. */
export function rounded(outcome: Optimum): Optimum {
  return { ...outcome, cost: Math.round(outcome.cost) }
}
