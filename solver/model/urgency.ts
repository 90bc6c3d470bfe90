import type { Locks } from './locks.ts'

/** A job that comes after a less urgent one. */
export type Overtaken = { job: number; by: number }

type Urgencies = { urgency: Int32Array; locks: Locks | undefined }

/**
 * Which jobs of a route come after a less urgent one. What is done or keeps its place at the head of the route was never in
 * their way.
 */
export function overtakenOn({ urgency, locks }: Urgencies, jobs: readonly number[]): Overtaken[] {
  const before: number[] = []
  const found: Overtaken[] = []
  for (const job of jobs) {
    for (const by of before) if (urgency[by] < urgency[job]) found.push({ job, by })
    if (!locks?.isFixed[job]) before.push(job)
  }
  return found
}

/** The jobs that locked steps overtake in the given order; what is done counts as served in its turn. */
export function overtakenByLocks({ urgency, locks }: Urgencies, jobs: readonly number[]): Overtaken[] {
  if (!locks) return []
  const before: number[] = []
  const found: Overtaken[] = []
  for (const job of jobs) {
    if (!locks.isLocked[job] || locks.isDone[job]) continue
    for (const by of before) if (urgency[by] < urgency[job]) found.push({ job, by })
    before.push(job)
  }
  return found
}

/** Whether a vehicle serves more urgent jobs first, apart from what locked steps have overtaken already. */
export function isUrgentFirst(
  urgencies: Urgencies,
  { urgentFirst, overtaken }: { urgentFirst: boolean; overtaken: readonly Overtaken[] },
  jobs: readonly number[],
): boolean {
  if (!urgentFirst) return true
  const { urgency, locks } = urgencies
  let least = Infinity
  for (const job of jobs) {
    if (urgency[job] > least)
      return overtakenOn(urgencies, jobs).every((pair) =>
        overtaken.some((known) => known.job === pair.job && known.by === pair.by),
      )
    if (!locks?.isFixed[job]) least = Math.min(least, urgency[job])
  }
  return true
}
