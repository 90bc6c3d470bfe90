import { queryOptions } from '@tanstack/react-query'
import { getPlanningDay } from '#domain/api/plans.ts'
import type { PlanningDay } from '#domain/schema/plan.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

/** Who is off on a day, and what cannot be planned together. Read anew whenever the set-up is shown. */
export const planningDayQuery = (day: string, depot: string) =>
  queryOptions({
    queryKey: keys.plans.planningDay(day, depot),
    queryFn: ({ signal }) => call(getPlanningDay, { query: { day, ...(depot && { depot_id: depot }) }, signal }),
    staleTime: 0,
  })

/** What is in the way with these drivers. */
export function obstaclesFor(day: PlanningDay | undefined, chosen: readonly { id: string }[]): string[] {
  const ids = new Set(chosen.map(({ id }) => id))
  return (day?.obstacles ?? [])
    .filter(({ driver_ids }) => driver_ids.some((id) => ids.has(id)))
    .map(({ sentence }) => sentence)
}
