import { importBatchSize } from '#domain/api/import.ts'
import { importDepots } from '#domain/api/depots.ts'
import { depotColumns, depotKeys, readDepotRow, type DepotField } from '#domain/import/depot-rows.ts'
import type { DepotRow } from '#domain/schema/depot.ts'
import { call } from '#web/lib/call.ts'
import type { ImportKind } from '../import-kind.ts'

export const depotsKind: ImportKind<DepotField, DepotRow> = {
  noun: { one: 'depot', many: 'depots' },
  columns: depotColumns,
  needs: [['name']],
  needsWords: 'name',
  knownBy: 'A depot with a known name is updated instead of added again. Empty cells change nothing.',
  shown: ['name', 'address'],
  read: readDepotRow,
  batchSize: importBatchSize,
  keysOf: depotKeys,
  send: (depots, { isDryRun, mode: _, part, ...options }) =>
    call(importDepots, { body: { depots, import: part, dry_run: isDryRun }, ...options }),
}
