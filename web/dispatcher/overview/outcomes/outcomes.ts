import { parseDate } from '@internationalized/date'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { listDeliveries, readOutcomes } from '#domain/api/deliveries.ts'
import type { OutcomeFigures } from '#domain/schema/outcomes.ts'
import { dayOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { useTier } from '#web/lib/tier.ts'

const shownDays = 30
const mostLow = 5

/** The last 30 days of the workspace, and what ended before its day, as filters of deliveries say it. */
export function useLastDays(): { date_from: string } {
  const { workspace } = useMe()
  const today = dayOf(new Date(), workspace.time_zone)
  return {
    date_from: parseDate(today)
      .subtract({ days: shownDays - 1 })
      .toString(),
  }
}

type Days = ReturnType<typeof useLastDays>

/** How deliveries of the last 30 days ended, and how they were rated, where the tier has analytics. */
export function useOutcomes() {
  const days = useLastDays()
  return useQuery({
    queryKey: keys.deliveries.outcomes(days.date_from),
    queryFn: ({ signal }) => call(readOutcomes, { query: days, signal }),
    enabled: useTier()?.features.analytics ?? false,
  })
}

/** The newest that were rated low. */
export const lowRatingsQuery = (days: Days) =>
  queryOptions({
    queryKey: keys.deliveries.list(`low ratings since ${days.date_from}`, undefined),
    queryFn: ({ signal }) => call(listDeliveries, { query: { ...days, rating: 'low', limit: mostLow }, signal }),
  })

/** The address of the list of deliveries with this filter. */
export const listOf = (filter: Record<string, string>): string =>
  `/dashboard/deliveries?${new URLSearchParams(filter).toString()}`

/** “4.6 of 5 from 12, 3 failed”, or nothing if neither is known. */
export function outcomeWords(figures: OutcomeFigures | undefined): string | undefined {
  if (!figures) return undefined
  const { rating, rated, failed } = figures
  const words = [
    rating !== null && `${formatNumber(rating, 1)} of 5 from ${countOf(rated, 'rating')}`,
    failed > 0 && `${formatNumber(failed, 0)} failed`,
  ].filter(Boolean)
  return words.join(', ') || undefined
}
