import { unmeasured, type TravelTable } from './tables.ts'

/** Some rows and some columns of a table, by their numbers. */
export type Part = { rows: number[]; columns: number[] }

/** More parts than this would be more questions than there are in the whole. */
const mostParts = 40

/**
 * What of a square table nobody has measured, in few parts: a new place is a row and a column. Where it is scattered, parts
 * may hold pairs that are known.
 */
export function missingParts({ seconds }: TravelTable): Part[] {
  const size = Math.sqrt(seconds.length)
  const byColumns = new Map<string, Part>()
  for (let row = 0; row < size; row++) {
    let columns: number[] = []
    for (let column = 0; column < size; column++) if (seconds[row * size + column] === unmeasured) columns.push(column)
    if (!columns.length) continue
    // That a place is where it is need not be asked, but so the columns of all new places are the same.
    if (columns.length * 2 > size) columns = [...columns, row].toSorted((a, b) => a - b)
    const key = columns.join()
    const part = byColumns.get(key) ?? { rows: [], columns }
    part.rows.push(row)
    byColumns.set(key, part)
  }
  const parts = [...byColumns.values()]
  const pairs = parts.reduce((sum, { rows, columns }) => sum + rows.length * columns.length, 0)
  if (parts.length <= mostParts && pairs * 2 <= size * size) return parts
  const columns = [...new Set(parts.flatMap((part) => part.columns))].toSorted((a, b) => a - b)
  return parts.length ? [{ rows: parts.flatMap(({ rows }) => rows), columns }] : []
}
