import { useQueries, useQuery } from '@tanstack/react-query'
import { reviewAddresses } from '#domain/api/addresses.ts'
import { listPlans } from '#domain/api/plans.ts'
import { dayAfter, dayOf, timeOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { useNow } from '#web/lib/use-now.ts'
import { drivenBeside } from '../../planning/plans-of-day.ts'
import { planQuery } from '../../planning/plan-queries.ts'
import { risksQuery } from '../../planning/remedies/risk-queries.ts'
import { activeDriversQuery, openDaysQuery } from '../../queries.ts'
import type { Situation } from './decisions.ts'

/** Everything that decisions are made from, once it is known. A read that fails leaves only its own decisions out. */
export function useSituation(): Situation | undefined {
  const { time_zone } = useMe().workspace
  const now = useNow()
  const today = dayOf(now, time_zone)
  const openDays = useQuery(openDaysQuery)
  const drivers = useQuery(activeDriversQuery)
  const plans = useQuery({
    queryKey: keys.plans.recent,
    queryFn: async ({ signal }) => (await call(listPlans, { query: { limit: 50 }, signal })).data,
  })
  const driven = drivenBeside((plans.data ?? []).filter(({ day }) => day === today))
  const whole = useQueries({ queries: driven.map((plan) => planQuery(plan)) })
  const onRoad = driven.filter(({ state }) => state === 'dispatched')
  const risks = useQueries({ queries: onRoad.map((plan) => risksQuery(plan)) })
  const reviews = useQueries({
    queries: [today, dayAfter(today)].map((day) => ({
      queryKey: keys.addresses.countOf(day),
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await call(reviewAddresses, { query: { day, limit: 1 }, signal })).total,
    })),
  })
  if (!openDays.data || [drivers, plans, ...whole, ...risks, ...reviews].some(({ isPending }) => isPending))
    return undefined

  const busy = new Set(whole.flatMap(({ data }) => data?.routes.map(({ driver_id }) => driver_id) ?? []))
  const isKnown = driven.length > 0 && whole.every(({ data }) => data)
  return {
    today,
    time: timeOf(now, time_zone),
    openDays: openDays.data.by_day,
    plans: plans.data?.filter(({ day }) => day >= today) ?? [],
    risks: onRoad.map(({ id }, index) => ({ planId: id, routes: risks[index]?.data ?? [] })),
    idleDrivers: isKnown ? (drivers.data ?? []).filter(({ id }) => !busy.has(id)).map(({ name }) => name) : null,
    doubtful: [today, dayAfter(today)].map((day, index) => ({ day, count: reviews[index]?.data ?? 0 })),
  }
}
