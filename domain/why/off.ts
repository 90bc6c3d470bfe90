import { weekdayOf } from '../shifts.ts'
import { weekdayNames } from '../schema/shift.ts'
import type { PlannerOff } from '../problem/types.ts'
import type { UnusedDriver } from '../schema/plan.ts'

/** Why a driver does not work on a day. */
export function whyOff(off: PlannerOff, day: string): Pick<UnusedDriver, 'reason_code' | 'reason'> {
  switch (off.kind) {
    case 'free':
      return { reason_code: 'free_day', reason: `Does not work on ${weekdayNames[weekdayOf(day)]}s.` }
    case 'day_off':
      return { reason_code: 'day_off', reason: off.reason ? `Has the day off: ${off.reason}.` : 'Has the day off.' }
    case 'vehicle':
      return { reason_code: 'vehicle_blocked', reason: off.sentence }
    case 'transfer':
      return { reason_code: 'on_transfer', reason: 'Drives a transfer to another depot for most of the shift.' }
    case 'holiday':
      return { reason_code: 'holiday', reason: `It is a holiday: ${off.name}.` }
  }
}
