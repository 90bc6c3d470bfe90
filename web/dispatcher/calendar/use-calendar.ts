import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { listDaysOff, listHolidays } from '#domain/api/calendar.ts'
import type { DayOff, Holiday } from '#domain/schema/calendar.ts'
import { dayAfter, dayOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { useNow } from '#web/lib/use-now.ts'
import { everyPage } from '../every-page.ts'
import { activeDriversQuery, depotsQuery } from '../queries.ts'
import { daysAround, type Span } from './days.ts'

/** How far the list of what is to come looks ahead. */
const aheadDays = 366

/** Who works when in a week or a month, and who is off from today on. */
export function useCalendar() {
  const { time_zone } = useMe().workspace
  const today = dayOf(useNow(), time_zone)
  const [chosen, choose] = useState<string>()
  const [span, setSpan] = useState<Span>('week')
  const day = chosen ?? today
  const days = useMemo(() => daysAround(day, span), [day, span])
  const drivers = useQuery(activeDriversQuery)
  const depots = useQuery(depotsQuery)
  const shown = useDaysBetween(days[0]!, days.at(-1)!)
  const ahead = useDaysBetween(today, dayAfter(today, aheadDays))
  const defaultDepot = depots.data?.find(({ is_default }) => is_default)?.id ?? null
  return { today, day, days, span, setSpan, choose, drivers, depots, shown, ahead, defaultDepot }
}
export type CalendarView = ReturnType<typeof useCalendar>

/** The days off and holidays from one day to another. */
export function useDaysBetween(from: string, to: string) {
  return useQuery({
    queryKey: keys.calendar.between(from, to),
    queryFn: async ({ signal }): Promise<{ daysOff: DayOff[]; holidays: Holiday[] }> => {
      const [daysOff, holidays] = await Promise.all([
        everyPage((cursor) => call(listDaysOff, { query: { from, to, limit: 200, cursor }, signal })),
        everyPage((cursor) => call(listHolidays, { query: { from, to, limit: 200, cursor }, signal })),
      ])
      return { daysOff, holidays }
    },
    placeholderData: (before) => before,
  })
}
