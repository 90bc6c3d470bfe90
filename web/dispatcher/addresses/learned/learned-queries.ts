import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listLearned, listSightings } from '#domain/api/address-memory.ts'
import type { LearnedState } from '#domain/address/learned-kinds.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

export type LearnedFilter = { q: string; state: LearnedState | undefined }

/** What visits teach about addresses, by address. */
export const learnedQuery = ({ q, state }: LearnedFilter) =>
  infiniteQueryOptions({
    queryKey: keys.learned.list({ q, state }),
    queryFn: ({ pageParam, signal }) =>
      call(listLearned, { query: { q: q || undefined, state, cursor: pageParam, limit: 100 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
  })

/** The visits behind something learned. */
export const sightingsQuery = (id: string) =>
  queryOptions({
    queryKey: keys.learned.sightings(id),
    queryFn: ({ signal }) => call(listSightings, { params: { id }, signal }),
  })
