import { daysOf, type Recurrence } from '#domain/recurrence.ts'
import { recurringDaysAhead } from '#domain/schema/recurring.ts'
import { dayAfter } from '#domain/time.ts'

type Closing = { day: string; depot_id: string | null }

type Coming = Recurrence & { skips_holidays: boolean; paused: boolean; depot_id: string | null }

/** The days on which a delivery is to be there: those of the next two weeks, or up to another day. */
export function comingDays(
  order: Coming,
  today: string,
  holidays: readonly Closing[],
  until = dayAfter(today, recurringDaysAhead - 1),
): string[] {
  if (order.paused) return []
  const days = daysOf(order, today, until)
  if (!order.skips_holidays) return days
  const closed = new Set(
    holidays.filter(({ depot_id }) => depot_id === null || depot_id === order.depot_id).map(({ day }) => day),
  )
  return days.filter((day) => !closed.has(day))
}
