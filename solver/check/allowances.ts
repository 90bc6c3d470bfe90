import { type Met, metAboard } from './aboard.ts'
import { type arcs, type Job, longestRide, type Place } from './jobs.ts'
import { inFront } from './stack.ts'
import { lessUrgentBefore } from './urgency.ts'
import { ofType } from './per-type.ts'
import type { VroomInput, VroomVehicle, VroomVehicleStep } from '../json/vroom.ts'

type Between = ReturnType<typeof arcs>

/** The limits of a vehicle, raised to what its locked steps need even on their own. */
export type Allowances = {
  locks: Map<string, VroomVehicleStep>
  /** The locked steps that this vehicle must serve, with the other ends of their shipments. */
  names: string[]
  /** The latest start of work at locked steps that miss their windows. */
  latest: Map<string, number>
  /** By step, what lies in front of what it hands over. */
  inFront: ReadonlyMap<string, string[]>
  /** By step, the less urgent steps before it. */
  lessUrgent: ReadonlyMap<string, string[]>
  /** Which orders meet on board. */
  met: readonly Met[]
  /** The seconds that goods of locked steps are on board at the least, where that is longer than allowed. */
  rides: Map<string, number>
  shiftTo: number
  capacity: number[]
  maxTasks: number
  maxTravel: number
  maxDistance: number
  maxShift: number
  maxDistricts: number
  /** When the open part of the route begins, and how long work on the done part took. */
  goesOnAt: number
  /** When the vehicle left, if a part is done. */
  awaySince: number
  doneWork: number
}

