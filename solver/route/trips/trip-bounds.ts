import { type Problem, type VehicleType, windowAtOrBefore } from '../../model/problem.ts'

/** What holds for every way to split a route, by place. */
export type Bounds = {
  /** The latest begin of work, leaving aside capacity, releases and setup. */
  latest: number[]
  /** The least that detours behind a job and later ones add; negative only where a detour costs less than the direct way. */
  saving: number[]
}

const none: readonly number[] = []

/** Fills the bounds of a route; false if it is too late however it is split. */
export function findBounds(
  problem: Problem,
  { costs, durations, service, shiftTo, reload }: VehicleType,
  jobs: readonly number[],
  end: number,
  { latest, saving }: Bounds,
): boolean {
  const { pointCount } = problem
  let by = shiftTo
  let saved = 0
  let next = end
  let points = none
  for (let i = jobs.length - 1; i >= 0; i--) {
    const job = jobs[i]
    const direct = job * pointCount + next
    let shortest = durations[direct]
    let detour = 0
    for (const depot of points) {
      const back = job * pointCount + depot
      const onward = depot * pointCount + next
      shortest = Math.min(shortest, durations[back] + reload!.service + durations[onward])
      detour = Math.min(detour, costs[back] + costs[onward] - costs[direct])
    }
    by = windowAtOrBefore(problem, job, by - shortest - service[job])
    if (by === -Infinity) return false
    latest[i] = by
    saved += detour
    saving[i] = saved
    next = job
    points = reload?.points ?? none
  }
  return true
}
