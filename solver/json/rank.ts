import type { VroomInput, VroomOutput } from './vroom.ts'

/**
 * How good a plan is beside others of the same problem: the priorities that it leaves out, how many jobs and shipments it
 * leaves out, and its cost with the prizes it missed. Smaller is better, the first figure that differs decides.
 */
export function rank(problem: VroomInput, plan: VroomOutput): number[] {
  const jobs = new Map((problem.jobs ?? []).map((job) => [job.id, job]))
  const shipments = new Map((problem.shipments ?? []).map((shipment) => [shipment.pickup.id, shipment]))
  // A shipment is left out as two entries, and counts once.
  const wanted = plan.unassigned
    .filter(({ type }) => type !== 'delivery')
    .map(({ type, id }) => (type === 'job' ? jobs : shipments).get(id)!)
    .filter(({ prize }) => prize === undefined)
  const priority = wanted.reduce((sum, { priority = 0 }) => sum + priority, 0)
  return [priority, wanted.length, plan.summary.cost + (plan.summary.missed_prizes ?? 0)]
}

/** Below 0 where the plan of rank `a` is better than that of rank `b`, 0 where they are alike. */
export function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((figure, i) => figure !== b[i])
  return at < 0 ? 0 : a[at] - b[at]
}
