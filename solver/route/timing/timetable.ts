import { driveWithBreaks, type Pause } from './breaks.ts'
import { type Problem, windowAtOrAfter, windowAtOrBefore } from '../../model/problem.ts'
import { isScheduled, makeScheduler, type Schedule } from './schedule.ts'
import { driveBreaksWithRides, driveWithRides, ridesOn } from './rides.ts'
import { earliestDeparture, loadingTime, type Trip } from '../trips/trip-loading.ts'
import { splitIntoTrips } from '../trips/trips.ts'

/** The times of a route, step by step. Arrival comes before waiting; work begins at arrival + waiting. */
export type Timetable = {
  departure: number
  arrivals: number[]
  waitings: number[]
  setups: number[]
  services: number[]
  /** Seconds of driving to each job and to the end. */
  legs: number[]
  pauses: Pause[]
  /** Visits to depots between trips. */
  reloads: Visit[]
  /** At the vehicle's end, or at the last job for a route without one. */
  finish: number
}

/** A visit to a depot that loads the goods of the next trip. */
export type Visit = {
  trip: Trip
  leg: number
  arrival: number
  waiting: number
  service: number
}

/**
 * The timing by which a route is judged. Otherwise the vehicle leaves as late as possible without finishing later, so
 * that it waits before the start, not on the road.
 */
export function timetable(problem: Problem, vehicle: number, jobs: readonly number[]): Timetable {
  const { point, pointCount, jobCount, travel, release } = problem
  const type = problem.types[problem.typeOf[vehicle]]
  if (isScheduled(problem, type, jobs)) return fromSchedule(problem, vehicle, makeScheduler(problem)(vehicle, jobs)!)
  const { durations, service, setup } = type
  const [start, end] = [point[jobCount + 2 * vehicle], point[jobCount + 2 * vehicle + 1]]
  const trips = type.reload
    ? splitIntoTrips(problem, vehicle, jobs)!.trips
    : [{ from: 0, to: jobs.length, depot: start }]
  const before = [start, ...jobs]
  for (const { from, depot } of trips) before[from] = depot
  const legs = [...jobs, end].map((to, i) => durations[before[i] * pointCount + to])
  const locked = problem.locks?.routes[vehicle]
  const done = locked?.done ?? 0
  const history = locked?.history
  const services = jobs.map((job, i) => (i < done ? history!.services[i] : service[job]))
  const setups = jobs.map((job, i) =>
    i < done ? history!.setups[i] : travel.address[before[i]] !== travel.address[job] ? setup[job] : 0,
  )
  const visits = trips.slice(1).map((trip) => {
    const leg = durations[jobs[trip.from - 1] * pointCount + trip.depot]
    return { trip, leg, service: type.reload!.service, arrival: 0, waiting: 0 }
  })
  const releaseOf = ({ from, to }: Trip) =>
    jobs.slice(from, to).reduce((latest, job) => Math.max(latest, release[job]), 0)

  if (type.hasBreaks) {
    const driven = withBreaks(problem, vehicle, jobs)
    if (done > 0) return { ...driven, setups, services, legs, reloads: [], departure: history!.departure }
    // Waiting at the first stop can happen before the start, unless a break is taken in between.
    const early = driven.pauses[0]?.before === 0 ? 0 : driven.waitings[0]
    driven.arrivals[0] += early
    driven.waitings[0] -= early
    return { ...driven, setups, services, legs, reloads: [], departure: driven.departure + early }
  }
  const loads = (trip: Trip, ready: number) =>
    problem.hasRides ? loadingTime(problem, vehicle, jobs, trip, ready) : Math.max(ready, releaseOf(trip))
  const rides = type.reload ? [] : ridesOn(problem, vehicle, jobs)
  if (rides.length > 0) {
    const { departure, begins, ends, finish } = driveWithRides(problem, vehicle, jobs, rides, true)!
    const arrivals = jobs.map((_, i) => {
      if (i < done) return history!.arrivals[i]
      return (i === 0 ? departure : i === done ? Math.max(type.shiftFrom, ends[i - 1]) : ends[i - 1]) + legs[i]
    })
    const waitings = arrivals.map((arrival, i) => (i < done ? 0 : begins[i] - arrival))
    return { departure, arrivals, waitings, setups, services, legs, pauses: [], reloads: [], finish }
  }
  const run = (departure: number): Timetable => {
    const arrivals: number[] = []
    const waitings: number[] = []
    const reloads: Visit[] = []
    let time = departure
    jobs.forEach((job, i) => {
      if (i < done) {
        arrivals.push(history!.arrivals[i])
        waitings.push(0)
        time = Math.max(type.shiftFrom, history!.left[i])
        return
      }
      const visit = visits.find(({ trip }) => trip.from === i)
      if (visit) {
        const arrival = time + visit.leg
        const waiting = loads(visit.trip, arrival) - arrival
        reloads.push({ ...visit, arrival, waiting })
        time = arrival + waiting + visit.service
      }
      time += legs[i]
      const begin = windowAtOrAfter(problem, job, time)
      arrivals.push(time)
      waitings.push(begin - time)
      time = begin + setups[i] + service[job]
    })
    const finish = time + legs[jobs.length]
    return { departure, arrivals, waitings, setups, services, legs, pauses: [], reloads, finish }
  }

  if (done > 0) return run(history!.departure)
  const earliest = run(loads(trips[0], type.shiftFrom))
  // Leaving later makes no ride of the first trip longer.
  if (problem.hasRides && type.reload)
    return earliest.waitings[0] > 0 ? run(earliest.departure + earliest.waitings[0]) : earliest
  if ([...earliest.waitings, ...earliest.reloads.map(({ waiting }) => waiting)].every((waiting) => waiting === 0))
    return earliest
  let latest = earliest.finish - legs[jobs.length]
  for (let i = jobs.length - 1; i >= 0; i--) {
    latest = windowAtOrBefore(problem, jobs[i], latest - setups[i] - service[jobs[i]]) - legs[i]
    const visit = visits.find(({ trip }) => trip.from === i)
    if (visit) latest -= visit.service + visit.leg
  }
  return run(latest)
}

function withBreaks(problem: Problem, vehicle: number, jobs: readonly number[]) {
  const rides = ridesOn(problem, vehicle, jobs)
  if (rides.length > 0) return driveBreaksWithRides(problem, vehicle, jobs, rides)!
  const departure = earliestDeparture(problem, vehicle, jobs)
  return { ...driveWithBreaks(problem, vehicle, jobs, departure)!, departure }
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
    reloads: [],
    finish,
  }
  for (let i = 0; i < drives.length; i++) {
    const before = table.arrivals.length
    for (const pause of timing.pauses) if (pause.before === i) table.pauses.push({ ...pause, before })
    const rest = itinerary.rests[i]
    if (rest) {
      table.pauses.push({ taken: rest, before, arrival: arrivals[i], waiting: 0 })
      continue
    }
    table.legs.push(drives[i])
    if (i === itinerary.jobs.length) break
    table.arrivals.push(arrivals[i])
    table.waitings.push(begins[i] - arrivals[i])
    table.setups.push(itinerary.setups[i])
    table.services.push(itinerary.services[i])
  }
  return table
}
