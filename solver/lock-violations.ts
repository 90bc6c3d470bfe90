import type { Problem } from './problem.ts'
import type { Timetable } from './timetable.ts'
import type { VroomViolation } from './vroom.ts'

/** What locked steps break on a route, because they have to be served all the same: by step, at the start and the end. */
export interface LockViolations {
  start: VroomViolation[]
  steps: VroomViolation[][]
  end: VroomViolation[]
}

/** Compares a route with the limits as they were given; what is done is history and breaks nothing. */
export function lockViolations(
  problem: Problem,
  vehicle: number,
  jobs: readonly number[],
  { arrivals, waitings, finish }: Timetable,
): LockViolations {
  const { locks, tasks, delivery, pickup, dimensions, input } = problem
  const violations: LockViolations = { start: [], steps: jobs.map(() => []), end: [] }
  const route = locks?.routes[vehicle]
  if (!route) return violations
  const { capacity = [], skills = [], time_window, end, end_index } = input.vehicles[vehicle]!
  const late = (time: number, limit: number): VroomViolation[] =>
    time > limit ? [{ cause: 'delay', duration: time - limit }] : []
  const load = capacity.map((_, d) => jobs.reduce((sum, job) => sum + delivery[job * dimensions + d]!, 0))
  const overload = (): VroomViolation[] => (load.some((amount, d) => amount > capacity[d]!) ? [{ cause: 'load' }] : [])
  if (route.done === 0) violations.start.push(...overload())
  jobs.forEach((job, i) => {
    load.forEach((_, d) => (load[d]! += pickup[job * dimensions + d]! - delivery[job * dimensions + d]!))
    if (i < route.done) return
    const found = late(arrivals[i]! + waitings[i]!, locks!.due[job]!)
    if (tasks[job]!.skills?.some((skill) => !skills.includes(skill))) found.push({ cause: 'skills' })
    violations.steps[i] = [...found, ...overload()]
  })
  const over = late(finish, time_window?.[1] ?? Infinity)
  if (end !== undefined || end_index !== undefined) violations.end.push(...overload(), ...over)
  else if (jobs.length > route.done) violations.steps.at(-1)!.push(...over)
  return violations
}

/** What locked steps break on the route as a whole, which is away for so many seconds, and drives so many of them. */
export function wholeViolations(
  { locks, input }: Problem,
  vehicle: number,
  tasks: number,
  away: number,
  duration: number,
  distance: number | undefined,
): VroomViolation[] {
  const route = locks?.routes[vehicle]
  if (!route) return []
  const { max_tasks = Infinity, max_travel_time = Infinity, max_distance = Infinity } = input.vehicles[vehicle]!
  const tooLong = away - (input.vehicles[vehicle]!.max_shift ?? Infinity)
  const found: VroomViolation[] = [
    ...route.givenUp.map(() => ({ cause: 'missing_break' as const })),
    ...(tooLong > 0 ? [{ cause: 'max_shift' as const, duration: tooLong }] : []),
    ...(tasks > max_tasks ? [{ cause: 'max_tasks' as const }] : []),
    ...(duration > max_travel_time
      ? [{ cause: 'max_travel_time' as const, duration: duration - max_travel_time }]
      : []),
    ...((distance ?? 0) > max_distance ? [{ cause: 'max_distance' as const }] : []),
  ]
  return found
}

/** One violation for each cause, with the durations added up. */
export function summed(violations: readonly VroomViolation[]): VroomViolation[] {
  const sums = new Map<string, VroomViolation>()
  for (const { cause, duration } of violations) {
    const sum = sums.get(cause)
    if (!sum) sums.set(cause, { cause, ...(duration === undefined ? {} : { duration }) })
    else if (duration !== undefined) sum.duration = (sum.duration ?? 0) + duration
  }
  return [...sums.values()]
}
