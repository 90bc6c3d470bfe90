import type { Job } from './jobs.ts'
import type { VroomJob } from '../json/vroom.ts'

/** Goods that have to be moved out of the way: those of `by` lie in front of what is handed over at `stop`. */
export type Obstruction = { stop: number; by: number }

/**
 * What lies in front of what on a vehicle that is loaded from one end, by the numbers of jobs. Goods from the depot were
 * loaded in the order that suits the route, and lie behind everything picked up on the way. A pickup counts once its delivery
 * is on the route.
 */
export function obstructions(jobList: readonly Job[], jobs: readonly number[]): Obstruction[] {
  const found: Obstruction[] = []
  const onRoute = new Set(jobs)
  /** The last one lies in front. */
  const aboard: number[] = []
  for (const stop of jobs) {
    const job = jobList[stop]
    if (job.type === 'pickup') {
      if (onRoute.has(stop + 1)) aboard.push(stop)
      continue
    }
    // A delivery follows its pickup in the list of jobs, also where that is done and no longer its pair.
    const behind = job.type === 'delivery' ? aboard.lastIndexOf(stop - 1) : -1
    if (job.type === 'delivery' ? behind >= 0 : handsOver(job))
      for (const by of aboard.slice(behind + 1)) found.push({ stop, by })
    if (behind >= 0) aboard.splice(behind, 1)
    if (job.type === 'job' && takesAlong(job)) aboard.push(stop)
  }
  return found
}

/** Whether nothing has to be moved out of the way that was not so among locked stops. */
export function isStacked(
  jobList: readonly Job[],
  { lastInFirstOut, movedAside }: { lastInFirstOut: boolean; movedAside: readonly Obstruction[] },
  jobs: readonly number[],
): boolean {
  if (!lastInFirstOut) return true
  return obstructions(jobList, jobs).every(({ stop, by }) =>
    movedAside.some((known) => known.stop === stop && known.by === by),
  )
}

/** Whether a job picks something up that stays on board until the end of the trip. */
export function takesAlong({ delivery, pickup }: Pick<VroomJob, 'delivery' | 'pickup'>): boolean {
  return pickup !== undefined && (delivery === undefined || pickup.some((amount) => amount > 0))
}

/** Whether a job hands over something that was loaded at the depot: each does, unless it only picks up. */
export function handsOver({ delivery, pickup }: Pick<VroomJob, 'delivery' | 'pickup'>): boolean {
  return !takesAlong({ delivery, pickup }) || (delivery?.some((amount) => amount > 0) ?? false)
}
