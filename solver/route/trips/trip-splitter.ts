import { meetingsIn } from '../../model/aboard.ts'
import { type Problem, windowAtOrAfter } from '../../model/problem.ts'
import { type Bounds, findBounds } from './trip-bounds.ts'
import { earliestDeparture, overstay } from './trip-loading.ts'
import { workAt } from './trip-labels.ts'

/** A vehicle at a depot with its first jobs done. Labels do not dominate each other. */
export type TripLabel = {
  extra: number
  time: number
  seconds: number
  meters: number
  trips: number
  depot: number
  /** The index of the first job of the trip that ended here. */
  from: number
  before: TripLabel | undefined
}

/**
 * Returns the last label of the cheapest way, which is good until the next call; undefined if there is no way, or none
 * whose extra cost is below `limit`.
 */
export type TripSplitter = (vehicle: number, jobs: readonly number[], limit?: number) => TripLabel | undefined

const none: readonly number[] = []

/**
 * Makes a function that splits routes into trips so that detours cost least and every capacity, window, release and limit
 * holds. Split of Prins (2004), with several labels at each index because the cheapest way need not be the fastest. A
 * vehicle that cannot reload makes one trip.
 *
 * Most routes that the search asks about are too late or too expensive: what leads to nothing better is dropped at once.
 */
