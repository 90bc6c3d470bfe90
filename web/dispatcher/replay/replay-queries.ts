import { queryOptions } from '@tanstack/react-query'
import { getReplay, listReplayEtas, listReplayFacts, listReplayPositions } from '#domain/api/replay.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { everyPage } from '../every-page.ts'
import { tracksOf } from './replay-tracks.ts'

/** What is over does not change. */
const staleTime = 10 * 60_000

export const replayQuery = (day: string) =>
  queryOptions({
    queryKey: keys.replay.day(day),
    queryFn: ({ signal }) => call(getReplay, { query: { day }, signal }),
    retry: false,
    staleTime,
  })

/** Where everybody was, page by page to the end. */
export const replayTracksQuery = (day: string) =>
  queryOptions({
    queryKey: keys.replay.positions(day),
    queryFn: async ({ signal }) =>
      tracksOf(
        await everyPage((cursor) => call(listReplayPositions, { query: { day, cursor, limit: 50_000 }, signal })),
      ),
    staleTime,
    structuralSharing: false,
  })

export const replayFactsQuery = (day: string) =>
  queryOptions({
    queryKey: keys.replay.facts(day),
    queryFn: ({ signal }) =>
      everyPage((cursor) => call(listReplayFacts, { query: { day, cursor, limit: 1000 }, signal })),
    staleTime,
  })

export const replayEtasQuery = (day: string, driverId: string) =>
  queryOptions({
    queryKey: keys.replay.etas(day, driverId),
    queryFn: ({ signal }) =>
      everyPage((cursor) => call(listReplayEtas, { query: { day, driver_id: driverId, cursor, limit: 2000 }, signal })),
    staleTime,
  })
