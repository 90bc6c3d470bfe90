import type { VroomInput, VroomOutput } from '../json/vroom.ts'
import type { Optimum } from './exhaustive/exhaustive.ts'

/** What a plan of this cost leaves out, and what it costs with the prizes of that: to be held against the optimum. */
export function outcomeOf(problem: VroomInput, { unassigned, summary }: VroomOutput, cost: number): Optimum {
  const { jobs, shipments = [] } = problem
  const out = new Set(unassigned.map(({ type, id }) => `${type} ${id}`))
  const orders = [
    ...jobs.map((job) => ({ ...job, name: `job ${job.id}` })),
    ...shipments.map((shipment) => ({ ...shipment, name: `pickup ${shipment.pickup.id}` })),
  ]
  const left = orders.filter(({ name, prize }) => out.has(name) && prize === undefined)
  return {
    missedPriority: left.reduce((sum, { priority = 0 }) => sum + priority, 0),
    missed: left.length,
    cost: cost + (summary.missed_prizes ?? 0),
  }
}

/** The same in whole units of cost. */
export function rounded(outcome: Optimum): Optimum {
  return { ...outcome, cost: Math.round(outcome.cost) }
}
