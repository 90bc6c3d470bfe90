import { driveWithBreaks, type Pause } from './breaks.ts'
import { type Problem, windowAtOrAfter, windowAtOrBefore } from './problem.ts'
import { isScheduled, makeScheduler, type Schedule } from './schedule.ts'

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

/** The timing that a route is judged by; else leaves as late as possible without finishing any later, so that waiting happens before the start, not on the road. */
export function timetable(problem: Problem, vehicle: number, jobs: readonly number[]): Timetable {
  const { point, pointCount, jobCount, travel } = problem
  const type = problem.types[problem.typeOf[vehicle]!]!
  if (isScheduled(problem, type, jobs)) return fromSchedule(problem, vehicle, makeScheduler(problem)(vehicle, jobs)!)
  const { service, setup } = type
  const nodes = [jobCount + 2 * vehicle, ...jobs, jobCount + 2 * vehicle + 1]
  const legs = [...jobs, nodes.at(-1)!].map((to, i) => type.durations[point[nodes[i]!]! * pointCount + point[to]!]!)
  const locked = problem.locks?.routes[vehicle]
  const done = locked?.done ?? 0
  const history = locked?.history
  const services = jobs.map((job, i) => (i < done ? history!.services[i]! : service[job]!))
  const setups = jobs.map((job, i) =>
    i < done ? history!.setups[i]! : travel.address[point[nodes[i]!]!] !== travel.address[job] ? setup[job]! : 0,
  )

  if (type.hasBreaks) {
    const driven = driveWithBreaks(problem, vehicle, jobs, type.shiftFrom)!
    if (done > 0) return { ...driven, setups, services, legs, departure: history!.departure }
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
      if (i < done) {
        arrivals.push(history!.arrivals[i]!)
        waitings.push(0)
        time = Math.max(type.shiftFrom, history!.left[i]!)
        return
      }
      time += legs[i]!
      const begin = windowAtOrAfter(problem, job, time)
      arrivals.push(time)
      waitings.push(begin - time)
      time = begin + setups[i]! + service[job]!
    })
    return { departure, arrivals, waitings, setups, services, legs, pauses: [], finish: time + legs[jobs.length]! }
  }

  if (done > 0) return run(history!.departure)
  const earliest = run(type.shiftFrom)
  if (earliest.waitings.every((waiting) => waiting === 0)) return earliest
  let latest = earliest.finish
  for (let i = jobs.length - 1; i >= 0; i--) {
    latest = windowAtOrBefore(problem, jobs[i]!, latest - legs[i + 1]! - setups[i]! - service[jobs[i]!]!)
  }
  return run(latest - legs[0]!)
}

function fromSchedule(problem: Problem, vehicle: number, { timing, itinerary }: Schedule): Timetable {
  const { departure, finish, arrivals, begins, drives } = timing
  const locked = problem.locks?.routes[vehicle]
  const past = locked && locked.done > 0 ? locked.history : undefined
  const table: Timetable = {
    departure: past?.departure ?? departure,
    arrivals: [...(past?.arrivals ?? [])],
    waitings: (past?.arrivals ?? []).map(() => 0),
    setups: [...(past?.setups ?? [])],
    services: [...(past?.services ?? [])],
    legs: [...(past?.legs ?? [])],
    pauses: [],
    finish,
  }
  for (let i = 0; i < drives.length; i++) {
    const before = table.arrivals.length
    for (const pause of timing.pauses) if (pause.before === i) table.pauses.push({ ...pause, before })
    const rest = itinerary.rests[i]
    if (rest) {
      table.pauses.push({ taken: rest, before, arrival: arrivals[i]!, waiting: 0 })
      continue
    }
    table.legs.push(drives[i]!)
    if (i === itinerary.jobs.length) break
    table.arrivals.push(arrivals[i]!)
    table.waitings.push(begins[i]! - arrivals[i]!)
    table.setups.push(itinerary.setups[i]!)
    table.services.push(itinerary.services[i]!)
  }
  return table
}
