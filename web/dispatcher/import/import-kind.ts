import type { ComponentType } from 'react'
import type { ImportReply } from '#domain/api/import.ts'
import type { Location } from '#domain/geo.ts'
import type { ImportCells, ImportColumn, ReadRow } from '#domain/import/columns.ts'
import type { Epoch } from '#domain/import/day-cell.ts'
import type { Key } from '#domain/import/match.ts'
import type { Language } from '#domain/language.ts'
import type { CustomField } from '#domain/schema/custom-field.ts'
import type { QuotaName } from '#domain/quotas.ts'

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
  /** Of amounts of money. */
  currency?: string
  /** The year from which the workbook counts its days. */
  epoch?: Epoch | undefined
  /** The workspace's own fields, for their types. */
  customFields?: readonly CustomField[]
}

/** Which import rows belong to that are sent in several calls. */
export type ImportPart = { id: string; rows: number; new_rows: number }

/** What becomes of known records and new ones. */
export type ImportMode = 'replace' | 'create' | 'update' | 'merge' | 'sync'

export type ImportOptions = {
  isDryRun: boolean
  mode: ImportMode
  /** The day of new rows that name none. */
  day: string
  part?: ImportPart
  idempotencyKey?: string
  signal?: AbortSignal
}

/** Everything that differs between imports of deliveries, drivers, vehicles and depots. */
export type ImportKind<Field extends string = string, Row = unknown> = {
  noun: { one: string; many: string }
  columns: readonly ImportColumn<Field>[]
  /** Without one of these columns no row can be read. */
  needs: readonly Field[]
  /** Which column that is, in words: `name`. */
  needsWords: string
  /** What a known row is recognized by. */
  knownBy: string
  /** The column with the day of a row, if rows belong to a day. */
  dayField?: Field
  /** The columns of the preview, the first being the row's name. */
  shown: readonly Field[]
  read: (cells: ImportCells<Field>, context: ImportContext) => ReadRow<Field, Row>
  /** The modes to choose from, with a sentence each, if there is more than one. */
  modes?: readonly { mode: ImportMode; label: string; words: string }[]
  /** Rows with the same first cell need not repeat the others. */
  saidOnce?: readonly [key: Field, ...cells: Field[]]
  /** Two rows that mean the same record in one, if they belong together. */
  join?: (first: Row, other: Row) => { row: Row } | { problem: string }
  keysOf: (row: Row) => readonly Key[]
  send: (rows: Row[], options: ImportOptions) => Promise<ImportReply>
  /** How many rows one call takes. */
  batchSize: number
  /** The quotas that new rows count for. */
  countsAs?: readonly QuotaName[]
  /** What somebody should look at before the rows are imported. */
  Notice?: ComponentType<{ rows: readonly Row[] }>
  /** The day that can be planned once the rows are imported. */
  dayToPlan?: (rows: readonly Row[]) => string | undefined
}
