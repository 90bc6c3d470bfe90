import type { UnassignedReason } from '#solver/json/vroom.ts'
import { unreachableSeconds } from '../travel/put-travel.ts'
import { driveAlone } from './drive-alone.ts'
import { sayDayTime, sayTime } from '../problem/say-time.ts'
import type { DayProblem } from '../problem/day-problem.ts'
import type { PlannerDelivery, PlannerDriver } from '../problem/types.ts'
import type { WhyUnassigned } from './why.ts'
import { sayApartOnBoard, sayGrouped } from './grouped.ts'
import { onlyFor } from './not-wanted-driver.ts'
import { sayTooLarge } from './too-large.ts'
import { whyUnmet } from './unmet.ts'

/** The largest speed factor. */
const fastest = 5

const nobodyWorksSentence =
  'None of the chosen drivers has working time left during the depot’s opening hours that day. Change a shift or the opening hours.'

/** For every delivery if no chosen driver works that day. */
export const nobodyWorks: WhyUnassigned = { code: 'shift', sentence: nobodyWorksSentence, shared: nobodyWorksSentence }

/** Reasons that need no figures: what one and several deliveries are told. */
const plainWords = {
  stopped_early: [
    'The search ended before it was placed. Optimize again, and let the search finish.',
    'The search ended before they were placed. Optimize again, and let the search finish.',
  ],
  max_tasks: [
    'All drivers who could take it have the most stops they may have. Choose another driver, or allow more stops.',
    'All drivers who could take them have the most stops they may have. Choose another driver, or allow more stops.',
  ],
  max_districts: [
    'All drivers who could take it serve as many other territories as they may. Choose another driver, or allow more territories.',
    'All drivers who could take them serve as many other territories as they may. Choose another driver, or allow more territories.',
  ],
  max_travel_time: [
    'No driver can bring it without driving longer than allowed. Choose another driver, or allow more driving.',
    'No driver can bring them without driving longer than allowed. Choose another driver, or allow more driving.',
  ],
  max_distance: [
    'No vehicle can bring it without a route longer than allowed. Choose another vehicle, or allow longer routes.',
    'No vehicle can bring them without routes longer than allowed. Choose another vehicle, or allow longer routes.',
  ],
  trips: [
    'No trip of a vehicle has room and time for it. Allow more trips, or choose another driver.',
    'No trips of vehicles have room and time for them. Allow more trips, or choose another driver.',
  ],
  last_in_first_out: [
    'Wherever there is time for it, other goods would lie in front of it, or it in front of others. Choose a vehicle that can be unloaded in any order.',
    'Wherever there is time for them, other goods would lie in front of them, or they in front of others. Choose a vehicle that can be unloaded in any order.',
  ],
  urgent_first: [
    'Wherever there is time for it, a less urgent delivery would come before a more urgent one. Choose another driver, or let drivers bring deliveries in any order.',
    'Wherever there is time for them, a less urgent delivery would come before a more urgent one. Choose another driver, or let drivers bring deliveries in any order.',
  ],
  precedence: [
    'No driver has room and time for all steps of its order, one after the other. Widen windows, or change the steps.',
    'No driver has room and time for all steps of their order, one after the other. Widen windows, or change the steps.',
  ],
  not_worth: [
    'It is worth less than what the way to it would cost.',
    'They are worth less than what the way to them would cost.',
  ],
  one_of: ['It is planned at another of its places already.', 'They are planned at others of their places already.'],
  max_moved: ['The plan may not change that much any more.', 'The plan may not change that much any more.'],
} satisfies Partial<Record<UnassignedReason['code'], [string, string]>>

/**
 * Turns the solver's reason into a sentence with this delivery's figures. Names what no driver could do even with an
 * empty route; otherwise says that the other stops leave no room.
 */
