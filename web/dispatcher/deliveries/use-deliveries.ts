import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countDeliveries, getDelivery, listDeliveries, listDeliveryEvents } from '#domain/api/deliveries.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { call, CallError } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { toMatchQuery, toQuery, type DeliveriesFilter } from './deliveries-address.ts'

const pageSize = 50

/** A constant, so that an empty list is the same list at every render. */
const noRows: Delivery[] = []

/** One delivery. */
export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: keys.deliveries.one(id),
    queryFn: ({ signal }) => call(getDelivery, { params: { id }, signal }),
  })

/** The history of a delivery. */
export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: keys.deliveries.history(id),
    queryFn: ({ signal }) => call(listDeliveryEvents, { params: { id }, signal }),
  })

/** How many deliveries each choice of the filter would find. The old numbers stay while new ones load. */
export function useCounts(filter: DeliveriesFilter) {
  const query = toMatchQuery(filter)
  return useQuery({
    queryKey: keys.deliveries.countsOf(JSON.stringify(query)),
    queryFn: ({ signal }) => call(countDeliveries, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** One page of the list, and how to go back and forth. A new filter starts at the first page. */
export function useDeliveryPages(filter: DeliveriesFilter) {
  const query = toQuery(filter)
  const key = JSON.stringify(query)
  const [visited, setVisited] = useState<{ key: string; cursors: string[] }>({ key, cursors: [] })
  const cursors = visited.key === key ? visited.cursors : []
  const cursor = cursors.at(-1)
  const list = useQuery({
    queryKey: keys.deliveries.list(key, cursor),
    queryFn: ({ signal }) => call(listDeliveries, { query: { ...query, cursor, limit: pageSize }, signal }),
    placeholderData: keepPreviousData,
  })

  const goTo = (next: string[]) => setVisited({ key, cursors: next })
  const isGone = list.error instanceof CallError && list.error.code === 'bad_cursor'
  const isEmptied = !list.isPlaceholderData && list.data?.data.length === 0
  if (cursor !== undefined && (isGone || isEmptied)) goTo(isGone ? [] : cursors.slice(0, -1))

  const next = list.data?.next_cursor
  return {
    list,
    rows: list.data?.data ?? noRows,
    total: list.data?.total ?? 0,
    /** The first row's position in the whole list, from 1. */
    first: cursors.length * pageSize + 1,
    goBack: cursors.length > 0 ? () => goTo(cursors.slice(0, -1)) : undefined,
    goOn: next && !list.isPlaceholderData ? () => goTo([...cursors, next]) : undefined,
  }
}
