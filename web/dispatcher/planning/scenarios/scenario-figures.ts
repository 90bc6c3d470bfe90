import type { Plan } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { instantOf } from '#domain/time.ts'

/** What scenarios are compared by. */
export type ScenarioFigures = {
  cost: number | null
  distance_km: number
  late: number
  unassigned: number
  drivers: number
  /** When the last driver is done. */
  ends_at: string | null
}

export function scenarioFigures(plan: Plan, zone: string): ScenarioFigures {
  const { routes, unassigned, totals, day } = plan
  const stops = routes.flatMap((route) => route.stops).filter(isVisit)
  const isLate = ({ window_end, arrival_at, waiting_seconds }: (typeof stops)[number]) =>
    window_end !== null && Date.parse(arrival_at) + waiting_seconds * 1000 > instantOf(day, window_end, zone).getTime()
  return {
    cost: totals?.cost ?? null,
    distance_km: totals?.distance_km ?? 0,
    late: stops.filter(isLate).length,
    unassigned: unassigned.length,
    drivers: new Set(routes.map(({ driver_id }) => driver_id)).size,
    ends_at:
      routes
        .map(({ ends_at }) => ends_at)
        .toSorted()
        .at(-1) ?? null,
  }
}

/** Which of several figures is best, if they differ at all. Costs are only compared where all are known. */
export function bestOf(all: readonly ScenarioFigures[], pick: (figures: ScenarioFigures) => number | string | null) {
  const values = all.map(pick)
  if (values.length < 2 || values.includes(null)) return undefined
  const [first, ...rest] = values.toSorted((a, b) => (a! < b! ? -1 : a! > b! ? 1 : 0))
  return rest.at(-1) === first ? undefined : first
}
