import Papa from 'papaparse'
import { toCsvCell } from '#domain/import/csv-cell.ts'
import { toMajor } from '#domain/money.ts'
import type { CashDay } from '#domain/schema/cash.ts'

/** The cash of a day as a CSV file, a driver a line. No spreadsheet runs a cell as a formula. */
export function cashCsv({ day, currency, drivers }: Pick<CashDay, 'day' | 'currency' | 'drivers'>): string {
  const header = ['Day', 'Driver', 'Currency', 'Taken', 'Handed in', 'Corrected', 'Outstanding']
  const rows = drivers.map(({ driver_name, taken, handed_in, corrected, balance }) => [
    day,
    driver_name,
    currency,
    ...[taken, handed_in, corrected, balance].map((minor) => toMajor(minor, currency)),
  ])
  return `${Papa.unparse([header, ...rows].map((cells) => cells.map(toCsvCell)))}\r\n`
}
