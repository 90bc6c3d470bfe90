import Papa from 'papaparse'
import { findDuplicates, readRow, toCsvCell, type ImportCells, type ImportField } from '#domain/import-csv.ts'
import type { NewDelivery } from '#domain/schema/delivery.ts'
import type { Sheet } from './read-file.ts'

/** One row of the file: what it would become, or why it cannot. */
export type PreparedRow = {
  /** Position among the rows, from 0. */
  at: number
  cells: ImportCells
  /** The row's texts as they stand in the file. */
  texts: string[]
  delivery?: NewDelivery
  /** By field; `null` for the row as a whole. */
  problems: { field: ImportField | null; message: string }[]
}

export type Mapping = (ImportField | null)[]

/** Reads every row by the mapping. Of rows with the same reference the first counts. */
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
    // The first row of a file below its header is row 2 in every spreadsheet.
    const problem = { field: 'reference' as const, message: `Same reference as row ${earlier + 2}.` }
    return { ...row, delivery: undefined, problems: [problem] }
  })
}

/** The bad rows as a file of the same columns, with one more that says what is wrong. */
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
