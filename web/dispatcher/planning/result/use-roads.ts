import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { getPlanGeometry } from '#domain/api/travel.ts'
import type { Plan } from '#domain/schema/plan.ts'
import type { PlanGeometry } from '#domain/schema/travel.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { roadsOf, type Roads } from './roads.ts'

/** While the routing engine is still being asked. */
const againMs = 2000

type PlanOnRoads = Pick<Plan, 'id' | 'version' | 'travel' | 'routes'>

/** The roads of some plans, as far as a routing engine knows them. */
export function useRoads(plans: readonly PlanOnRoads[]): Roads {
  const found = useQueries({
    queries: plans.map(({ id, version, travel }) => ({
      queryKey: keys.plans.geometry(id, version),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(getPlanGeometry, { params: { id }, signal }),
      enabled: travel !== null && travel.engine !== 'great_circle',
      staleTime: Infinity,
      // Straight lines are good enough.
      retry: false,
      refetchInterval: ({ state }: { state: { data: PlanGeometry | undefined } }) =>
        state.data && !state.data.is_complete ? againMs : (false as const),
      placeholderData: (before: PlanGeometry | undefined) => before,
    })),
    combine: (results) => results.map(({ data }) => data),
  })
  return useMemo(
    () => new Map(plans.flatMap((plan, at) => (found[at] ? [...roadsOf(plan.routes, found[at])] : []))),
    [plans, found],
  )
}
