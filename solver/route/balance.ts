import type { Problem } from '../model/problem.ts'
import type { Schedule } from './timing/schedule.ts'
import { splitIntoTrips } from './trips/trips.ts'
import type { Balance } from '../json/vroom.ts'

/**
 * The price of a route under balance, in whole units of VROOM's cost: strength × measure². Over V vehicles whose
 * measures add up to M, the squares add up to M² / V + V × variance. So for a given total, the strength is the price
 * of the variance, and an even split is cheapest.
 */
export function balancePrice({ strength }: Balance, measure: number): number {
  return Math.round(strength * measure * measure)
}

/**
 * The balanced measure: hours of driving (also to depots), setup and service; or jobs; or the first quantity carried.
 */
export function measureRoute(
  problem: Problem,
  of: Balance['of'],
  vehicle: number,
  jobs: readonly number[],
  schedule: Schedule | undefined,
): number {
  if (of === 'tasks') return jobs.length
  if (of === 'load') return carried(problem, jobs)
  return (schedule ? scheduledSeconds(problem, vehicle, schedule) : secondsOf(problem, vehicle, jobs)) / 3600
}

/** The same from a schedule, and from history for the done part; breaks are no work. */
function scheduledSeconds({ locks }: Problem, vehicle: number, { timing, itinerary }: Schedule): number {
  let seconds = 0
  for (const drive of timing.drives) seconds += drive
  itinerary.jobs.forEach((job, i) => {
    if (job >= 0) seconds += itinerary.setups[i] + itinerary.services[i]
  })
  const past = locks?.routes[vehicle]?.history
  past?.arrivals.forEach((_, i) => {
    seconds += past.legs[i] + past.setups[i] + past.services[i]
  })
  return seconds
}

function carried({ delivery, pickup, dimensions }: Problem, jobs: readonly number[]): number {
  let sum = 0
  // The pickup of a shipment has already counted its load.
  for (const job of jobs) sum += delivery[job * dimensions] + Math.max(0, pickup[job * dimensions])
  return sum
}

function secondsOf(problem: Problem, vehicle: number, jobs: readonly number[]): number {
  const { types, typeOf, pointCount, travel, locks } = problem
  const { durations, service, setup, start, end, reload } = types[typeOf[vehicle]]
  const locked = locks?.routes[vehicle]
  const trips = reload ? splitIntoTrips(problem, vehicle, jobs)?.trips.slice(1) : undefined
  let seconds = 0
  let from = start
  jobs.forEach((job, i) => {
    const trip = trips?.find((each) => each.from === i)
    if (trip) {
      seconds += durations[from * pointCount + trip.depot]
      from = trip.depot
    }
    seconds += durations[from * pointCount + job]
    if (locked && i < locked.done) seconds += locked.history.setups[i] + locked.history.services[i]
    else seconds += service[job] + (travel.address[from] === travel.address[job] ? 0 : setup[job])
    from = job
  })
  return seconds + durations[from * pointCount + end]
}
