import { queryOptions } from '@tanstack/react-query'
import { listDeliveries } from '#domain/api/deliveries.ts'
import { getPlanningWeek } from '#domain/api/planning-week.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { daysShown } from './week-days.ts'

/** More of a day are moved with its menu. */
export const mostListed = 50

/** The days of a week, of one depot or of all. */
export const weekQuery = (firstDay: string, depot: string) =>
  queryOptions({
    queryKey: keys.plans.week(firstDay, depot),
    queryFn: async ({ signal }) => {
      const query = { first_day: firstDay, days: daysShown, ...(depot && { depot_id: depot }) }
      return (await call(getPlanningWeek, { query, signal })).data
    },
  })

/** The first pending orders of a day. */
export const dayOrdersQuery = (day: string, depot: string) =>
  queryOptions({
    queryKey: keys.deliveries.firstPendingOf(day, depot),
    queryFn: ({ signal }) =>
      call(listDeliveries, {
        query: { status: 'pending', day, limit: mostListed, ...(depot && { depot_id: depot }) },
        signal,
      }),
  })
