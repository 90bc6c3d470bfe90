import type { Location } from '../geo.ts'
import type { Language } from '../language.ts'
import type { CustomField } from '../schema/custom-field.ts'
import type { ImportCells, ImportColumn, ReadRow } from './columns.ts'
import type { Epoch } from './day-cell.ts'
import type { Key } from './match.ts'

/** What a row cannot know by itself. */
export type ImportContext = {
  /** The delivery day of rows without one. */
  day: string
  /** Where short plus codes are looked for. */
  near: Location | undefined
  /** How days are written. */
  language: Language
  /** Whether rows change only what they say. */
  isMerge?: boolean
  /** Of times of the day. */
  timeZone?: string
  /** Of amounts of money. */
  currency?: string
  /** The year from which the workbook counts its days. */
  epoch?: Epoch | undefined
  /** The workspace's own fields, for their types. */
  customFields?: readonly CustomField[]
}

/** How the rows of a file are read that describe deliveries, drivers, vehicles or depots. */
export type RowReader<Field extends string = string, Row = unknown> = {
  columns: readonly ImportColumn<Field>[]
  read: (cells: ImportCells<Field>, context: ImportContext) => ReadRow<Field, Row>
  /** Rows with the same first cell need not repeat the others. */
  saidOnce?: readonly [key: Field, ...cells: Field[]]
  /** Two rows that mean the same record in one, if they belong together. */
  join?: (first: Row, other: Row) => { row: Row } | { problem: string }
  keysOf: (row: Row) => readonly Key[]
}
