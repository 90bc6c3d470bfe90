import Papa from 'papaparse'
import { toCsvCell } from '#domain/import/csv-cell.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { cellsOf, headerOf, type CellContext } from './delivery-cells.ts'

const line = (cells: readonly (string | number | null)[]) => `${Papa.unparse([cells.map(toCsvCell)])}\r\n`

/** The first line of a CSV file, and of each delivery its line. No spreadsheet runs a cell as a formula. */
export const csvHeader = (context: CellContext): string => line(headerOf(context))

export function csvLines(deliveries: readonly Delivery[], context: CellContext): string {
  const plain = (delivery: Delivery) =>
    cellsOf(delivery, context).map((cell) => (cell !== null && typeof cell === 'object' ? cell.day : cell))
  return deliveries.map((delivery) => line(plain(delivery))).join('')
}

type Page = { data: Delivery[]; next_cursor: string | null; total: number }

/**
 * Reads every page of a list, hands it on and reports the progress, so that no more than one page is in memory. Rejects with
 * the signal's reason when aborted.
 */
export async function readAll(
  read: (cursor: string | undefined) => Promise<Page>,
  onPage: (rows: Delivery[], done: number, total: number) => void,
  signal: AbortSignal,
): Promise<number> {
  let done = 0
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    signal.throwIfAborted()
    done += page.data.length
    onPage(page.data, done, page.total)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return done
}
