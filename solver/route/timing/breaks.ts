import { type Problem, windowAtOrAfter } from '../../model/problem.ts'
import { isRelative } from '../../model/relative-breaks.ts'
import type { VroomBreak } from '../../json/vroom.ts'

/** A break that is taken: before which stop, from when, and after how much waiting. */
export type Pause = {
  taken: VroomBreak
  before: number
  arrival: number
  waiting: number
}

/** The times of a route with breaks. */
export type Drive = {
  arrivals: number[]
  waitings: number[]
  pauses: Pause[]
  finish: number
}

/**
 * Drives a route and takes the vehicle's breaks in order by one rule: where a break costs no time because the vehicle
 * would wait anyway, otherwise as late as its windows and the load allow. Nothing if that is too late. Work at a stop begins no earlier than
 * `low`, if given.
 */
export function driveWithBreaks(
  problem: Problem,
  vehicle: number,
  jobs: readonly number[],
  departure: number,
  low?: Float64Array,
): Drive | undefined {
  const { point, pointCount, jobCount, travel, dimensions, delivery, pickup } = problem
  const type = problem.types[problem.typeOf[vehicle]]
  const breaks = breaksOf(problem, vehicle)
  const drive: Drive = { arrivals: [], waitings: [], pauses: [], finish: departure }
  const load = Array.from({ length: dimensions }, (_, d) =>
    jobs.reduce((sum, job) => sum + delivery[job * dimensions + d], 0),
  )
  const unload = (job: number) => {
    for (let d = 0; d < dimensions; d++) load[d] += pickup[job * dimensions + d] - delivery[job * dimensions + d]
  }
  let time = departure
  let from = jobCount + 2 * vehicle
  let next = 0
  const locked = problem.locks?.routes[vehicle]
  const done = locked?.done ?? 0
  for (let i = 0; i < done; i++) {
    drive.arrivals.push(locked!.history.arrivals[i])
    drive.waitings.push(0)
    time = Math.max(departure, locked!.history.left[i])
    from = jobs[i]
    unload(from)
  }
  for (let i = done; i <= jobs.length; i++) {
    const job = i < jobs.length ? jobs[i] : -1
    const seconds = type.durations[point[from] * pointCount + point[job < 0 ? jobCount + 2 * vehicle + 1 : job]]
    const setup = job >= 0 && travel.address[point[from]] !== travel.address[job] ? type.setup[job] : 0
    const begins = (at: number) => (job < 0 ? at : windowAtOrAfter(problem, job, Math.max(at, low?.[i] ?? 0)))
    const work = job < 0 ? 0 : setup + type.service[job]
    for (; next < breaks.length; next++) {
      const taken = breaks[next]
      const { service = 0, max_load } = taken
      const windows = taken.time_windows ?? [[0, Infinity]]
      const window = windows.find(([, to]) => time <= to)
      if (!window) return undefined
      const start = Math.max(time, window[0])
      const begin = begins(time + seconds)
      const isLast = job < 0 || begin + work > windows.at(-1)![1]
      if (!isLast && start + service + seconds > begin) break
      if (max_load?.some((most, d) => load[d] > most)) {
        if (isLast) return undefined
        break
      }
      drive.pauses.push({ taken, before: i, arrival: time, waiting: start - time })
      time = start + service
    }
    const arrival = time + seconds
    const begin = begins(arrival)
    if (begin === Infinity) return undefined
    time = begin + work
    if (job < 0) break
    drive.arrivals.push(arrival)
    drive.waitings.push(begin - arrival)
    unload(job)
    from = job
  }
  drive.finish = time
  return time <= type.shiftTo ? drive : undefined
}

/** A vehicle's breaks with windows, in the order in which they must be taken. */
export function breaksOf({ input, locks }: Problem, vehicle: number): VroomBreak[] {
  const givenUp = locks?.routes[vehicle]?.givenUp ?? []
  return (input.vehicles[vehicle].breaks ?? [])
    .filter((taken) => !isRelative(taken) && !givenUp.includes(taken.id))
    .sort((a, b) => (a.time_windows?.[0][0] ?? 0) - (b.time_windows?.[0][0] ?? 0))
}
