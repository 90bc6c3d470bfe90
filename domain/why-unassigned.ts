import type { UnassignedReason } from '#solver/json/vroom.ts'
import { driveAlone } from './drive-alone.ts'
import { timeAt } from './time.ts'
import type { DayProblem, PlannerDelivery, PlannerDriver } from './to-problem.ts'
import { onlyFor, withoutWanted } from './why-not-wanted-driver.ts'

/** `shared` says the same for several deliveries at once. Deliveries with the same code and `shared` are a group. */
export type WhyUnassigned = { code: string; sentence: string; shared: string }

/** For a delivery that was never passed to the solver. */
export const noLocation: WhyUnassigned = {
  code: 'no_location',
  sentence: 'It has no position yet. Set one, then optimize again.',
  shared: 'They have no position yet. Set one for each, then optimize again.',
}

/** For a delivery whose location nobody would find the door by. */
export const roughLocation: WhyUnassigned = {
  code: 'rough_location',
  sentence: 'Only the area of its address was found, not the exact place. Place the pin, then optimize again.',
  shared: 'Only the areas of their addresses were found, not the exact places. Place the pins, then optimize again.',
}

const nobodyWorksSentence =
  'None of the chosen drivers has working time left during the depot’s opening hours that day. Change a shift or the opening hours.'

/** For a delivery whose window ended before routes of today can start. */
export function windowOver({ window_end }: Pick<PlannerDelivery, 'window_end'>): WhyUnassigned {
  return {
    code: 'window_over',
    sentence: `Its time window ended at ${window_end}, before a route could start. Set a later window, or move it to another day.`,
    shared: 'Their time windows ended before a route could start. Set later windows, or move them to another day.',
  }
}

/** For every delivery if no chosen driver works that day. */
export const nobodyWorks: WhyUnassigned = { code: 'shift', sentence: nobodyWorksSentence, shared: nobodyWorksSentence }

/**
 * Turns the solver's reason into a sentence with this delivery's figures. Names what no driver could do even with an
 * empty route; otherwise says that the other stops leave no room.
 */
export function whyUnassigned<D extends PlannerDelivery, R extends PlannerDriver>(
  job: number,
  reason: UnassignedReason,
  planned: DayProblem<D, R>,
  day: string,
  zone: string,
): WhyUnassigned {
  const delivery = planned.deliveries.get(job)!
  const able = planned.problem.vehicles.filter(({ skills }) =>
    planned.problem.jobs[job - 1]!.skills!.every((skill) => skills!.includes(skill)),
  )
  const driverOf = (vehicle: { id: number }) => planned.drivers.get(vehicle.id)!
  const clock = (seconds: number) => timeAt(day, seconds, zone)
  const say = (sentence: string, shared: string): WhyUnassigned => ({
    code: reason.code,
    sentence: onlyFor(delivery, 'it') + sentence,
    shared: onlyFor(delivery, 'them') + shared,
  })
  const sayAlike = (sentence: string) => say(sentence, sentence)

  switch (reason.code) {
    case 'skills':
      if (delivery.wanted_driver_id) {
        const [sentence, shared] = [
          withoutWanted(delivery, planned, 'It is'),
          withoutWanted(delivery, planned, 'They are'),
        ]
        return { code: 'wanted_driver', sentence, shared }
      }
      return sayAlike(sayMissingSkills(delivery, [...planned.drivers.values()]))
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
    case 'time_window':
    case 'shift': {
      const alone = able.map((vehicle) => ({
        name: driverOf(vehicle).name,
        ...driveAlone(planned.problem, job, vehicle),
      }))
      const soonest = alone.toSorted((a, b) => a.arrival - b.arrival)[0]
      const canStartEarlier = able.some(({ time_window }) => time_window![0] > planned.earliestStart)
      if (soonest && alone.every(({ arrival, opens, closes }) => Math.max(arrival, opens) > closes)) {
        return say(
          `Even driving straight there, ${soonest.name} arrives at ${clock(soonest.arrival)}, after the window closes at ${clock(soonest.closes)}. Widen the window or ${canStartEarlier ? 'start a shift earlier' : 'move it to another day'}.`,
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
      const { window_start, window_end } = delivery
      if (reason.code === 'shift' || (!window_start && !window_end)) {
        return say(
          'No driver has enough working time left for it. Choose another driver or extend a shift.',
          'No driver has enough working time left for them. Choose another driver or extend a shift.',
        )
      }
      return say(
        `No driver can be there ${sayWindow(window_start, window_end)} and still make the other stops. Widen the window or choose another driver.`,
        'No driver can be there within their windows and still make the other stops. Widen the windows or choose another driver.',
      )
    }
    case 'stopped_early':
      return say(
        'The search ended before it was placed. Optimize again, and let the search finish.',
        'The search ended before they were placed. Optimize again, and let the search finish.',
      )
    default:
      return sayAlike(reason.message)
  }
}

function sayMissingSkills({ skills }: PlannerDelivery, drivers: PlannerDriver[]): string {
  const has = (driver: PlannerDriver, skill: string) =>
    driver.skills.includes(skill) || Boolean(driver.vehicle?.skills.includes(skill))
  const missing = skills.filter((skill) => !drivers.some((driver) => has(driver, skill)))
  const listed = (words: string[]) => words.map((word) => `“${word}”`).join(', ')
  return missing.length
    ? `No chosen driver or vehicle has ${listed(missing)}. Choose one that does, or add the skill.`
    : `No chosen driver and vehicle together have ${listed(skills)}. Choose one that does, or add the skills.`
}

/** A sentence if no vehicle could take the delivery even when empty. */
function sayTooLarge(delivery: PlannerDelivery, able: PlannerDriver[]): string | undefined {
  const holds = (capacity: number | null | undefined, amount: number) =>
    capacity == null || Math.round(amount * 1000) <= Math.round(capacity * 1000)
  const fits = able.some(
    ({ vehicle }) => holds(vehicle?.capacity_kg, delivery.weight_kg) && holds(vehicle?.capacity_l, delivery.volume_l),
  )
  if (fits) return undefined
  const vehicles = able.flatMap(({ vehicle }) => vehicle ?? [])
  for (const { field, verb, amount, unit } of [
    { field: 'capacity_kg', verb: 'weighs', amount: delivery.weight_kg, unit: 'kg' },
    { field: 'capacity_l', verb: 'takes up', amount: delivery.volume_l, unit: 'L' },
  ] as const) {
    if (vehicles.length < able.length || vehicles.some((vehicle) => holds(vehicle[field], amount))) continue
    const largest = vehicles.toSorted((a, b) => b[field]! - a[field]!)[0]!
    return `It ${verb} ${amount} ${unit}; the largest vehicle that could take it, ${largest.code}, carries ${largest[field]} ${unit}. Choose a larger vehicle or split the delivery.`
  }
  return `It weighs ${delivery.weight_kg} kg and takes up ${delivery.volume_l} L; no vehicle that could take it carries both. Choose a larger vehicle or split the delivery.`
}

function sayWindow(start: string | null, end: string | null): string {
  if (start && end) return `between ${start} and ${end}`
  return start ? `from ${start} on` : `by ${end}`
}
