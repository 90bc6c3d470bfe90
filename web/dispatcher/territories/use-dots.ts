import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listDeliveries } from '#domain/api/deliveries.ts'
import type { Location } from '#domain/geo.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { everyPage } from '../every-page.ts'

/** Where the deliveries of a day go, so that one sees what a zone holds. */
export function useDots(day: string) {
  const query = useQuery({
    queryKey: keys.deliveries.placesOf(day),
    queryFn: ({ signal }) =>
      everyPage((cursor) =>
        call(listDeliveries, {
          query: { date_from: day, date_to: day, has_location: 'true', limit: 200, cursor },
          signal,
        }),
      ),
  })
  const positions = useMemo(
    () =>
      (query.data ?? []).flatMap(({ delivery_location, status }): Location[] =>
        delivery_location && status !== 'cancelled' ? [delivery_location] : [],
      ),
    [query.data],
  )
  return { positions, isPending: query.isPending, hasFailed: query.isError }
}
export type Dots = ReturnType<typeof useDots>
