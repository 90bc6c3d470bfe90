import { importBatchSize } from '#domain/api/import.ts'
import { importVehicles } from '#domain/api/vehicles.ts'
import { readVehicleRow, vehicleColumns, vehicleKeys, type VehicleField } from '#domain/import/vehicle-rows.ts'
import type { VehicleRow } from '#domain/schema/vehicle.ts'
import { call } from '#web/lib/call.ts'
import type { ImportKind } from '../import-kind.ts'

export const vehiclesKind: ImportKind<VehicleField, VehicleRow> = {
  noun: { one: 'vehicle', many: 'vehicles' },
  columns: vehicleColumns,
  needs: [['code', 'plate']],
  needsWords: 'code or the plate',
  knownBy:
    'A known vehicle is updated instead of added again: the same code, otherwise the same plate. Empty cells change nothing.',
  shown: ['code', 'plate', 'type', 'capacity_kg'],
  read: readVehicleRow,
  batchSize: importBatchSize,
  keysOf: vehicleKeys,
  send: (vehicles, { isDryRun, mode: _, part, ...options }) =>
    call(importVehicles, { body: { vehicles, import: part, dry_run: isDryRun }, ...options }),
}
