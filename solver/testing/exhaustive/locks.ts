import type { GroupRules, VroomInput, VroomVehicle, VroomVehicleStep } from '../../json/vroom.ts'
import type { Order, Stop } from './orders.ts'
import { drivesOf } from './zones.ts'

/** What a vehicle may be forgiven: its locked stops have to be served, even where they alone break a limit. */
export type Allowances = {
  locks: Map<string, VroomVehicleStep>
  /** The stops that this vehicle has to serve: those that are locked, and the other ends of their shipments. */
  names: string[]
  stops: Stop[]
  /** What must not meet on board. */
  groups: GroupRules
  orders: Order[]
  /** By name, how late work may begin at a stop that is too late for all its windows. */
  latest: Map<string, number>
  capacity: number[]
  maxTasks: number
  maxTravel: number
  maxDistance: number
  maxDistricts: number
  shiftTo: number
  /** When the vehicle left, where a part of its route is done. */
  awaySince: number
  /** When the done part ends, and how many seconds of work it took. */
  goesOnAt: number
  doneWork: number
}

/** Drives the locked stops of a vehicle alone, in the order in which they were given, and notes what that takes. */
export function allowances(problem: VroomInput, orders: Order[], vehicle: VroomVehicle): Allowances {
  const steps = (vehicle.steps ?? []).filter(({ lock }) => lock !== undefined)
  const locks = new Map(steps.map((step) => [`${step.type} ${step.id}`, step]))
  const stops = lockedStops(orders, [...locks.keys()])
  const [shiftFrom, shiftTo] = vehicle.time_window ?? [0, Infinity]
  const own = {
    locks,
    names: stops.map(({ name }) => name),
    stops,
    groups: problem.groups ?? {},
    orders,
    maxTasks: Math.max(stops.length, vehicle.max_tasks ?? Infinity),
    maxDistricts: Math.max(districtsOf(stops).size, vehicle.max_districts ?? Infinity),
    capacity: highestLoad(stops, vehicle.capacity ?? []),
  }
  const limits = { maxTravel: vehicle.max_travel_time ?? Infinity, maxDistance: vehicle.max_distance ?? Infinity }
  const idle = { latest: new Map(), shiftTo, awaySince: shiftFrom, goesOnAt: shiftFrom, doneWork: 0 }
  if (stops.length === 0) return { ...own, ...limits, ...idle }
  const driven = driveLocked(problem, vehicle, stops, locks)
  return {
    ...own,
    ...driven,
    maxTravel: Math.max(limits.maxTravel, driven.seconds),
    maxDistance: Math.max(limits.maxDistance, driven.meters),
    shiftTo: Math.max(shiftTo, driven.finish),
  }
}

/** The districts of these stops. */
export function districtsOf(stops: readonly Stop[]): Set<string> {
  return new Set(stops.flatMap(({ district }) => district ?? []))
}

/** A pickup without a lock comes right before its locked delivery; a delivery without one comes last. */
function lockedStops(orders: Order[], names: string[]): Stop[] {
  const stops: Stop[] = []
  const last: Stop[] = []
  for (const name of names) {
    const pair = orders.find((order) => order.stops.some((stop) => stop.name === name))!.stops
    const at = pair.findIndex((stop) => stop.name === name)
    const other = pair[1 - at]
    const isOtherFree = other !== undefined && !names.includes(other.name)
    if (isOtherFree && at === 1) stops.push(other)
    stops.push(pair[at])
    if (isOtherFree && at === 0) last.push(other)
  }
  return [...stops, ...last]
}

/** By quantity, the vehicle's own capacity or the most that is on board anywhere. */
function highestLoad(stops: Stop[], capacity: number[]): number[] {
  return capacity.map((own, d) => {
    let load = stops.reduce((sum, { delivery }) => sum + (delivery?.[d] ?? 0), 0)
    let highest = Math.max(own, load)
    for (const { delivery, pickup } of stops) {
      load += (pickup?.[d] ?? 0) - (delivery?.[d] ?? 0)
      highest = Math.max(highest, load)
    }
    return highest
  })
}

function driveLocked(problem: VroomInput, vehicle: VroomVehicle, stops: Stop[], locks: Map<string, VroomVehicleStep>) {
  const { distances } = problem.matrices![vehicle.profile ?? 'car']
  const drives = drivesOf(problem, vehicle)
  const done = [...locks.values()].filter(({ lock }) => lock === 'done')
  const shiftFrom = vehicle.time_window?.[0] ?? 0
  const isWaitedFor = ({ name }: Stop) => done.length === 0 && locks.get(name)?.lock !== 'loaded'
  const departure = Math.max(shiftFrom, ...stops.filter(isWaitedFor).map(({ release = 0 }) => release))
  const drive = { seconds: 0, meters: 0, finish: departure, awaySince: departure, goesOnAt: shiftFrom, doneWork: 0 }
  const latest = new Map<string, number>()
  let here = vehicle.start_index
  const go = (to: number) => {
    if (here !== undefined) {
      const { seconds } = drives(here, to)
      drive.seconds += seconds
      drive.meters += distances?.[here][to] ?? 0
      drive.finish += seconds
    }
    here = to
  }
  stops.forEach((stop, i) => {
    const hasMoved = here !== stop.location_index
    go(stop.location_index!)
    const setup = hasMoved ? (stop.setup_per_type?.[vehicle.type!] ?? stop.setup ?? 0) : 0
    const work = setup + (stop.service_per_type?.[vehicle.type!] ?? stop.service ?? 0)
    if (i < done.length) {
      const { arrival, departure: left } = done[i]
      // Nothing that is done ended later than the next moment that is known.
      const next = done.slice(i + 1).flatMap((step) => [step.arrival ?? [], step.departure ?? []].flat())[0] ?? Infinity
      const reached = arrival ?? Math.min(drive.finish, left ?? next)
      if (i === 0) drive.awaySince = vehicle.start_index === undefined ? reached : Math.max(0, reached - drive.seconds)
      drive.finish = left ?? Math.min(reached + work, next)
      drive.doneWork += drive.finish - reached
      if (i === done.length - 1) drive.finish = Math.max(drive.finish, shiftFrom)
      drive.goesOnAt = drive.finish
      return
    }
    const window = (stop.time_windows ?? [[0, Infinity]]).find(([, to]) => drive.finish <= to)
    if (window) drive.finish = Math.max(drive.finish, window[0])
    else latest.set(stop.name, drive.finish)
    drive.finish += work
  })
  if (vehicle.end_index !== undefined) go(vehicle.end_index)
  return { ...drive, latest }
}
