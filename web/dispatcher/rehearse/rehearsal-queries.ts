import { queryOptions } from '@tanstack/react-query'
import { getRehearsal, listRehearsals } from '#domain/api/rehearsals.ts'
import type { RehearsalStatus } from '#domain/schema/rehearsal.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

const pollMilliseconds = 600

export const isUnfinished = (status: RehearsalStatus): boolean => status === 'queued' || status === 'running'

/** What was rehearsed of a day, the newest first. */
export const rehearsalsQuery = (day: string) =>
  queryOptions({
    queryKey: keys.rehearsals.ofDay(day),
    queryFn: async ({ signal }) => (await call(listRehearsals, { query: { day, limit: 50 }, signal })).data,
  })

/** One rehearsal; asked again and again while it goes on. */
export const rehearsalQuery = (id: string) =>
  queryOptions({
    queryKey: keys.rehearsals.one(id),
    queryFn: ({ signal }) => call(getRehearsal, { params: { id }, signal }),
    retry: false,
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data.status) ? pollMilliseconds : false),
  })