export function makeSplitter(problem: Problem): TripSplitter {
  /** Those in use come first; the others are free. */
  const pool: TripLabel[] = []
  let used = 0
  const labels: TripLabel[][] = []
  const bounds: Bounds = { latest: [], saving: [] }
  const begins: number[] = []
  const load = new Float64Array(problem.dimensions)
  const peak = new Float64Array(problem.dimensions)
  const aboard = new Float64Array(problem.dimensions)
  const aboardRules = problem.groups?.aboard ?? []
  /** The trip that grows job by job: where work at its last job ends. */
  const trip = { extra: 0, time: 0, seconds: 0, meters: 0, from: 0 }

  // The route that is split.
  let type = problem.types[0]
  let driver = 0
  let jobs: readonly number[] = none
  let end = 0
  let least = Infinity
  let best: TripLabel | undefined

  return (vehicle, route, limit = Infinity) => {
    const { jobCount, point, pointCount, types, typeOf, pair, pickup, dimensions } = problem
    type = types[typeOf[vehicle]]
    driver = vehicle
    jobs = route
    end = point[jobCount + 2 * vehicle + 1]
    least = limit
    best = undefined
    if (jobs.length === 0 || !findBounds(problem, type, jobs, end, bounds)) return undefined
    const { costs, reload } = type
    const mostTrips = reload?.maxTrips ?? 1
    used = 0
    for (let i = 0; i < jobs.length; i++) (labels[i] ??= []).length = 0
    const start = makeLabel(0, undefined)
    start.depot = point[jobCount + 2 * vehicle]
    // A vehicle that does not reload has to wait for everything.
    start.time = reload ? type.shiftFrom : earliestDeparture(problem, vehicle, jobs)
    use(start, labels[0])
    aboard.fill(0)
    for (let from = 0; from < jobs.length; from++) {
      const reach = labels[from].length > 0 ? reachOf(from) : from
      for (const label of labels[from]) {
        trip.extra = label.extra + (from === 0 ? 0 : costs[label.depot * pointCount + jobs[from]])
        if (label.trips < mostTrips && trip.extra + bounds.saving[from] < least) extend(label, from, reach)
      }
      const job = jobs[from]
      if (pair[job] >= 0) for (let d = 0; d < dimensions; d++) aboard[d] += pickup[job * dimensions + d]
    }
    return best
  }

  /** The end of the longest trip that capacity, and what must not be on board together, allow from an index on. */
  function reachOf(from: number): number {
    const { dimensions, delivery, pickup } = problem
    for (let d = 0; d < dimensions; d++) load[d] = peak[d] = aboard[d]
    for (let place = from; place < jobs.length; place++) {
      for (let d = 0; d < dimensions; d++) {
        const amount = jobs[place] * dimensions + d
        load[d] += pickup[amount]
        peak[d] += delivery[amount]
        if (load[d] > peak[d]) peak[d] = load[d]
        if (peak[d] > type.capacity[d]) return place
      }
      if (
        type.reload &&
        aboardRules.length > 0 &&
        meetingsIn(problem.jobList, aboardRules, driver, jobs, from, place + 1).length > 0
      )
        return place
    }
    return jobs.length
  }

  /** Ends a trip that begins at a label behind each of its jobs in turn, until it is too long. */
  function extend(label: TripLabel, from: number, reach: number) {
    const { pointCount, release, hasRides, jobList } = problem
    const { durations, distances, reload, maxRide } = type
    const points = reload?.points ?? none
    const loading = label.before ? reload!.service : 0
    let loadsAt = label.time
    let direct = 0
    let here = label.depot
    trip.from = from
    trip.time = loadsAt + loading
    trip.seconds = label.seconds
    trip.meters = label.meters
    for (let last = from; last < reach; last++) {
      const job = jobs[last]
      const way = here * pointCount + job
      trip.seconds += durations[way]
      if (distances) trip.meters += distances[way]
      if (hasRides) {
        direct += durations[way]
        // Even without waiting it is on board for too long.
        if (jobList[job].type === 'job' && direct > maxRide[job]) return
        direct += workAt(problem, type, here, job)
      }
      if (release[job] > loadsAt) {
        loadsAt = release[job]
        trip.time = drive(label.depot, loadsAt + loading, from, last)
      }
      trip.time = work(here, trip.time, last)
      if (hasRides) loadsAt = shortenRides(label.depot, loadsAt, loading, from, last + 1)
      if (trip.time === Infinity) return
      if (last === jobs.length - 1) goHome(label)
      else for (const depot of points) endAt(depot, last, label)
      here = job
    }
  }

  /** Loads later, until no goods are on board for too long. */
  function shortenRides(depot: number, ready: number, loading: number, from: number, to: number): number {
    for (let loadsAt = ready; ;) {
      const over = trip.time < Infinity ? overstay(problem, type, jobs, from, to, loadsAt + loading, begins) : 0
      if (over <= 0) return loadsAt
      loadsAt += over
      trip.time = drive(depot, loadsAt + loading, from, to)
    }
  }

  /** Takes the way that ends with this trip if it is the cheapest so far. */
  function goHome(before: TripLabel) {
    const way = jobs[jobs.length - 1] * problem.pointCount + end
    const seconds = trip.seconds + type.durations[way]
    const meters = trip.meters + (type.distances?.[way] ?? 0)
    if (trip.extra >= least || trip.time + type.durations[way] > type.shiftTo) return
    if (seconds > type.maxTravel || meters > type.maxDistance) return
    if (meters - before.meters > (type.reload?.maxDistance ?? Infinity)) return
    least = trip.extra
    best = makeLabel(trip.from, before)
    best.extra = trip.extra
    used++
  }

  /** Ends the trip at a depot, unless that leads to nothing better. */
  function endAt(depot: number, last: number, before: TripLabel) {
    const { pointCount } = problem
    const { costs, durations, distances, reload } = type
    const next = jobs[last + 1]
    const back = jobs[last] * pointCount + depot
    const onward = depot * pointCount + next
    const extra = trip.extra + costs[back] - costs[jobs[last] * pointCount + next]
    if (extra + costs[onward] + bounds.saving[last + 1] >= least) return
    const meters = trip.meters + (distances?.[back] ?? 0)
    if (meters - before.meters > reload!.maxDistance) return
    const time = trip.time + durations[back]
    if (time + reload!.service + durations[onward] > bounds.latest[last + 1]) return
    const label = makeLabel(trip.from, before)
    label.extra = extra
    label.time = time
    label.seconds = trip.seconds + durations[back]
    label.meters = meters
    label.trips = before.trips + 1
    label.depot = depot
    keep(label, labels[last + 1])
  }

  /** Adds a label unless another dominates it, and removes those that it dominates. */
  function keep(label: TripLabel, others: TripLabel[]) {
    for (const other of others) if (beats(other, label)) return
    let kept = 0
    for (const other of others) if (!beats(label, other)) others[kept++] = other
    others.length = kept
    use(label, others)
  }

  function beats(a: TripLabel, b: TripLabel): boolean {
    if (a.depot !== b.depot || a.extra > b.extra || a.time > b.time) return false
    const isLimited = type.maxTravel < Infinity || type.maxDistance < Infinity
    if (isLimited && (a.seconds > b.seconds || a.meters > b.meters)) return false
    return type.reload!.maxTrips === Infinity || a.trips <= b.trips
  }

  /** A label to fill. Unless it is used then, the next one is the same. */
  function makeLabel(from: number, before: TripLabel | undefined): TripLabel {
    const label = (pool[used] ??= { extra: 0, time: 0, seconds: 0, meters: 0, trips: 0, depot: 0, from, before })
    label.from = from
    label.before = before
    if (before) return label
    label.extra = label.seconds = label.meters = label.trips = 0
    return label
  }

  function use(label: TripLabel, at: TripLabel[]) {
    at.push(label)
    used++
  }

  /** When work ends at the last job before an index, on a trip that leaves a depot at a moment; Infinity if too late. */
  function drive(depot: number, leaves: number, from: number, to: number): number {
    let time = leaves
    for (let place = from; place < to && time < Infinity; place++)
      time = work(place === from ? depot : jobs[place - 1], time, place)
    return time
  }

  /** When work ends at a job after another point; Infinity if it would begin too late for the rest of the route. */
  function work(here: number, time: number, place: number): number {
    const job = jobs[place]
    const begin = windowAtOrAfter(problem, job, time + type.durations[here * problem.pointCount + job])
    begins[place] = begin
    return begin > bounds.latest[place] ? Infinity : begin + workAt(problem, type, here, job)
  }
}
