import { queryOptions, useQuery } from '@tanstack/react-query'
import { getTier } from '#domain/api/tiers.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { call } from './call.ts'
import { formatDate } from './format.ts'
import { keys } from './keys.ts'
import { useMay, useMe } from './me.ts'

/** What the workspace's tier allows, and how much of it is used. */
export const tierQuery = queryOptions({
  queryKey: keys.billing.tier,
  queryFn: ({ signal }) => call(getTier, { signal }),
  staleTime: 60_000,
})

/** The tier, once it is there, for those who see operations. */
export function useTier() {
  return useQuery({ ...tierQuery, enabled: useMay('see_operations') }).data
}

/** Why a delivery waits for the next month; undefined unless it does. */
export function useWaiting({ number, status }: Pick<Delivery, 'number' | 'status'>): string | undefined {
  const { time_zone: zone } = useMe().workspace
  const month = useTier()?.deliveries
  if (!month || month.waits_above === null || status !== 'pending' || number <= month.waits_above) return undefined
  return `This month’s deliveries are used up. This one can be planned from ${formatDate(month.renews_at, zone)} on, or after an upgrade.`
}