export function whyUnassigned<D extends PlannerDelivery, R extends PlannerDriver>(
  id: number,
  reason: UnassignedReason,
  planned: DayProblem<D, R>,
  day: string,
  zone: string,
): WhyUnassigned {
  const delivery = planned.deliveries.get(id)!
  const needs = planned.needs.get(id)!
  const driverOf = (vehicle: { id: number }) => planned.drivers.get(vehicle.id)!
  const able = planned.problem.vehicles.filter((vehicle) => needs.every((need) => need.isMetBy(driverOf(vehicle))))
  const clock = (seconds: number) => sayTime(day, seconds, zone)
  const say = (sentence: string, shared: string): WhyUnassigned => ({
    code: reason.code,
    sentence: onlyFor(delivery, 'it') + sentence,
    shared: onlyFor(delivery, 'them') + shared,
  })
  const { code } = reason
  switch (code) {
    case 'skills':
      return whyUnmet(id, planned)
    case 'capacity': {
      const tooLarge = sayTooLarge(delivery, able.map(driverOf))
      if (tooLarge) {
        return say(
          tooLarge,
          'Each is too large for every vehicle that could take it. Choose a larger vehicle or split the deliveries.',
        )
      }
      return say(
        'All vehicles that could take it are full. Choose another driver or a larger vehicle.',
        'All vehicles that could take them are full. Choose another driver or a larger vehicle.',
      )
    }
    case 'group':
      return say(...sayGrouped(delivery, planned))
    case 'apart_on_board':
      return say(...sayApartOnBoard(delivery, planned))
    case 'release':
      return say(
        `Its goods are at the depot at ${sayDayTime(delivery.ready_time ?? '')}, too late to bring them in time. Widen the window, or have them there earlier.`,
        'Their goods are at the depot too late to bring them in time. Widen the windows, or have the goods there earlier.',
      )
    case 'max_ride': {
      const limit = longestRide(delivery, planned)
      if (!limit) {
        return say(
          'Every driver who could bring it would have other goods on board for too long. Choose another driver.',
          'Every driver who could bring them would have other goods on board for too long. Choose another driver.',
        )
      }
      return say(
        `No driver can bring it within ${limit}. Allow longer, or choose another driver.`,
        'No driver can bring them without having goods on board for too long. Allow longer, or choose another driver.',
      )
    }
    case 'shipment': {
      const limit = longestRide(delivery, planned)
      return say(
        `No driver has room and time for both its pickup and its delivery${limit && ` within ${limit}`}. ${limit ? 'Allow longer, widen' : 'Widen'} a window or choose another driver.`,
        'No driver has room and time for both their pickups and their deliveries. Widen windows or choose another driver.',
      )
    }
    case 'time_window':
    case 'shift': {
      const alone = able.map((vehicle) => ({ name: driverOf(vehicle).name, ...driveAlone(planned, id, vehicle) }))
      const soonest = alone.toSorted((a, b) => a.arrival - b.arrival)[0]
      if (alone.length && alone.every(({ arrival }) => arrival >= unreachableSeconds / fastest)) {
        return say(
          'No road leads there from where any driver starts. Check its position on the map.',
          'No road leads there from where any driver starts. Check their positions on the map.',
        )
      }
      const canStartEarlier = able.some(({ time_window }) => time_window![0] > planned.earliestStart)
      if (soonest && alone.every(({ arrival, closes }) => arrival > closes)) {
        const window = soonest.where === 'pickup' ? 'pickup’s window' : 'window'
        return say(
          `Even driving straight there, ${soonest.name} arrives at ${clock(soonest.arrival)}, after the ${window} closes at ${clock(soonest.closes)}. Widen the window or ${canStartEarlier ? 'start a shift earlier' : 'move it to another day'}.`,
          `Even driving straight there, no driver arrives before their windows close. Widen the windows or ${canStartEarlier ? 'start a shift earlier' : 'move them to another day'}.`,
        )
      }
      const reaching = alone.filter(({ arrival, closes }) => arrival <= closes)
      const nearest = reaching.toSorted((a, b) => a.back - a.shiftEnd - (b.back - b.shiftEnd))[0]
      if (nearest && reaching.every(({ back, shiftEnd }) => back > shiftEnd)) {
        return say(
          `Even as the only stop, it would bring ${nearest.name} back at ${clock(nearest.back)}, after work ends at ${clock(nearest.shiftEnd)}. Extend the shift or the depot's opening hours.`,
          'Even as the only stop, each of them would bring its driver back after work ends. Extend a shift or the depot’s opening hours.',
        )
      }
      const windows = sayWindows(delivery)
      if (reason.code === 'shift' || !windows) {
        return say(
          'No driver has enough working time left for it. Choose another driver or extend a shift.',
          'No driver has enough working time left for them. Choose another driver or extend a shift.',
        )
      }
      return say(
        `No driver can be there ${windows} and still make the other stops. Widen the window or choose another driver.`,
        'No driver can be there within their windows and still make the other stops. Widen the windows or choose another driver.',
      )
    }
    case 'no_vehicle':
    case 'not_in_steps':
      // A plan has drivers, and steps come only from plans. Should it happen, the solver's sentence is better than none.
      return say(reason.message, reason.message)
    default:
      // A code without words does not compile.
      return say(...plainWords[code])
  }
}

function sayWindows({ window_start, window_end, more_windows = [] }: PlannerDelivery): string {
  const first = window_start === null && window_end === null ? [] : [sayWindow(window_start, window_end)]
  return [...first, ...more_windows.map(({ start, end }) => sayWindow(start, end))].join(' or ')
}

function sayWindow(start: string | null, end: string | null): string {
  if (start && end) return `between ${sayDayTime(start)} and ${sayDayTime(end)}`
  return start ? `from ${sayDayTime(start)} on` : `by ${sayDayTime(end!)}`
}

/** What limits how long a delivery is on board, in words; empty if nothing does. */
function longestRide(
  { pickup, max_ride_minutes, max_detour_minutes }: PlannerDelivery,
  { problem }: Pick<DayProblem<PlannerDelivery, PlannerDriver>, 'problem'>,
): string {
  const limits = []
  if (max_ride_minutes != null) limits.push(`${max_ride_minutes} min on board`)
  if (pickup && max_detour_minutes != null) {
    limits.push(`${max_detour_minutes} min more than the direct ride${problem.traffic ? ' without traffic' : ''}`)
  }
  return limits.join(' and ')
}
