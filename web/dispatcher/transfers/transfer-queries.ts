import { queryOptions } from '@tanstack/react-query'
import { getTransfer, listTransferDeliveries, listTransferGroups, listTransfers } from '#domain/api/transfers.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { everyPage } from '../every-page.ts'

/** Transfers that are on the way on a day. */
export const transfersOfDayQuery = (day: string) =>
  queryOptions({
    queryKey: keys.transfers.ofDay(day),
    queryFn: ({ signal }) => everyPage((cursor) => call(listTransfers, { query: { day, limit: 200, cursor }, signal })),
  })

/** What is at one depot and has to be at another. */
export const transferGroupsQuery = (day: string) =>
  queryOptions({
    queryKey: keys.transfers.groups(day),
    queryFn: async ({ signal }) => (await call(listTransferGroups, { query: { day }, signal })).data,
  })

export const transferQuery = (id: string) =>
  queryOptions({
    queryKey: keys.transfers.one(id),
    queryFn: ({ signal }) => call(getTransfer, { params: { id }, signal }),
  })

export const transferItemsQuery = (id: string) =>
  queryOptions({
    queryKey: keys.transfers.items(id),
    queryFn: ({ signal }) =>
      everyPage((cursor) => call(listTransferDeliveries, { params: { id }, query: { limit: 200, cursor }, signal })),
  })
