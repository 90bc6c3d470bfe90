import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listLearnt, listSightings } from '#domain/api/address-memory.ts'
import type { LearntState } from '#domain/address/learnt-kinds.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

export type LearntFilter = { q: string; state: LearntState | undefined }

/** What visits teach about addresses, by address. */
export const learntQuery = ({ q, state }: LearntFilter) =>
  infiniteQueryOptions({
    queryKey: keys.learnt.list({ q, state }),
    queryFn: ({ pageParam, signal }) =>
      call(listLearnt, { query: { q: q || undefined, state, cursor: pageParam, limit: 100 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
  })

/** The visits behind something learnt. */
export const sightingsQuery = (id: string) =>
  queryOptions({
    queryKey: keys.learnt.sightings(id),
    queryFn: ({ signal }) => call(listSightings, { params: { id }, signal }),
  })
