import type { ComponentType } from 'react'
import type { ImportReply } from '#domain/api/import.ts'
import type { RowReader } from '#domain/import/row-reader.ts'
import type { ImportedKind } from '#domain/schema/import-mapping.ts'
import type { QuotaName } from '#domain/quotas.ts'

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
export type ImportKind<Field extends string = string, Row = unknown> = RowReader<Field, Row> & {
  noun: { one: string; many: string }
  /** What kept columns are of, if that is not what the rows are called. */
  keptAs?: ImportedKind
  /** Without one column of each of these groups no row can be read. */
  needs: readonly (readonly Field[])[]
  /** Which columns these are, in words: `name`. */
  needsWords: string
  /** What a known row is recognized by. */
  knownBy: string
  /** The column with the day of a row, if rows belong to a day. */
  dayField?: Field
  /** The columns of the preview, the first being the row's name. */
  shown: readonly Field[]
  /** The modes to choose from, with a sentence each, if there is more than one. */
  modes?: readonly { mode: ImportMode; label: string; words: string }[]
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
