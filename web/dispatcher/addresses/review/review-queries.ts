import { queryOptions } from '@tanstack/react-query'
import { reviewAddresses, searchAddresses } from '#domain/api/addresses.ts'
import { appConfig } from '#web/lib/app-config.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { pollEvery } from '#web/lib/live/status.ts'

/** How often the list is read again while the geocoder is still at work. */
const pollMilliseconds = 4000

/** Deliveries whose positions somebody should look at. */
export const reviewQuery = (day: string | undefined) =>
  queryOptions({
    queryKey: keys.addresses.review(day),
    queryFn: ({ signal }) => call(reviewAddresses, { query: { day, limit: 500 }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.looking_up && appConfig()?.geocoder ? pollEvery(pollMilliseconds) : false,
  })

/** Places for a whole address. */
export const placesQuery = (q: string) =>
  queryOptions({
    queryKey: keys.addresses.search(q, true),
    queryFn: ({ signal }) => call(searchAddresses, { query: { q }, signal }),
    staleTime: 5 * 60_000,
    retry: false,
  })
