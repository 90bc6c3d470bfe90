import type { History, LockedRoute } from './locks.ts'
import type { Problem } from './problem.ts'
import { makeJourney } from './traffic.ts'

/**
 * What happened at the done steps of a vehicle. Missing times are derived from earlier ones without waiting, and
 * never exceed the next known time.
 */
export function recallHistory(problem: Problem, vehicle: number, { jobs, done, steps }: LockedRoute): History {
  const { point, pointCount, jobCount, travel, types, typeOf } = problem
  const { plainDurations, fullSetup, fullService, shiftFrom, traffic } = types[typeOf[vehicle]]
  const history: History = { departure: shiftFrom, legs: [], arrivals: [], setups: [], services: [], left: [] }
  const known = steps.slice(0, done).flatMap(({ arrival, departure }) => [arrival, departure])
  const bound = (time: number, from: number) => Math.min(time, known.slice(from).find((at) => at !== undefined) ?? time)
  let time = shiftFrom
  let from = point[jobCount + 2 * vehicle]
  for (let i = 0; i < done; i++) {
    const job = jobs[i]
    const plain = plainDurations[from * pointCount + job]
    const journey = traffic ? makeJourney(traffic(from * pointCount + job), plain) : undefined
    const arrival = known[2 * i] ?? bound(journey ? journey.arrive(time) : time + plain, 2 * i + 1)
    if (i === 0) time = Math.max(0, journey ? journey.leaveBy(arrival) : arrival - plain)
    if (i === 0) history.departure = time
    history.legs.push(journey ? journey.arrive(time) - time : plain)
    const due = travel.address[from] === travel.address[job] ? 0 : fullSetup[job]
    const left = known[2 * i + 1] ?? bound(arrival + due + fullService[job], 2 * i + 2)
    const setups = Math.min(due, left - arrival)
    history.arrivals.push(arrival)
    history.setups.push(setups)
    history.services.push(left - arrival - setups)
    history.left.push(left)
    time = left
    from = job
  }
  return history
}
