import { sayReached } from '#domain/quotas.ts'
import type { Driver } from '#domain/schema/driver.ts'
import type { Quota } from '#domain/schema/quota.ts'
import type { Workspace } from '#domain/schema/workspace.ts'
import { earliestDeparture, earliestStart, hasTimeLeft, isOver } from '#domain/start-of-day.ts'
import { dayAfter, dayOf, timeAt } from '#domain/time.ts'

type Settings = Pick<Workspace, 'time_zone' | 'get_ready_minutes'>

/** What the clock leaves of a day. */
export type DayOutlook = {
  isOver: boolean
  /** When the first route can start, as `HH:MM`, if the day has begun. */
  startsAt: string | null
  /** Where deliveries that miss the day can go. */
  nextDay: string
  /** That day as it is said: `today`, `tomorrow` or `the next day`. */
  nextDayWords: string
  isShiftOver: (driver: Pick<Driver, 'shift_end'>) => boolean
}

/** How much of a day can still be planned. */
export function outlookOf(day: string, now: Date, { time_zone, get_ready_minutes }: Settings): DayOutlook {
  const departure = earliestDeparture(now, get_ready_minutes)
  const start = earliestStart(day, departure, time_zone)
  const today = dayOf(now, time_zone)
  const isDayOver = isOver(day, now, time_zone)
  return {
    isOver: isDayOver,
    startsAt: start > 0 && !isDayOver ? timeAt(day, start, time_zone) : null,
    nextDay: isDayOver ? today : dayAfter(day),
    nextDayWords: isDayOver ? 'today' : day === today ? 'tomorrow' : 'the next day',
    isShiftOver: ({ shift_end }) => !hasTimeLeft(day, shift_end, departure, time_zone),
  }
}

/** Why a plan cannot start. `isMovable` tells whether another day for all of it is the answer. */
type Obstacle = { sentence: string; isMovable: boolean }

/** Why a plan cannot start, or null. */
export function whyNotStart(
  { isOver: isDayOver, isShiftOver }: DayOutlook,
  chosen: readonly Pick<Driver, 'shift_end'>[],
): Obstacle | null {
  if (isDayOver) {
    return { sentence: 'This day is over. Move its deliveries to today or later, and plan that day.', isMovable: true }
  }
  if (chosen.length === 0) return { sentence: 'Choose at least one driver.', isMovable: false }
  if (!chosen.every(isShiftOver)) return null
  return { sentence: 'The shifts of the chosen drivers are over for today.', isMovable: true }
}

/** Why a day has too many stops for a plan, or null. */
export function whyTooMany(stops: number, all: readonly Quota[] | undefined): Obstacle | null {
  const quota = all?.find(({ name }) => name === 'stops_per_plan')
  if (!quota || stops <= quota.limit) return null
  return { sentence: sayReached({ quota: quota.name, limit: quota.limit, used: 0, wanted: stops }), isMovable: false }
}
