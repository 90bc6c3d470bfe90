import { importBatchSize } from '#domain/api/import.ts'
import { importDrivers } from '#domain/api/drivers.ts'
import { driverColumns, driverKeys, readDriverRow, type DriverField } from '#domain/import/driver-rows.ts'
import type { DriverRow } from '#domain/schema/driver.ts'
import { call } from '#web/lib/call.ts'
import type { ImportKind } from '../import-kind.ts'

export const driversKind: ImportKind<DriverField, DriverRow> = {
  noun: { one: 'driver', many: 'drivers' },
  columns: driverColumns,
  needs: [['name']],
  needsWords: 'name',
  knownBy:
    'A known driver is updated instead of added again: the same email, otherwise the same phone, otherwise the same name. Empty cells change nothing.',
  shown: ['name', 'phone', 'email', 'vehicle'],
  read: readDriverRow,
  batchSize: importBatchSize,
  keysOf: driverKeys,
  send: (drivers, { isDryRun, mode: _, part, ...options }) =>
    call(importDrivers, { body: { drivers, import: part, dry_run: isDryRun }, ...options }),
}
