import type { MatrixRow, VroomInput } from '../json/vroom.ts'

type Placed = { location_index?: number }

/**
 * The problem with only the rows of its matrices that it needs, so that reading it is quick if it is small, and the rows
 * that these were.
 */
export function withOwnRows(problem: VroomInput): { problem: VroomInput; rows: number[] } {
  const { matrix, matrices, jobs, shipments, vehicles } = problem
  if (!matrix && !matrices) return { problem, rows: [] }
  const rows = new Map<number, number>()
  const row = (index: number) => {
    if (!rows.has(index)) rows.set(index, rows.size)
    return rows.get(index)!
  }
  const own = <T extends Placed>(place: T): T =>
    place.location_index === undefined ? place : { ...place, location_index: row(place.location_index) }
  const small: VroomInput = {
    ...problem,
    ...(jobs && { jobs: jobs.map(own) }),
    ...(shipments && {
      shipments: shipments.map((each) => ({ ...each, pickup: own(each.pickup), delivery: own(each.delivery) })),
    }),
    vehicles: vehicles.map(({ start_index, end_index, reload, ...vehicle }) => ({
      ...vehicle,
      ...(start_index !== undefined && { start_index: row(start_index) }),
      ...(end_index !== undefined && { end_index: row(end_index) }),
      ...(reload && { reload: { ...reload, ...(reload.depots && { depots: reload.depots.map(own) }) } }),
    })),
  }
  const kept = [...rows.keys()]
  const cut = (table: readonly MatrixRow[]) => kept.map((from) => kept.map((to) => table[from][to]))
  const whole = {
    ...small,
    ...(matrix && { matrix: cut(matrix) }),
    ...(matrices && {
      matrices: Object.fromEntries(
        Object.entries(matrices).map(([profile, tables]) => [
          profile,
          Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, cut(table as MatrixRow[])])),
        ]),
      ),
    }),
  }
  return { problem: whole, rows: kept }
}
