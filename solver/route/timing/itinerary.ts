import type { Problem } from '../../model/problem.ts'
import type { VroomBreak } from '../../json/vroom.ts'

/** The sequence of jobs and relative breaks on a route, before it is timed. */
export type Itinerary = {
  /** Job numbers, or -1 for breaks that are due after driving or work. */
  jobs: number[]
  /** The break, if the item is one. */
  rests: (VroomBreak | undefined)[]
  /** Seconds of the drive there at nominal speed; the last entry is the drive to the end. */
  drives: number[]
  /** The place of each drive in a table, or -1. */
  ways: number[]
  setups: number[]
  services: number[]
  /** Seconds of work that the cost table does not include. */
  uncounted: number
  /** Seconds of driving and of work since each relative break, if the itinerary begins on the way. */
  before: { driving: number; working: number }[]
}

/** Seconds of driving and of work since a break was last taken. */
type Count = {
  rest: VroomBreak
  driving: number
  working: number
}

/**
 * Lays out a route: shared work at an address, and relative breaks as late as possible, the longest of several first.
 * `seen` holds seconds of driving if they depend on the hour. Nothing if a drive or a job is longer than allowed
 * without a break.
 */
export function layOut(
  problem: Problem,
  vehicle: number,
  jobs: readonly number[],
  seen?: readonly number[],
): Itinerary | undefined {
  const { point, pointCount, jobCount, travel, squashes } = problem
  const type = problem.types[problem.typeOf[vehicle]]
  const counts = type.restRules.map((rest): Count => ({ rest, driving: 0, working: 0 }))
  const itinerary: Itinerary = {
    jobs: [],
    rests: [],
    drives: [],
    ways: [],
    setups: [],
    services: [],
    uncounted: 0,
    before: [],
  }
  const locked = problem.locks?.routes[vehicle]
  const done = locked?.done ?? 0
  let from = jobCount + 2 * vehicle
  let longest = 0
  for (let i = 0; i <= jobs.length; i++) {
    const job = i < jobs.length ? jobs[i] : -1
    const to = job < 0 ? jobCount + 2 * vehicle + 1 : job
    const way = point[from] * pointCount + point[to]
    const drive = type.plainDurations[way]
    let setup = 0
    let service = 0
    if (job >= 0) {
      const moved = travel.address[point[from]] !== travel.address[job]
      if (moved || i === 0) longest = 0
      setup = moved ? type.fullSetup[job] : 0
      service = type.fullService[job]
      if (squashes) {
        const own = service
        service = Math.max(0, own - longest)
        longest = Math.max(own, longest)
        itinerary.uncounted += setup + service - type.service[job] - (moved ? type.setup[job] : 0)
      }
    }
    if (i < done) {
      const { legs, setups, services } = locked!.history
      for (const count of counts) {
        count.driving += legs[i]
        count.working += legs[i] + setups[i] + services[i]
      }
      from = job
      continue
    }
    if (i === done) itinerary.before = counts.map(({ driving, working }) => ({ driving, working }))
    const driving = seen ? seen[i - done] : drive
    for (let due; (due = longestDue(counts, driving, setup + service));) {
      if (due.working === 0) return undefined
      itinerary.jobs.push(-1)
      itinerary.rests.push(due.rest)
      itinerary.drives.push(0)
      itinerary.ways.push(-1)
      itinerary.setups.push(0)
      itinerary.services.push(due.rest.service ?? 0)
      restFor(counts, due.rest.service ?? 0)
    }
    for (const count of counts) {
      count.driving += driving
      count.working += driving + setup + service
    }
    itinerary.drives.push(drive)
    itinerary.ways.push(way)
    if (job < 0) break
    itinerary.jobs.push(job)
    itinerary.rests.push(undefined)
    itinerary.setups.push(setup)
    itinerary.services.push(service)
    from = job
  }
  return itinerary
}

/** Whether this layout keeps the relative breaks if its drives take these seconds. */
export function restsInTime(
  { restRules }: { restRules: VroomBreak[] },
  itinerary: Itinerary,
  drives: number[],
): boolean {
  const counts = restRules.map((rest, r): Count => ({ rest, ...itinerary.before[r] }))
  for (let i = 0; i < drives.length; i++) {
    const rest = itinerary.rests[i]
    const work = rest ? 0 : (itinerary.setups[i] ?? 0) + (itinerary.services[i] ?? 0)
    if (longestDue(counts, drives[i], work)) return false
    if (rest) restFor(counts, rest.service ?? 0)
    for (const count of counts) {
      count.driving += drives[i]
      count.working += drives[i] + work
    }
  }
  return true
}

function longestDue(counts: Count[], driving: number, work: number): Count | undefined {
  let longest: Count | undefined
  for (const count of counts) {
    const { after_driving = Infinity, after_working = Infinity, service = 0 } = count.rest
    if (count.driving + driving <= after_driving && count.working + driving + work <= after_working) continue
    if (!longest || service > (longest.rest.service ?? 0)) longest = count
  }
  return longest
}

/** A break also counts as every shorter one. */
function restFor(counts: Count[], service: number) {
  for (const count of counts) {
    if ((count.rest.service ?? 0) > service) continue
    count.driving = 0
    count.working = 0
  }
}
