import { type Problem, type VehicleType, windowAtOrAfter } from '../../model/problem.ts'

/** One trip: the jobs from index `from` up to, not including, `to`, loaded at the point `depot`. */
export type Trip = {
  from: number
  to: number
  depot: number
}

/** A route in trips, and the cost of driving to depots in between beyond its direct arcs, in search units. */
export type Trips = {
  extra: number
  trips: Trip[]
}

/** A label: a vehicle at a depot with its first jobs done. Labels do not dominate each other. */
type Label = {
  extra: number
  time: number
  seconds: number
  meters: number
  trips: number
  depot: number
  from: number
  before: Label | undefined
}

/**
 * Splits a route into trips so that detours cost least and every capacity, window, release and limit holds; nothing
 * if there is no way. Split of Prins (2004), with several labels at each index because the cheapest way need not be
 * the fastest. A vehicle that cannot reload makes one trip.
 */
export function splitIntoTrips(problem: Problem, vehicle: number, jobs: readonly number[]): Trips | undefined {
  const { jobCount, point, pointCount, types, typeOf, hasPairs } = problem
  const type = types[typeOf[vehicle]]
  const { costs, reload } = type
  const start = point[jobCount + 2 * vehicle]
  const end = point[jobCount + 2 * vehicle + 1]
  const depots = reload?.points ?? []
  const none = { extra: 0, seconds: 0, meters: 0, trips: 0, from: 0, before: undefined }
  // A vehicle that does not reload has to wait for everything.
  const departure = reload ? type.shiftFrom : earliestDeparture(problem, vehicle, jobs)
  const labels: Label[][] = [[{ ...none, depot: start, time: departure }]]
  const empty = onBoard(problem, [], 0)
  let best: Label | undefined
  for (let from = 0; from < jobs.length; from++) {
    if (!labels[from]) continue
    const aboard = hasPairs ? onBoard(problem, jobs, from) : empty
    for (const label of labels[from]) {
      if (label.trips === (reload?.maxTrips ?? 1)) continue
      const trip = makeTrip(problem, type, label, jobs, from, aboard)
      for (let last = from; last < jobs.length && trip.add(last); last++) {
        const job = jobs[last]
        const detour = from === 0 ? 0 : costs[label.depot * pointCount + jobs[from]]
        const back = (depot: number): Label => ({
          extra: label.extra + detour + costs[job * pointCount + depot] - direct(last),
          time: trip.time + type.durations[job * pointCount + depot],
          seconds: trip.seconds + type.durations[job * pointCount + depot],
          meters: trip.meters + (type.distances?.[job * pointCount + depot] ?? 0),
          trips: label.trips + 1,
          depot,
          from,
          before: label,
        })
        if (last === jobs.length - 1) {
          const home = back(end)
          const isLate = home.time > type.shiftTo || home.seconds > type.maxTravel || home.meters > type.maxDistance
          if (!isLate && (!best || home.extra < best.extra)) best = home
        } else {
          for (const depot of depots) keep(type, (labels[last + 1] ??= []), back(depot))
        }
      }
    }
  }
  return best && { extra: best.extra, trips: tripsOf(best, jobs.length) }

  /** The arc after a job that a trip's end replaces: to the next job, or to the end. */
  function direct(last: number): number {
    return costs[jobs[last] * pointCount + (last === jobs.length - 1 ? end : jobs[last + 1])]
  }
}

