import { meetingsIn } from '../model/aboard.ts'
import { breaksOf } from './timing/breaks.ts'
import { countDistricts } from '../model/districts.ts'
import { recallHistory } from '../model/history.ts'
import { type Course, excess, ridesOn } from './timing/rides.ts'
import { makeJudge } from './judge.ts'
import { type Problem, windowAtOrAfter } from '../model/problem.ts'
import { buildProblem } from '../model/build-problem.ts'
import { SolverInputError } from '../json/input-error.ts'
import { obstructions } from '../model/stack.ts'
import { overtakenByLocks } from '../model/urgency.ts'
import { makeJourney } from '../model/traffic.ts'
import { earliestDeparture } from './trips/trip-loading.ts'

/** Builds the search model of a valid problem, and relaxes the limits that locked steps break. */
export function readProblem(...given: Parameters<typeof buildProblem>): Problem {
  const problem = buildProblem(...given)
  relaxForLocks(problem)
  return problem
}

/**
 * Raises the limits that locked steps break on their own, driven in the given order, to exactly what they need. So
 * every route with locks is feasible, and the search treats all limits alike.
 */
function relaxForLocks(problem: Problem): void {
  problem.locks?.routes.forEach((route, vehicle) => {
    if (!route) return
    route.history = recallHistory(problem, vehicle, route)
    const { shift, course } = relaxTimes(problem, vehicle)
    relaxLoads(problem, vehicle)
    const type = problem.types[problem.typeOf[vehicle]]
    // Goods that are not at the depot when a vehicle leaves cannot come along.
    if (route.done > 0)
      problem.release.forEach((from, job) => {
        if (from > route.history.departure) type.serves[job] = 0
      })
    if (type.lastInFirstOut) type.movedAside = obstructions(problem.jobList, route.jobs)
    if (type.urgentFirst) type.overtaken = overtakenByLocks(problem, route.jobs)
    type.metAboard = meetingsIn(problem.jobList, problem.groups?.aboard ?? [], vehicle, route.jobs)
    if (!type.isJudged) return
    const judge = makeJudge(problem)
    const isPossible = () => judge(vehicle, route.jobs) < Infinity
    if (!isPossible()) relaxRides(problem, vehicle, course)
    if (!isPossible()) type.maxShift = Math.max(type.maxShift, shift)
    // Breaks without room are given up, the earliest first.
    for (const { id } of [...breaksOf(problem, vehicle), ...type.restRules]) {
      if (isPossible()) return
      route.givenUp.push(id)
      type.restRules = type.restRules.filter((rest) => rest.id !== id)
    }
    if (!isPossible())
      throw new SolverInputError(`vehicles[${vehicle}].steps`, 'its locked steps cannot be driven as they are')
  })
}

/** Raises windows and all limits on time and distance; returns the seconds from start to end, and all times. */
function relaxTimes(problem: Problem, vehicle: number): { shift: number; course: Course } {
  const { point, pointCount, jobCount, travel, types, typeOf, latest, windowTo, windowStart } = problem
  const { jobs, done, history } = problem.locks!.routes[vehicle]!
  const type = types[typeOf[vehicle]]
  const { plainDurations, traffic, distances, fullSetup, fullService, shiftFrom } = type
  const leaves = earliestDeparture(problem, vehicle, jobs)
  const course: Course = { departure: leaves, begins: [], ends: [] }
  let time = leaves
  let seconds = 0
  let meters = 0
  let from = point[jobCount + 2 * vehicle]
  const drive = (to: number, known?: number) => {
    const plain = plainDurations[from * pointCount + to]
    const leg = known ?? (traffic ? makeJourney(traffic(from * pointCount + to), plain).arrive(time) - time : plain)
    time += leg
    seconds += leg
    meters += distances?.[from * pointCount + to] ?? 0
    from = to
  }
  jobs.forEach((job, i) => {
    const due = travel.address[from] === travel.address[job] ? 0 : fullSetup[job]
    drive(job, history.legs[i])
    if (i < done) {
      course.begins.push(history.arrivals[i])
      course.ends.push(history.left[i])
      time = Math.max(shiftFrom, history.left[i])
      return
    }
    const begin = windowAtOrAfter(problem, job, time)
    if (begin === Infinity) {
      problem.locks!.due[job] = latest[job]
      windowTo[windowStart[job + 1] - 1] = time
      latest[job] = time
    } else time = begin
    course.begins.push(time)
    time += due + fullService[job]
    course.ends.push(time)
  })
  drive(point[jobCount + 2 * vehicle + 1])
  type.shiftTo = Math.max(type.shiftTo, time)
  type.maxTravel = Math.max(type.maxTravel, seconds)
  type.maxDistance = Math.max(type.maxDistance, meters)
  type.maxTasks = Math.max(type.maxTasks, jobs.length)
  type.maxDistricts = Math.max(type.maxDistricts, countDistricts(problem.districts, jobs))
  return { shift: time - (done > 0 ? history.departure : leaves), course }
}

/** Raises the longest rides to what they take in the earliest course. */
function relaxRides(problem: Problem, vehicle: number, course: Course) {
  const { jobs } = problem.locks!.routes[vehicle]!
  const { maxRide } = problem.types[problem.typeOf[vehicle]]
  for (const ride of ridesOn(problem, vehicle, jobs)) maxRide[jobs[ride.to]] += Math.max(0, excess(ride, course))
}

function relaxLoads(problem: Problem, vehicle: number) {
  const { dimensions, delivery, pickup, types, typeOf } = problem
  const { jobs } = problem.locks!.routes[vehicle]!
  const { capacity } = types[typeOf[vehicle]]
  for (let d = 0; d < dimensions; d++) {
    let load = jobs.reduce((sum, job) => sum + delivery[job * dimensions + d]!, 0)
    capacity[d] = Math.max(capacity[d], load)
    for (const job of jobs) {
      load += pickup[job * dimensions + d] - delivery[job * dimensions + d]
      capacity[d] = Math.max(capacity[d], load)
    }
  }
}
