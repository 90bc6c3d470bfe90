import type { VroomStep } from '../../json/vroom.ts'
import { isAt } from './stops.ts'
import { checkLoad, driveTo, same, sameWay, type Walk } from './walk.ts'

/** Loads the next trip at one of the vehicle's depots, no earlier than its goods are there. */
export function reload(walk: Walk, step: VroomStep): void {
  const { say, vehicle } = walk
  const trip = walk.trips[++walk.reloads]
  const depots = vehicle.reload?.depots?.map(({ location, location_index }) => ({
    index: location_index,
    coordinates: location,
  }))
  const depot = (depots ?? [walk.start]).find((each) => isAt(step, each))
  if (!depot) return say('reloads at no depot of its own')
  const driven = driveTo(walk, depot)
  endTrip(walk)
  walk.load = trip.loaded.map((amount, d) => amount + walk.aboard[d])
  checkLoad(walk)
  same(walk, 'arrival at reload', step.arrival, (walk.leftAt ?? NaN) + driven)
  sameWay(walk, 'reload', step)
  same(walk, 'work at reload', [step.setup, step.service], [0, vehicle.reload?.service ?? 0])
  same(walk, 'load at reload', step.load, walk.load)
  const begin = step.arrival + step.waiting_time
  if (!(step.waiting_time >= 0)) say(`waits ${step.waiting_time} s at reload`)
  if (begin < trip.release) say(`loads at ${begin} what is at the depot from ${trip.release} on`)
  walk.leftAt = begin + step.service
  walk.loadedAt = walk.leftAt
  walk.rested += step.service
  walk.sums.waiting += step.waiting_time
}

/** Reports a trip that is longer than trips may be. What is under way cannot be shortened any more. */
export function endTrip(walk: Walk): void {
  const { meters = 0, tripFrom, vehicle, allowed, say } = walk
  const most = vehicle.reload?.max_distance ?? Infinity
  if (meters - tripFrom > most && allowed.locks.size === 0)
    say(`drives ${meters - tripFrom} m on a trip, over its ${most}`)
  walk.tripFrom = meters
}
