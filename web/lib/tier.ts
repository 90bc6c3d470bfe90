import { queryOptions, useQuery } from '@tanstack/react-query'
import { getTier } from '#domain/api/tiers.ts'
import { call } from './call.ts'
import { keys } from './keys.ts'
import { useMay } from './me.ts'

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
