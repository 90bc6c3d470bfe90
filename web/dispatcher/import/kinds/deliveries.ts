import { importDeliveries } from '#domain/api/deliveries.ts'
import { deliveryBatchSize } from '#domain/api/import.ts'
import { deliveryColumns, deliveryKeys, readDeliveryRow, type DeliveryField } from '#domain/import/delivery-rows.ts'
import type { NewDelivery } from '#domain/schema/delivery.ts'
import { call } from '#web/lib/call.ts'
import type { ImportKind } from '../import-kind.ts'

export const deliveriesKind: ImportKind<DeliveryField, NewDelivery> = {
  noun: { one: 'delivery', many: 'deliveries' },
  columns: deliveryColumns,
  needs: ['delivery_address'],
  needsWords: 'delivery address',
  knownBy: 'A row with a known reference updates that delivery instead of adding another.',
  dayField: 'scheduled_date',
  shown: ['reference', 'delivery_address', 'recipient_name'],
  read: readDeliveryRow,
  batchSize: deliveryBatchSize,
  keysOf: deliveryKeys,
  send: (deliveries, { isDryRun, part, ...options }) =>
    call(importDeliveries, { body: { source: 'csv', deliveries, import: part, dry_run: isDryRun }, ...options }),
  countsAs: ['deliveries', 'deliveries_per_day'],
  dayToPlan: (rows) => mostCommon(rows.map(({ scheduled_date }) => scheduled_date!)),
}

function mostCommon(days: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}