/** Drives only the locked steps of a vehicle, in the given order. */
export function allowancesOf(
  problem: VroomInput,
  vehicle: VroomVehicle,
  jobs: Map<string, Job>,
  between: Between,
): Allowances {
  const locked = (vehicle.steps ?? []).filter(({ lock }) => lock !== undefined)
  const names = locked.map(({ type, id }) => `${type} ${id}`)
  for (const name of names.slice()) {
    const { shipment, isDelivery } = jobs.get(name)!
    if (shipment === undefined) continue
    const other = [...jobs.values()].find((job) => job.shipment === shipment && job.name !== name)!.name
    if (names.includes(other)) continue
    if (isDelivery) names.splice(names.indexOf(name), 0, other)
    else names.push(other)
  }
  const [shiftFrom, shiftTo] = vehicle.time_window ?? [0, Infinity]
  const allowances: Allowances = {
    locks: new Map(locked.map((step) => [`${step.type} ${step.id}`, step])),
    names,
    latest: new Map(),
    inFront: inFront(jobs, [undefined, ...names]),
    lessUrgent: lessUrgentBefore(jobs, names),
    met: metAboard(problem, vehicle, jobs, [undefined, ...names]),
    rides: new Map(),
    shiftTo,
    capacity: [...(vehicle.capacity ?? [])],
    maxTasks: Math.max(names.length, vehicle.max_tasks ?? Infinity),
    maxTravel: vehicle.max_travel_time ?? Infinity,
    maxDistance: vehicle.max_distance ?? Infinity,
    maxShift: vehicle.max_shift ?? Infinity,
    maxDistricts: Math.max(districtsOf(names, jobs).size, vehicle.max_districts ?? Infinity),
    goesOnAt: shiftFrom,
    awaySince: shiftFrom,
    doneWork: 0,
  }
  if (names.length === 0) return allowances

  const load = allowances.capacity.map(() => 0)
  const raise = () => load.forEach((amount, d) => (allowances.capacity[d] = Math.max(allowances.capacity[d], amount)))
  for (const name of names) {
    const { delivery, shipment } = jobs.get(name)!
    if (shipment === undefined) delivery?.forEach((amount, d) => (load[d] += amount))
  }
  raise()
  const start: Place = { index: vehicle.start_index, coordinates: vehicle.start }
  const end: Place = { index: vehicle.end_index, coordinates: vehicle.end }
  const exists = (place: Place) => place.index !== undefined || place.coordinates !== undefined
  const totals = { seconds: 0, meters: 0 }
  let here = exists(start) ? start : undefined
  const done = locked.filter(({ lock }) => lock === 'done')
  // Goods on board wait for nothing.
  const waitsFor = names.filter((name) => done.length === 0 && allowances.locks.get(name)?.lock !== 'loaded')
  const leaves = Math.max(shiftFrom, ...waitsFor.map((name) => jobs.get(name)!.release ?? 0))
  let time = leaves
  let awaySince = leaves
  const pickedUp = new Map<number, number>()
  names.forEach((name, i) => {
    const job = jobs.get(name)!
    const place: Place = { index: job.location_index, coordinates: job.location }
    const isSame =
      here && (problem.matrices ? here.index === place.index : String(here.coordinates) === String(place.coordinates))
    const leg = here ? between(here, place, time) : { seconds: 0, meters: 0 }
    totals.seconds += leg.seconds
    totals.meters += leg.meters ?? 0
    here = place
    time += leg.seconds
    job.delivery?.forEach((amount, d) => (load[d] -= amount))
    job.pickup?.forEach((amount, d) => (load[d] += amount))
    raise()
    const setup = isSame ? 0 : (ofType(job.setup_per_type, vehicle.type) ?? job.setup ?? 0)
    const work = setup + (ofType(job.service_per_type, vehicle.type) ?? job.service ?? 0)
    if (i < done.length) {
      // Derived without waiting, and never later than the next known time.
      const later = done.slice(i + 1).flatMap(({ arrival, departure }) => [arrival, departure])
      const { arrival, departure } = done[i]
      const next = later.find((at) => at !== undefined) ?? Infinity
      const reached = arrival ?? Math.min(time, departure ?? next)
      if (i === 0) awaySince = reached
      if (i === 0 && exists(start)) {
        awaySince = leavesBy(reached, (at) => at + between(start, place, at).seconds)
        totals.seconds = between(start, place, awaySince).seconds
      }
      time = departure ?? Math.min(reached + work, next)
      if (job.shipment !== undefined) pickedUp.set(job.shipment, time)
      allowances.doneWork += time - reached
      if (i === done.length - 1) time = Math.max(time, shiftFrom)
      allowances.goesOnAt = time
      return
    }
    const window = (job.time_windows ?? [[0, Infinity]]).find(([, to]) => time <= to)
    time = window ? Math.max(time, window[0]) : time
    if (!window) allowances.latest.set(name, time)
    const since = job.shipment === undefined ? awaySince : (pickedUp.get(job.shipment) ?? time)
    if (time - since > longestRide(job, between)) allowances.rides.set(name, time - since)
    time += work
    if (job.shipment !== undefined) pickedUp.set(job.shipment, time)
  })
  if (exists(end) && here) {
    const leg = between(here, end, time)
    totals.seconds += leg.seconds
    totals.meters += leg.meters ?? 0
    time += leg.seconds
  }
  allowances.awaySince = awaySince
  allowances.shiftTo = Math.max(shiftTo, time)
  allowances.maxShift = Math.max(allowances.maxShift, time - awaySince)
  allowances.maxTravel = Math.max(allowances.maxTravel, totals.seconds)
  allowances.maxDistance = Math.max(allowances.maxDistance, totals.meters)
  return allowances
}

/** The districts that these jobs lie in. */
export function districtsOf(names: readonly string[], jobs: Map<string, Job>): Set<string> {
  return new Set(names.flatMap((name) => jobs.get(name)?.district ?? []))
}

/** The latest departure, from 0, that arrives in time. */
function leavesBy(time: number, arrives: (leavingAt: number) => number): number {
  let [first, last] = [0, time]
  while (first < last) {
    const middle = Math.ceil((first + last) / 2)
    if (arrives(middle) <= time) first = middle
    else last = middle - 1
  }
  return first
}
