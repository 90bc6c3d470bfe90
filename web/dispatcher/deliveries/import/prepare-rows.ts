import Papa from 'papaparse'
import { findDuplicates, readRow, toCsvCell, type ImportCells, type ImportField } from '#domain/import-csv.ts'
import type { NewDelivery } from '#domain/schema/delivery.ts'
import type { Sheet } from './read-file.ts'

/** One row of the file: what it would become, or why it cannot. */
export type PreparedRow = {
  /** Position among the rows, from 0. */
  at: number
  cells: ImportCells
  /** The row's cells as they are in the file. */
  texts: string[]
  delivery?: NewDelivery
  /** By field, or `null` for the row as a whole. */
  problems: { field: ImportField | null; message: string }[]
}

export type Mapping = (ImportField | null)[]

/** Reads every row using the mapping. Of rows with the same reference, only the first is good. */
export function prepareRows(sheet: Sheet, mapping: Mapping, day: string): PreparedRow[] {
  const rows = sheet.rows.map((texts, at): PreparedRow => {
    const cells: ImportCells = {}
    mapping.forEach((field, column) => {
      if (field) cells[field] = texts[column] ?? ''
    })
    const result = readRow(cells, { day })
    return result.ok
      ? { at, cells, texts, delivery: result.delivery, problems: [] }
      : { at, cells, texts, problems: result.problems }
  })
  const duplicates = findDuplicates(rows.map((row) => row.delivery?.reference))
  return rows.map((row) => {
    const earlier = duplicates[row.at]
    if (earlier === null || earlier === undefined) return row
    // Spreadsheets count from 1 and include the header, so the first row is row 2.
    const problem = { field: 'reference' as const, message: `Same reference as row ${earlier + 2}.` }
    return { ...row, delivery: undefined, problems: [problem] }
  })
}

/** The bad rows as a file with the same columns, and one more that says what is wrong. */
export function badRowsCsv(sheet: Sheet, rows: readonly PreparedRow[]): string {
  const bad = rows.filter((row) => row.problems.length > 0)
  return Papa.unparse({
    fields: [...sheet.header, 'problem'].map(toCsvCell),
    data: bad.map((row) =>
      [
        ...sheet.header.map((_, column) => row.texts[column] ?? ''),
        row.problems.map(({ message }) => message).join(' '),
      ].map(toCsvCell),
    ),
  })
}
