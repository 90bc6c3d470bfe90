import { importFuel } from '#domain/api/fuel.ts'
import { importBatchSize } from '#domain/api/import.ts'
import { fuelColumns, fuelKeys, readFuelRow, type FuelField } from '#domain/import/fuel-rows.ts'
import type { FuelRow } from '#domain/schema/fuel.ts'
import { call } from '#web/lib/call.ts'
import type { ImportKind } from '../import-kind.ts'

export const fuelKind: ImportKind<FuelField, FuelRow> = {
  noun: { one: 'fuel entry', many: 'fuel entries' },
  keptAs: 'fuel',
  columns: fuelColumns,
  needs: [['filled_at'], ['quantity'], ['card', 'vehicle']],
  needsWords: 'date, the quantity, and the card or vehicle',
  knownBy: 'An entry that is there already, by its card or vehicle and the time, stays as it is.',
  shown: ['filled_at', 'card', 'vehicle', 'quantity', 'cost'],
  read: readFuelRow,
  batchSize: importBatchSize,
  keysOf: fuelKeys,
  send: (entries, { isDryRun, mode: _, day: __, part, ...options }) =>
    call(importFuel, { body: { entries, import: part, dry_run: isDryRun }, ...options }),
}
