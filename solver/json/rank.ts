import type { VroomInput, VroomOutput } from './vroom.ts'

/**
 * How a plan ranks among others of the same problem: the sum of unassigned priorities, the number of unassigned jobs
 * and shipments, and the cost including missed prizes. Smaller is better; the first figure that differs decides.
 */
export function rank(problem: VroomInput, plan: VroomOutput): number[] {
  const jobs = new Map((problem.jobs ?? []).map((job) => [job.id, job]))
  const shipments = new Map((problem.shipments ?? []).map((shipment) => [shipment.pickup.id, shipment]))
  // An unassigned shipment has two entries but counts once.
  const wanted = plan.unassigned
    .filter(({ type }) => type !== 'delivery')
    .map(({ type, id }) => (type === 'job' ? jobs.get(id)! : shipments.get(id)!))
    .filter(({ prize }) => prize === undefined)
    .filter(onceByGroup(problem))
  const priority = wanted.reduce((sum, { priority = 0 }) => sum + priority, 0)
  return [priority, wanted.length, plan.summary.cost + (plan.summary.missed_prizes ?? 0)]
}

/** Of jobs of which one is enough, lets only the first pass. */
export function onceByGroup({ groups }: VroomInput): (order: { groups?: string[] }) => boolean {
  const seen = new Set<string>()
  return (order) => {
    const group = order.groups?.find((name) => groups?.one_of?.includes(name))
    if (group === undefined) return true
    return !seen.has(group) && Boolean(seen.add(group))
  }
}

/** Negative if rank `a` is better than rank `b`, 0 if they are equal. */
export function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((figure, i) => figure !== b[i])
  return at < 0 ? 0 : a[at] - b[at]
}
