import { queryOptions } from '@tanstack/react-query'
import { getRecurringOrder, listRecurringOrders, listStandingRoutes } from '#domain/api/recurring.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { everyPage } from '../every-page.ts'

/** Every order that comes again. */
export const recurringQuery = queryOptions({
  queryKey: keys.recurring.orders,
  queryFn: ({ signal }) => everyPage((cursor) => call(listRecurringOrders, { query: { limit: 200, cursor }, signal })),
})

/** Every standing route, by name. */
export const standingRoutesQuery = queryOptions({
  queryKey: keys.recurring.routes,
  queryFn: ({ signal }) => everyPage((cursor) => call(listStandingRoutes, { query: { limit: 200, cursor }, signal })),
})

/**
 * One recurring order in one version. Events tell of a change without what the order says, so that has to be read again,
 * and nothing may patch it meanwhile.
 */
export const recurringOrderQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: keys.recurringOrder(id, version),
    queryFn: ({ signal }) => call(getRecurringOrder, { params: { id }, signal }),
  })
