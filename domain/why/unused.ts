import type { UnassignedCode, VroomOutput } from '#solver/json/vroom.ts'
import { driveAlone } from './drive-alone.ts'
import type { UnusedDriver } from '../schema/plan.ts'
import type { Need } from '../problem/needs.ts'
import { sayDayTime, sayTime } from '../problem/say-time.ts'
import type { DayProblem } from '../problem/day-problem.ts'
import type { PlannerDelivery, PlannerDriver } from '../problem/types.ts'
import { offOf } from '../problem/working-time.ts'
import { whyOff } from './off.ts'
import { secondsInto } from '../time.ts'

type WhyUnused = Pick<UnusedDriver, 'reason_code' | 'reason'>

/** The chosen drivers without a route, each with the reason. `solution` is null if nothing could be solved. */
export function unusedDrivers<D extends PlannerDelivery, R extends PlannerDriver>(
  planned: DayProblem<D, R>,
  solution: Pick<VroomOutput, 'routes' | 'unassigned'> | null,
  day: string,
  zone: string,
): UnusedDriver[] {
  const entry = ({ id, name }: R, why: WhyUnused): UnusedDriver => ({ driver_id: id, driver_name: name, ...why })
  const used = new Set(solution?.routes.map(({ vehicle }) => vehicle))
  const left = new Map(solution?.unassigned.map(({ id, reason }) => [id, reason.code]))
  return [
    ...planned.offDuty.map((driver) => entry(driver, whyOffDuty(driver, planned.earliestStart, day, zone))),
    ...[...planned.drivers]
      .filter(([vehicle]) => !used.has(vehicle))
      .map(([vehicle, driver]) => entry(driver, whyWithoutStops(vehicle, planned, left, day, zone))),
  ].toSorted((a, b) => a.driver_name.localeCompare(b.driver_name, 'en'))
}

/** Why a driver has no working time left that day. */
function whyOffDuty(driver: PlannerDriver, earliestStart: number, day: string, zone: string): WhyUnused {
  const { shift_start, shift_end, depot, busy_until } = driver
  const off = offOf(driver)
  if (off) return whyOff(off, day)
  const at = (time: string) => secondsInto(day, time, zone)
  const first = sayTime(day, earliestStart, zone)
  if (at(shift_end) <= earliestStart) {
    return {
      reason_code: 'shift_over',
      reason: `The shift ends at ${sayDayTime(shift_end)}, but no route can start before ${first}.`,
    }
  }
  if (at(depot.closes) <= earliestStart) {
    return {
      reason_code: 'shift_over',
      reason: `The depot closes at ${sayDayTime(depot.closes)}, but no route can start before ${first}.`,
    }
  }
  const opensInShift = Math.max(at(shift_start), at(depot.opens)) < Math.min(at(shift_end), at(depot.closes))
  if (busy_until && opensInShift) {
    return { reason_code: 'busy', reason: 'Routes that are already approved take up the rest of the shift.' }
  }
  return {
    reason_code: 'closed',
    reason: `The shift (${shift_start}–${sayDayTime(shift_end)}) is outside the depot’s opening hours (${depot.opens}–${sayDayTime(depot.closes)}).`,
  }
}

/** Why a driver with working time got no stop: each test leaves fewer deliveries, and the last obstacle is named. */
function whyWithoutStops<D extends PlannerDelivery, R extends PlannerDriver>(
  id: number,
  planned: DayProblem<D, R>,
  left: ReadonlyMap<number, UnassignedCode>,
  day: string,
  zone: string,
): WhyUnused {
  const { problem, tasks, needs, drivers, deliveries } = planned
  const driver = drivers.get(id)!
  const vehicle = problem.vehicles[id - 1]!
  const car = driver.vehicle?.code
  if (!deliveries.size) {
    return { reason_code: 'no_deliveries', reason: 'None of the day’s deliveries could be planned.' }
  }
  const matching = [...tasks].filter(([job]) => needs.get(job)!.every((need) => need.isMetBy(driver)))
  if (!matching.length) return { reason_code: 'skills', reason: sayNoMatch(driver, planned) }

  const fitting = matching.filter(([, { amount }]) => amount.every((each, kind) => each <= vehicle.capacity![kind]!))
  if (!fitting.length) {
    return { reason_code: 'capacity', reason: `Every delivery that matches is too large for ${car}.` }
  }
  const reachable = fitting.filter(([job]) => {
    const { arrival, closes, back, shiftEnd } = driveAlone(planned, job, vehicle)
    return arrival <= closes && back <= shiftEnd
  })
  if (!reachable.length) {
    const [from, to] = vehicle.time_window!.map((seconds) => sayTime(day, seconds, zone))
    return {
      reason_code: 'out_of_reach',
      reason: `No delivery fits into a round trip from the depot between ${from} and ${to}.`,
    }
  }
  // Alone on the road is not all that it takes: the engine knows whether it would still fit.
  if (reachable.some(([job]) => left.get(job) === 'stopped_early')) {
    return {
      reason_code: 'stopped_early',
      reason: 'The search ended before it could use this driver. Plan again with more time.',
    }
  }
  const enough = left.size > 0 ? 'the other routes take all that this driver could' : 'everything fits on fewer routes'
  return { reason_code: 'not_needed', reason: `Not needed: ${enough}.` }
}

/** What all deliveries have in common that a driver cannot meet. */
const unmetByAll: Partial<Record<Need['kind'], string>> = {
  wanted_driver: 'Every delivery is assigned to another driver.',
  depot: 'Every delivery is loaded at another depot.',
  territory: 'Every delivery is in a territory of other drivers.',
  temperature: 'Every delivery needs a temperature that the vehicle does not keep.',
}

function sayNoMatch<D extends PlannerDelivery, R>(driver: PlannerDriver, planned: DayProblem<D, R>): string {
  const unmet = [...planned.needs.values()].map((needs) => needs.filter((need) => !need.isMetBy(driver)))
  for (const [kind, sentence] of Object.entries(unmetByAll)) {
    if (unmet.every((needs) => needs.some((need) => need.kind === kind))) return sentence
  }
  const missing = [...new Set(unmet.flat().flatMap(({ kind, word }) => (kind === 'skill' ? `“${word}”` : [])))]
  if (!missing.length) return 'Every delivery needs another driver, depot, territory or temperature.'
  const isOthers = unmet.flat().some(({ kind }) => kind === 'wanted_driver')
  return isOthers
    ? `Every delivery is assigned to another driver or needs a missing skill: ${missing.join(', ')}.`
    : `Every delivery needs a missing skill: ${missing.join(', ')}.`
}
