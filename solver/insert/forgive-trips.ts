import { type Judge, makeJudge } from '../route/judge.ts'
import { meetingsIn } from '../model/aboard.ts'
import { countDistricts } from '../model/districts.ts'
import type { Job } from '../model/jobs.ts'
import type { Problem } from '../model/problem.ts'
import { summed } from '../output/violations.ts'
import type { VroomRoute, VroomVehicle, VroomVehicleStep, VroomViolation } from '../json/vroom.ts'

/**
 * The problem as a vehicle that reloads can drive these jobs: as it is, or without its limits on time and distance, or without its
 * capacity and number of trips as well. Urgent jobs may come late in any case, since that changes no trip. Locks, which
 * forgive a route elsewhere, do not go with trips.
 */
export function drivable(
  problem: Problem,
  vehicle: number,
  jobs: readonly number[],
): { model: Problem; judge: Judge } | undefined {
  const inAnyTurn = { ...problem, types: problem.types.map((type) => ({ ...type, urgentFirst: false })) }
  const ways = [inAnyTurn, withoutTimes(inAnyTurn)]
  ways.push(withoutRoom(ways[1]))
  for (const model of ways) {
    const judge = makeJudge(model)
    if (judge(vehicle, jobs) < Infinity) return { model, judge }
  }
  return undefined
}

function withoutTimes(problem: Problem): Problem {
  const { windowStart, jobCount } = problem
  const windowTo = problem.windowTo.slice()
  for (let job = 0; job < jobCount; job++) windowTo[windowStart[job + 1] - 1] = Infinity
  return {
    ...problem,
    windowTo,
    latest: problem.latest.map(() => Infinity),
    types: problem.types.map((type) => ({
      ...type,
      shiftTo: Infinity,
      maxTravel: Infinity,
      maxDistance: Infinity,
      maxRide: type.maxRide.map(() => Infinity),
    })),
  }
}

function withoutRoom(problem: Problem): Problem {
  const types = problem.types.map((type) => ({
    ...type,
    capacity: type.capacity.map(() => Infinity),
    reload: type.reload && { ...type.reload, maxTrips: Infinity, maxDistance: Infinity },
  }))
  return { ...problem, types, groups: problem.groups && { ...problem.groups, aboard: [] } }
}

/** A route that was driven without some of its limits, with what it breaks of those in the problem. */
export function withViolations(
  problem: Problem,
  vehicle: VroomVehicle,
  jobs: readonly number[],
  route: VroomRoute,
  given: readonly VroomVehicleStep[],
  urgencyOf: (job: Job) => number,
): VroomRoute {
  const { jobList, precedence } = problem
  const done = new Set(given.flatMap(({ type, id, lock }) => (lock === 'done' ? [`${type} ${id}`] : [])))
  const { capacity = [], skills = [], time_window = [0, Infinity], max_tasks = Infinity } = vehicle
  const { max_districts = Infinity } = vehicle
  const late = (time: number, limit = Infinity): VroomViolation[] =>
    time > limit ? [{ cause: 'delay', duration: time - limit }] : []
  const hidden: VroomViolation[] = []
  const meetings = meetingPlaces(problem, vehicle, jobs, route)
  let leastUrgent = Infinity
  let stop = 0
  let loadedAt = route.steps[0].arrival
  const leftAt = new Map<number, number>()
  const steps = route.steps.map((step) => {
    const found: VroomViolation[] = []
    const begin = step.arrival + step.waiting_time
    const leaves = begin + step.setup + step.service
    const isOver = step.load.some((amount, d) => amount > capacity[d])
    if (step.type === 'reload') loadedAt = leaves
    if (step.type === 'end') found.push(...late(step.arrival, time_window[1]))
    if (step.type === 'job' || step.type === 'pickup' || step.type === 'delivery') {
      const job = jobs[stop++]
      leftAt.set(job, leaves)
      if (done.has(`${step.type} ${step.id}`)) return step
      found.push(...late(begin, jobList[job].time_windows?.at(-1)![1]))
      if (jobList[job].skills?.some((skill) => !skills.includes(skill))) found.push({ cause: 'skills' })
      if (precedence?.asked[job].some((other) => !leftAt.has(other))) found.push({ cause: 'precedence' })
      const urgency = urgencyOf(jobList[job])
      if (vehicle.urgent_first && urgency > leastUrgent) found.push({ cause: 'urgent_first' })
      leastUrgent = Math.min(leastUrgent, urgency)
      if (meetings.has(stop - 1)) found.push({ cause: 'apart_on_board' })
      const since = step.type === 'job' ? loadedAt : (leftAt.get(job - 1) ?? begin)
      const over = begin - since - (jobList[job].max_ride ?? Infinity)
      if (over > 0) found.push({ cause: 'max_ride', duration: over })
    }
    if (isOver && step.type !== 'end') found.push({ cause: 'load' })
    hidden.push(...found)
    return { ...step, violations: found }
  })
  const last = route.steps.at(-1)!
  if (last.type !== 'end')
    hidden.push(...late(last.arrival + last.waiting_time + last.setup + last.service, time_window[1]))
  if (jobs.length > max_tasks) hidden.push({ cause: 'max_tasks' })
  const tooFar = route.duration - (vehicle.max_travel_time ?? Infinity)
  if (tooFar > 0) hidden.push({ cause: 'max_travel_time', duration: tooFar })
  if ((route.distance ?? 0) > (vehicle.max_distance ?? Infinity)) hidden.push({ cause: 'max_distance' })
  if (countDistricts(problem.districts, jobs) > max_districts) hidden.push({ cause: 'max_districts' })
  return { ...route, steps, violations: summed(hidden) }
}

/** Where goods come on board that must not be on board with others, by the place of the job. */
function meetingPlaces(
  { input, jobList, groups }: Problem,
  { id }: VroomVehicle,
  jobs: readonly number[],
  { steps }: VroomRoute,
) {
  const vehicle = input.vehicles.findIndex((each) => each.id === id)
  const found = new Set<number>()
  let [from, to] = [0, 0]
  const endTrip = () => {
    for (const { at } of meetingsIn(jobList, groups?.aboard ?? [], vehicle, jobs, from, to)) found.add(at)
    from = to
  }
  for (const { type } of steps) {
    if (type === 'reload') endTrip()
    if (type === 'job' || type === 'pickup' || type === 'delivery') to++
  }
  endTrip()
  return found
}
