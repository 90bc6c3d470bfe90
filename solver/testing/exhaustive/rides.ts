import type { TimeWindow, VroomInput, VroomVehicle } from '../../json/vroom.ts'
import type { Stop } from './orders.ts'
import { drivesOf } from './zones.ts'

/** One constraint on two moments: `to` is at least `seconds` after `from`. */
type Gap = { from: number; to: number; seconds: number }

/** A trip as `drive.ts` has it, and when its goods are at the depot. */
type Trip = { depot?: number; stops: Stop[]; released: number }

/**
 * Whether any times keep windows, shift and the longest rides of a sequence of stops: difference constraints by
 * Bellman and Ford, for every choice of one window at each stop.
 */
export function ridesFit(problem: VroomInput, vehicle: VroomVehicle, trips: Trip[]): boolean {
  const stops = trips.flatMap((trip) => trip.stops)
  if (!stops.some(({ max_ride, max_detour }) => max_ride !== undefined || max_detour !== undefined)) return true
  const { gaps, moments, placeOf } = gapsOf(problem, vehicle, trips)
  const tryWindows = (i: number, chosen: Gap[]): boolean => {
    if (i === stops.length) return isPossible([...gaps, ...chosen], moments)
    const windows: TimeWindow[] = stops[i].time_windows ?? [[0, Infinity]]
    return windows.some(([from, to]) => {
      const at = placeOf[i]
      return tryWindows(i + 1, [...chosen, { from: 0, to: at, seconds: from }, { from: at, to: 0, seconds: -to }])
    })
  }
  return tryWindows(0, [])
}

/** Moment 0 is the beginning of time; then come departures, starts of work and the finish. */
function gapsOf(problem: VroomInput, vehicle: VroomVehicle, trips: Trip[]) {
  const drives = drivesOf(problem, vehicle)
  const [shiftFrom, shiftTo] = vehicle.time_window ?? [0, Infinity]
  const gaps: Gap[] = []
  const placeOf: number[] = []
  const pickups = new Map<number, { at: number; work: number }>()
  let moments = 1
  let here = vehicle.start_index
  let [last, busy] = [0, shiftFrom]
  const leg = (to: number | undefined) => {
    if (here === undefined || to === undefined) return 0
    return drives(here, to).seconds
  }
  const longest = ({ max_ride, max_detour, comesFrom, location_index }: Stop) => {
    if (max_detour === undefined) return max_ride
    const direct = drives(comesFrom!, location_index!).seconds
    return Math.min(max_ride ?? Infinity, direct + max_detour)
  }
  for (const { depot, stops, released } of trips) {
    const loading = depot === undefined ? 0 : (vehicle.reload!.service ?? 0)
    const leaves = moments++
    gaps.push({ from: last, to: leaves, seconds: busy + (depot === undefined ? 0 : leg(depot)) + loading })
    gaps.push({ from: 0, to: leaves, seconds: released + loading })
    ;[last, busy] = [leaves, 0]
    here = depot ?? here
    for (const stop of stops) {
      const at = moments++
      placeOf.push(at)
      const moved = here !== stop.location_index
      gaps.push({ from: last, to: at, seconds: busy + leg(stop.location_index) })
      here = stop.location_index
      const setup = moved ? (stop.setup_per_type?.[vehicle.type!] ?? stop.setup ?? 0) : 0
      const work = setup + (stop.service_per_type?.[vehicle.type!] ?? stop.service ?? 0)
      const most = longest(stop)
      const since = stop.isOfShipment ? pickups.get(stop.orderNumber) : { at: leaves, work: 0 }
      if (most !== undefined) gaps.push({ from: at, to: since!.at, seconds: -most - since!.work })
      if (stop.isOfShipment) pickups.set(stop.orderNumber, { at, work })
      ;[last, busy] = [at, work]
    }
  }
  const finish = moments++
  gaps.push({ from: last, to: finish, seconds: busy + leg(vehicle.end_index) })
  gaps.push({ from: finish, to: 0, seconds: -shiftTo })
  return { gaps, moments, placeOf }
}

function isPossible(gaps: readonly Gap[], moments: number): boolean {
  const times = Array.from({ length: moments }, () => 0)
  for (let round = 0; round <= moments; round++) {
    let isSettled = true
    for (const { from, to, seconds } of gaps) {
      if (times[from] + seconds <= times[to]) continue
      times[to] = times[from] + seconds
      isSettled = false
    }
    if (isSettled) return times[0] === 0
  }
  return false
}