/** A trip that grows job by job. */
function makeTrip(
  problem: Problem,
  type: VehicleType,
  label: Label,
  jobs: readonly number[],
  from: number,
  aboard: number[],
) {
  const { pointCount, dimensions, delivery, pickup, release, travel, maxRide, jobList } = problem
  const loading = label.before ? type.reload!.service : 0
  const peak = [...aboard]
  const load = [...aboard]
  let here = label.depot
  let direct = 0
  const begins: number[] = []
  const rides: number[] = []
  const trip = { time: label.time + loading, loadsAt: label.time, seconds: label.seconds, meters: label.meters, add }
  return trip

  /** Adds a job; false if that rules out the trip and every longer one. */
  function add(place: number): boolean {
    const job = jobs[place]
    for (let d = 0; d < dimensions; d++) {
      const amount = delivery[job * dimensions + d]
      load[d] += pickup[job * dimensions + d]
      peak[d] = Math.max(peak[d] + amount, load[d])
      if (peak[d] > type.capacity[d]) return false
    }
    direct += type.durations[here * pointCount + job]
    // Even without waiting it is on board for too long.
    const most = jobList[job].type === 'job' ? maxRide[job] : Infinity
    if (direct > most) return false
    direct += type.service[job] + (travel.address[here] === travel.address[job] ? 0 : type.setup[job])
    if (most < Infinity) rides.push(place)
    trip.seconds += type.durations[here * pointCount + job]
    trip.meters += type.distances?.[here * pointCount + job] ?? 0
    if (release[job] > trip.loadsAt) {
      trip.loadsAt = release[job]
      restart(place)
    }
    drive(job)
    for (let over = longest(place); over > 0 && trip.time < Infinity; over = longest(place)) {
      trip.loadsAt += over
      restart(place + 1)
    }
    return trip.time <= type.shiftTo && trip.time < Infinity
  }

  /** Loads later, and drives again up to a place. */
  function restart(to: number) {
    here = label.depot
    trip.time = trip.loadsAt + loading
    begins.length = 0
    for (let i = from; i < to; i++) drive(jobs[i])
  }

  /** By how many seconds the goods of a job are on board for too long. */
  function longest(to: number): number {
    let over = 0
    for (const place of rides)
      if (place <= to) over = Math.max(over, begins[place - from] - trip.loadsAt - loading - maxRide[jobs[place]])
    return over
  }

  function drive(job: number) {
    const setup = travel.address[here] === travel.address[job] ? 0 : type.setup[job]
    const arrival = trip.time + type.durations[here * pointCount + job]
    const begin = windowAtOrAfter(problem, job, arrival)
    begins.push(begin)
    trip.time = begin + setup + type.service[job]
    here = job
  }
}

/** When the loading of a trip begins that is ready at a moment: its goods are there, and no ride is too long. */
export function loadingTime(
  problem: Problem,
  vehicle: number,
  jobs: readonly number[],
  trip: Trip,
  ready: number,
): number {
  const type = problem.types[problem.typeOf[vehicle]]
  const label: Label = {
    extra: 0,
    time: ready,
    seconds: 0,
    meters: 0,
    trips: 0,
    depot: trip.depot,
    from: 0,
    before: undefined,
  }
  if (trip.from > 0) label.before = label
  const made = makeTrip(problem, type, label, jobs, trip.from, onBoard(problem, jobs, trip.from))
  for (let place = trip.from; place < trip.to; place++) made.add(place)
  return made.loadsAt
}

/** When a vehicle may leave with the goods of all jobs of a route. */
export function earliestDeparture({ release, types, typeOf }: Problem, vehicle: number, jobs: readonly number[]) {
  return jobs.reduce((latest, job) => Math.max(latest, release[job]), types[typeOf[vehicle]].shiftFrom)
}

/** What shipments leave on board while the vehicle is at a depot. */
export function onBoard({ dimensions, pickup, pair }: Problem, jobs: readonly number[], to: number): number[] {
  const load = Array.from({ length: dimensions }, () => 0)
  for (const job of jobs.slice(0, to)) {
    if (pair[job] >= 0) load.forEach((_, d) => (load[d] += pickup[job * dimensions + d]))
  }
  return load
}

/** Adds a label unless another dominates it, and removes those that it dominates. */
function keep({ maxTravel, maxDistance, reload }: VehicleType, labels: Label[], label: Label): void {
  const isLimited = maxTravel < Infinity || maxDistance < Infinity
  const isCounted = reload!.maxTrips < Infinity
  const beats = (a: Label, b: Label) =>
    a.depot === b.depot &&
    a.extra <= b.extra &&
    a.time <= b.time &&
    (!isLimited || (a.seconds <= b.seconds && a.meters <= b.meters)) &&
    (!isCounted || a.trips <= b.trips)
  if (labels.some((other) => beats(other, label))) return
  let kept = 0
  for (const other of labels) if (!beats(label, other)) labels[kept++] = other
  labels.length = kept
  labels.push(label)
}

function tripsOf(last: Label, jobCount: number): Trip[] {
  const trips: Trip[] = []
  let to = jobCount
  for (let label = last; label.before; label = label.before) {
    trips.unshift({ from: label.from, to, depot: label.before.depot })
    to = label.from
  }
  return trips
}
