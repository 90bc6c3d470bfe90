import type { Route } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import type { SelectMode } from './selection.ts'

type RouteOfStops = Pick<Route, 'id' | 'stops'>

/**
 * What is selected after a press.
 * @param anchor where a range begins: what was pressed last
 */
export function selectStops(
  before: ReadonlySet<string>,
  ids: readonly string[],
  { mode, anchor, routes }: { mode: SelectMode; anchor: string | null; routes: readonly RouteOfStops[] },
): Set<string> {
  switch (mode) {
    case 'replace':
      return new Set(ids)
    case 'add':
      return new Set([...before, ...ids])
    case 'toggle': {
      const after = new Set(before)
      for (const id of ids) if (!after.delete(id)) after.add(id)
      return after
    }
    case 'range':
      return new Set([...before, ...ids.flatMap((id) => rangeTo(id, anchor, routes))])
  }
}

/** The stops between two of one route, both included. */
function rangeTo(id: string, anchor: string | null, routes: readonly RouteOfStops[]): string[] {
  const visits = routes.find(({ stops }) => stops.some((stop) => stop.id === id))?.stops.filter(isVisit) ?? []
  const [from, to] = [visits.findIndex((stop) => stop.id === anchor), visits.findIndex((stop) => stop.id === id)]
  if (from < 0 || to < 0) return [id]
  return visits.slice(Math.min(from, to), Math.max(from, to) + 1).map((stop) => stop.id)
}
