import { driveWithBreaks, type Pause } from './breaks.ts'
import { type Problem, windowAtOrAfter, windowAtOrBefore } from './problem.ts'

/** When a route is driven, step by step. Arrival is before waiting; work begins at arrival + waiting. */
export interface Timetable {
  departure: number
  arrivals: number[]
  waitings: number[]
  setups: number[]
  services: number[]
  /** Seconds on the way to each job and to the end. */
  legs: number[]
  pauses: Pause[]
  /** At the vehicle's end, or at the last job for a route without one. */
  finish: number
}

/** Leaves as late as possible without finishing any later, so that waiting happens before the start, not on the road. */
export function timetable(problem: Problem, vehicle: number, jobs: readonly number[]): Timetable {
  const { point, pointCount, jobCount, travel } = problem
  const type = problem.types[problem.typeOf[vehicle]!]!
  const { service, setup } = type
  const nodes = [jobCount + 2 * vehicle, ...jobs, jobCount + 2 * vehicle + 1]
  const legs = [...jobs, nodes.at(-1)!].map((to, i) => type.durations[point[nodes[i]!]! * pointCount + point[to]!]!)
  const services = jobs.map((job) => service[job]!)
  const setups = jobs.map((job, i) => (travel.address[point[nodes[i]!]!] !== travel.address[job] ? setup[job]! : 0))

  if (type.hasBreaks) {
    const driven = driveWithBreaks(problem, vehicle, jobs, type.shiftFrom)!
    // What is waited at the first stop can be waited before the start, unless a break is taken meanwhile.
    const early = driven.pauses[0]?.before === 0 ? 0 : driven.waitings[0]!
    driven.arrivals[0]! += early
    driven.waitings[0]! -= early
    return { ...driven, setups, services, legs, departure: type.shiftFrom + early }
  }
  const run = (departure: number): Timetable => {
    const arrivals: number[] = []
    const waitings: number[] = []
    let time = departure
    jobs.forEach((job, i) => {
      time += legs[i]!
      const begin = windowAtOrAfter(problem, job, time)
      arrivals.push(time)
      waitings.push(begin - time)
      time = begin + setups[i]! + service[job]!
    })
    return { departure, arrivals, waitings, setups, services, legs, pauses: [], finish: time + legs[jobs.length]! }
  }

  const earliest = run(type.shiftFrom)
  if (earliest.waitings.every((waiting) => waiting === 0)) return earliest
  let latest = earliest.finish
  for (let i = jobs.length - 1; i >= 0; i--) {
    latest = windowAtOrBefore(problem, jobs[i]!, latest - legs[i + 1]! - setups[i]! - service[jobs[i]!]!)
  }
  return run(latest - legs[0]!)
}
