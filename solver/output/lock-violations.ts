import { meetingsIn } from '../model/aboard.ts'
import { countDistricts } from '../model/districts.ts'
import type { Problem } from '../model/problem.ts'
import { isRelative } from '../model/relative-breaks.ts'
import { longestRide } from '../model/rides.ts'
import { obstructions } from '../model/stack.ts'
import { overtakenByLocks } from '../model/urgency.ts'
import { excess, ridesOn } from '../route/timing/rides.ts'
import type { Timetable } from '../route/timing/timetable.ts'
import type { VroomBreak, VroomViolation } from '../json/vroom.ts'

/** What locked steps break on a route, since they must be served anyway: by step, and at the start and the end. */
export type LockViolations = {
  start: VroomViolation[]
  steps: VroomViolation[][]
  end: VroomViolation[]
}

/** Compares a route with the original limits; done steps are history and break nothing. */
export function lockViolations(
  problem: Problem,
  vehicle: number,
  jobs: readonly number[],
  { departure, arrivals, waitings, setups, services, finish }: Timetable,
): LockViolations {
  const { locks, jobList, delivery, pickup, dimensions, input } = problem
  const violations: LockViolations = { start: [], steps: jobs.map(() => []), end: [] }
  const route = locks?.routes[vehicle]
  if (!route) return violations
  const { capacity = [], skills = [], time_window, end, end_index } = input.vehicles[vehicle]
  const late = (time: number, limit: number): VroomViolation[] =>
    time > limit ? [{ cause: 'delay', duration: time - limit }] : []
  const load = capacity.map((_, d) => jobs.reduce((sum, job) => sum + delivery[job * dimensions + d], 0))
  const overload = (): VroomViolation[] => (load.some((amount, d) => amount > capacity[d]) ? [{ cause: 'load' }] : [])
  const begins = arrivals.map((arrival, i) => arrival + waitings[i])
  const course = { departure, begins, ends: begins.map((begin, i) => begin + setups[i] + services[i]) }
  const { plainDurations } = problem.types[problem.typeOf[vehicle]]
  const ownRide = (job: number) => longestRide(jobList[job], job, plainDurations, problem.pointCount)
  const tooLong = new Map(
    ridesOn(problem, vehicle, jobs).map((ride) => [ride.to, excess({ ...ride, most: ownRide(jobs[ride.to]) }, course)]),
  )
  const { lastInFirstOut, urgentFirst } = problem.types[problem.typeOf[vehicle]]
  const blocked = new Set(lastInFirstOut ? obstructions(jobList, jobs).map(({ stop }) => stop) : [])
  const overtaken = new Set(urgentFirst ? overtakenByLocks(problem, jobs).map(({ job }) => job) : [])
  const met = meetingsIn(jobList, problem.groups?.aboard ?? [], vehicle, jobs)
  const meetings = new Set(met.map(({ at }) => at))
  if (route.done === 0) violations.start.push(...overload())
  jobs.forEach((job, i) => {
    load.forEach((_, d) => (load[d] += pickup[job * dimensions + d] - delivery[job * dimensions + d]))
    if (i < route.done) return
    const found = late(arrivals[i] + waitings[i], locks!.due[job])
    if (jobList[job].skills?.some((skill) => !skills.includes(skill))) found.push({ cause: 'skills' })
    if (comesTooEarly(problem, jobs, i)) found.push({ cause: 'precedence' })
    if (blocked.has(job)) found.push({ cause: 'last_in_first_out' })
    if (overtaken.has(job)) found.push({ cause: 'urgent_first' })
    if (meetings.has(i)) found.push({ cause: 'apart_on_board' })
    const over = tooLong.get(i) ?? 0
    if (over > 0) found.push({ cause: 'max_ride', duration: over })
    violations.steps[i] = [...found, ...overload()]
  })
  const hasEnd = end !== undefined || end_index !== undefined
  if (hasEnd) violations.end.push(...overload())
  // Without an end step to carry it, the violation belongs to the route.
  if (hasEnd || jobs.length > route.done) violations.end.push(...late(finish, time_window?.[1] ?? Infinity))
  return violations
}

/** Whether something that must come before a stop comes after it, or is left out. */
function comesTooEarly({ precedence }: Problem, jobs: readonly number[], i: number): boolean {
  const earlier = precedence?.asked[jobs[i]] ?? []
  return earlier.some((job) => !jobs.slice(0, i).includes(job))
}

/** What locked steps break on the route as a whole, given its driving seconds and meters. */
export function routeViolations(
  { locks, input, districts }: Problem,
  vehicle: number,
  jobs: readonly number[],
  times: Timetable,
  duration: number,
  distance: number | undefined,
): VroomViolation[] {
  const route = locks?.routes[vehicle]
  if (!route) return []
  const own = input.vehicles[vehicle]
  const { max_tasks = Infinity, max_travel_time = Infinity, max_distance = Infinity, max_districts = Infinity } = own
  const hasEnd = input.vehicles[vehicle].end !== undefined || input.vehicles[vehicle].end_index !== undefined
  const breaks = (input.vehicles[vehicle].breaks ?? []).filter(({ id }) => route.givenUp.includes(id))
  const isMissing = breaks.some((rest) => !isRelative(rest) || isOverdue(rest, times, route.done, hasEnd))
  const tooLong = times.finish - times.departure - (input.vehicles[vehicle].max_shift ?? Infinity)
  const found: VroomViolation[] = []
  const say = (cause: VroomViolation['cause'], isBroken: boolean, duration?: number) => {
    if (isBroken) found.push({ cause, ...(duration === undefined ? {} : { duration }) })
  }
  say('missing_break', isMissing)
  say('max_shift', tooLong > 0, tooLong)
  say('max_tasks', jobs.length > max_tasks)
  say('max_travel_time', duration > max_travel_time, duration - max_travel_time)
  say('max_distance', (distance ?? 0) > max_distance)
  say('max_districts', countDistricts(districts, jobs) > max_districts)
  return found
}

/** Whether a break that is due after driving or work is missing after the done steps. */
function isOverdue(
  rest: VroomBreak,
  { legs, setups, services, pauses }: Timetable,
  done: number,
  hasEnd: boolean,
): boolean {
  let [driving, working] = [0, 0]
  return legs.slice(0, hasEnd ? legs.length : -1).some((leg, i) => {
    const isRest = pauses.some(({ before, taken }) => before === i && (taken.service ?? 0) >= (rest.service ?? 0))
    if (isRest) [driving, working] = [0, 0]
    driving += leg
    working += leg + (setups[i] ?? 0) + (services[i] ?? 0)
    return i >= done && (driving > (rest.after_driving ?? Infinity) || working > (rest.after_working ?? Infinity))
  })
}
