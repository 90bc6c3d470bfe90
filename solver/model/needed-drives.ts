/** The rows of jobs that share a route. Whoever only changes routes one job at a time needs no drives between others. */
export type RowsOfRoutes = readonly (readonly number[])[]

/** What a table has for a drive that nobody needs: so long that no route with it is ever in time. */
export const neverDriven = 2 ** 29

/** Visits all pairs of points on the same route, and all from and to points that are on none; by the first of both. */
export function eachNeededDrive(size: number, routes: RowsOfRoutes, visit: (from: number, to: number) => void): void {
  const isOnRoute = new Uint8Array(size)
  for (const row of routes.flat()) isOnRoute[row] = 1
  const others: number[] = []
  for (let point = 0; point < size; point++) {
    if (isOnRoute[point] === 1) continue
    others.push(point)
    for (let to = 0; to < size; to++) visit(point, to)
  }
  for (const rows of routes) {
    for (const from of rows) {
      for (const to of rows) visit(from, to)
      for (const to of others) visit(from, to)
    }
  }
}
