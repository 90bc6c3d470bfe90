import Papa from 'papaparse'
import type { ImportOutcome } from '../api/import.ts'
import type { ImportCells } from '../import/columns.ts'
import { toCsvCell } from '../import/csv-cell.ts'
import { matchRows } from '../import/match.ts'
import type { ImportContext, RowReader } from '../import/row-reader.ts'
import type { Sheet } from './sheet.ts'

/** One row: what it would become, or why it cannot. */
export type PreparedRow<Field extends string = string, Row = unknown> = {
  /** Its number in the spreadsheet. */
  number: number
  cells: ImportCells<Field>
  /** The row's cells as they are in the file. */
  texts: string[]
  /** Absent if the row is bad. */
  row?: Row
  /** The row that it says further parcels of; it has none of its own. */
  partOf?: number
  /** What it would do, once it was compared with what is there. */
  outcome?: ImportOutcome
  /** By field, or `null` for the row as a whole. */
  problems: { field: Field | null; message: string }[]
}

export type Mapping<Field extends string = string> = (Field | null)[]

/** Reads every row using the mapping. Of rows that mean the same record, only the first is good. */
export function prepareRows<Field extends string, Row>(
  kind: RowReader<Field, Row>,
  sheet: Sheet,
  mapping: Mapping<Field>,
  context: ImportContext,
): PreparedRow<Field, Row>[] {
  const repeat = repeater(kind)
  const rows = sheet.rows.map(({ number, texts, problems = [] }): PreparedRow<Field, Row> => {
    const cells: ImportCells<Field> = {}
    mapping.forEach((field, column) => {
      if (field) cells[field] = texts[column] ?? ''
    })
    const unread = problems.flatMap(({ column, message }) => {
      const field = mapping[column]
      return field ? [{ field, message }] : []
    })
    if (unread.length > 0) return { number, cells, texts, problems: unread }
    repeat(cells)
    const read = kind.read(cells, context)
    return read.ok
      ? { number, cells, texts, row: read.row, problems: [] }
      : { number, cells, texts, problems: read.problems }
  })
  const good = rows.filter((row) => row.row !== undefined)
  const matches = matchRows(good.map((row) => kind.keysOf(row.row!)))
  for (const [at, match] of matches.entries()) {
    if (match.kind !== 'repeated') continue
    const [first, row] = [good[match.earlier]!, good[at]!]
    const joined = first.row === undefined ? undefined : kind.join?.(first.row, row.row!)
    if (joined && 'row' in joined) {
      first.row = joined.row
      Object.assign(row, { row: undefined, partOf: first.number })
    } else {
      const why = joined?.problem ? ` ${joined.problem}` : ''
      Object.assign(row, refusedRow(row, `Same ${match.field} as row ${first.number}.${why}`))
    }
  }
  return rows
}

/** Fills in what an earlier row of the same record said. */
function repeater<Field extends string>({ saidOnce }: Pick<RowReader<Field>, 'saidOnce'>) {
  const said = new Map<string, string>()
  return (cells: ImportCells<Field>) => {
    if (!saidOnce) return
    const [key, ...others] = saidOnce
    const name = cells[key]?.trim()
    if (!name) return
    for (const cell of others) {
      const place = `${cell} ${name}`
      const text = cells[cell]?.trim()
      if (text) said.set(place, said.get(place) ?? text)
      else if (said.has(place)) cells[cell] = said.get(place)!
    }
  }
}

/** The row as one that cannot be imported. */
export function refusedRow<Field extends string, Row>(
  row: PreparedRow<Field, Row>,
  message: string,
): PreparedRow<Field, Row> {
  return { ...row, row: undefined, outcome: 'refused', problems: [{ field: null, message }] }
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

/** A file to fill in: every column by its label, with one row as an example. */
export function templateCsv({ columns }: Pick<RowReader, 'columns'>): string {
  return Papa.unparse([columns.map(({ label }) => label), columns.map(({ example }) => toCsvCell(example))])
}
