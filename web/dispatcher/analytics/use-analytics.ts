import { queryOptions } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { readFigures } from '#domain/api/analytics.ts'
import { dayOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import type { FigureSplit } from '#domain/figures/splits.ts'
import { readAnalyticsAddress, type AnalyticsAddress } from './analytics-address.ts'

/** What the page shows, and how to show something else. */
export function useAnalyticsAddress() {
  const { time_zone: zone } = useMe().workspace
  const [query, setQuery] = useSearchParams()
  const change = (part: Record<string, string | undefined>) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(part)) {
          if (value === undefined) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { preventScrollReset: true, replace: true },
    )
  return { address: readAnalyticsAddress(query, dayOf(new Date(), zone)), query, change }
}

/** The figures of what the page shows, by one split. They say which, since others stand there until they have come. */
export const figuresQuery = ({ days, filter, period }: AnalyticsAddress, split: FigureSplit) => {
  const asked = { ...days, ...filter, period, split }
  return queryOptions({
    queryKey: keys.analytics.figures(asked),
    queryFn: async ({ signal }) => ({ ...(await call(readFigures, { query: asked, signal })), split }),
    staleTime: 60_000,
    placeholderData: (previous) => previous,
  })
}
