import { useQueries, useQuery } from '@tanstack/react-query'
import { reviewAddresses } from '#domain/api/addresses.ts'
import { getDayFacts } from '#domain/api/day-facts.ts'
import { listPlans } from '#domain/api/plans.ts'
import { dayAfter, dayOf, timeOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { useNow } from '#web/lib/use-now.ts'
import { openDaysQuery } from '../../queries.ts'
import type { Situation } from './decision.ts'

/** Everything that decisions are made from, once it is known. A read that fails leaves only its own decisions out. */
export function useSituation(): Situation | undefined {
  const { time_zone } = useMe().workspace
  const now = useNow()
  const today = dayOf(now, time_zone)
  const openDays = useQuery(openDaysQuery)
  const facts = useQuery({
    queryKey: keys.plans.dayFacts,
    queryFn: ({ signal }) => call(getDayFacts, { signal }),
    // What is late follows from the clock, too.
    refetchInterval: 60_000,
  })
  const plans = useQuery({
    queryKey: keys.plans.recent,
    queryFn: async ({ signal }) => (await call(listPlans, { query: { limit: 50 }, signal })).data,
  })
  const reviews = useQueries({
    queries: [today, dayAfter(today)].map((day) => ({
      queryKey: keys.addresses.countOf(day),
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await call(reviewAddresses, { query: { day, limit: 1 }, signal })).total,
    })),
  })
  if (!openDays.data || [facts, plans, ...reviews].some(({ isPending }) => isPending)) return undefined
  return {
    today,
    time: timeOf(now, time_zone),
    zone: time_zone,
    openDays: openDays.data.by_day,
    plans: plans.data?.filter(({ day }) => day >= today) ?? [],
    facts: facts.data ?? null,
    doubtful: [today, dayAfter(today)].map((day, index) => ({ day, count: reviews[index]?.data ?? 0 })),
  }
}
