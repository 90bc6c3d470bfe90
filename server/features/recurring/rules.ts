import { daysOf, type Recurrence } from '#domain/recurrence.ts'
import { recurringDaysAhead } from '#domain/schema/recurring.ts'
import { dayAfter } from '#domain/time.ts'

type Closing = { day: string; depot_id: string | null }

type Coming = Recurrence & { skips_holidays: boolean; paused: boolean; depot_id: string | null }

/** The days of the next two weeks on which a delivery is to be there. */
export function comingDays(order: Coming, today: string, holidays: readonly Closing[]): string[] {
  if (order.paused) return []
  const days = daysOf(order, today, dayAfter(today, recurringDaysAhead - 1))
  if (!order.skips_holidays) return days
  const closed = new Set(
    holidays.filter(({ depot_id }) => depot_id === null || depot_id === order.depot_id).map(({ day }) => day),
  )
  return days.filter((day) => !closed.has(day))
}
