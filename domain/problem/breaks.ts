import type { TimeWindow, VroomBreak } from '#solver/json/vroom.ts'
import { unlimited } from './amounts.ts'
import type { Clock } from './clock.ts'
import type { PlannerBreak } from './types.ts'

/** A driver's breaks, numbered from 1 in the driver's own order. Those outside of the working time are not taken. */
export function breaksOf(
  breaks: readonly PlannerBreak[],
  working: TimeWindow,
  at: Clock,
  quantities: number,
): VroomBreak[] {
  return breaks.flatMap((each, index): VroomBreak[] => {
    const { minutes, earliest, latest, after_driving_minutes, after_working_minutes, max_load_kg } = each
    const base = { id: index + 1, service: minutes * 60 }
    if (after_driving_minutes) return [{ ...base, after_driving: after_driving_minutes * 60 }]
    if (after_working_minutes) return [{ ...base, after_working: after_working_minutes * 60 }]
    if (earliest === undefined || latest === undefined) return []
    const from = Math.max(at(earliest), working[0])
    const to = Math.min(at(latest), working[1] - base.service)
    if (from > to) return []
    const max_load =
      max_load_kg == null
        ? undefined
        : [Math.round(max_load_kg * 1000), ...Array<number>(quantities - 1).fill(unlimited)]
    return [{ ...base, time_windows: [[from, to]], ...(max_load && { max_load }) }]
  })
}
