import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  getOperatorFailures,
  getOperatorOverview,
  listOperatorDays,
  listOperatorMessages,
  listOperatorWorkspaces,
} from '#domain/api/operator.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

const everyMs = 30_000

export const overviewQuery = queryOptions({
  queryKey: keys.operator.overview,
  queryFn: ({ signal }) => call(getOperatorOverview, { signal }),
  refetchInterval: everyMs,
})

export const daysQuery = queryOptions({
  queryKey: keys.operator.days,
  queryFn: async ({ signal }) => (await call(listOperatorDays, { signal })).data,
})

export const failuresQuery = queryOptions({
  queryKey: keys.operator.failures,
  queryFn: ({ signal }) => call(getOperatorFailures, { signal }),
})

const pages = { initialPageParam: '', getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor }
const from = (cursor: string) => ({ limit: 50, ...(cursor && { cursor }) })

export const workspacesQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: keys.operator.workspaces(q),
    queryFn: ({ signal, pageParam }) =>
      call(listOperatorWorkspaces, { query: { ...from(pageParam), ...(q && { q }) }, signal }),
    ...pages,
  })

export const messagesQuery = (answered: 'yes' | 'no' | undefined) =>
  infiniteQueryOptions({
    queryKey: keys.operator.messages(answered ?? 'all'),
    queryFn: ({ signal, pageParam }) =>
      call(listOperatorMessages, { query: { ...from(pageParam), ...(answered && { answered }) }, signal }),
    ...pages,
  })
