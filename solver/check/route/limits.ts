import type { VroomViolation } from '../../json/vroom.ts'
import { districtsOf } from '../allowances.ts'
import { checkViolations, sumByCause } from '../violations.ts'
import { exists, lateAt, type Walk } from './walk.ts'

/** Checks a finished route against the limits of its vehicle, and the violations reported for the route as a whole. */
export function checkLimits(walk: Walk, served: number): void {
  const { say, vehicle, allowed, pauses, violations, seconds, meters } = walk
  const stops = walk.route.steps.map(({ type, id }) => `${type} ${id}`)
  const districts = districtsOf(stops, walk.jobs).size
  const leftAt = walk.leftAt ?? 0
  if (!walk.mayMissBreaks) for (const id of pauses.keys()) say(`break ${id} is not taken`)
  if (pauses.size > 0 || walk.missing.isBreakMissing) violations.push({ cause: 'missing_break' })
  if (!exists(walk.end) && served > walk.lastDone + 1) violations.push(...lateAt(leftAt, walk.shiftTo))
  const away = leftAt - walk.route.steps[0].arrival
  if (away > allowed.maxShift) say(`is away for ${away} s, over its ${vehicle.max_shift}`)
  const exceeds = (cause: VroomViolation['cause'], value: number, limit = Infinity) => {
    if (value > limit) violations.push({ cause, duration: value - limit })
  }
  exceeds('max_shift', away, vehicle.max_shift)
  exceeds('max_travel_time', seconds, vehicle.max_travel_time)
  if (served > (vehicle.max_tasks ?? Infinity)) violations.push({ cause: 'max_tasks' })
  if ((meters ?? 0) > (vehicle.max_distance ?? Infinity)) violations.push({ cause: 'max_distance' })
  if (districts > (vehicle.max_districts ?? Infinity)) violations.push({ cause: 'max_districts' })
  for (const error of checkViolations('the route', walk.route.violations, sumByCause(violations))) say(error)
  if (leftAt > allowed.shiftTo) say(`finishes at ${leftAt}, after its shift ends at ${walk.shiftTo}`)
  if (served > allowed.maxTasks) say(`has ${served} jobs, over its ${vehicle.max_tasks}`)
  if (districts > allowed.maxDistricts) say(`serves ${districts} districts, over its ${vehicle.max_districts}`)
  if (seconds > allowed.maxTravel) say(`drives ${seconds} s, over its ${vehicle.max_travel_time}`)
  if (vehicle.max_distance !== undefined && !(meters! <= allowed.maxDistance))
    say(`drives ${meters} m, over its ${vehicle.max_distance}`)
}
