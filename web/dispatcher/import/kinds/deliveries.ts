import { importDeliveries } from '#domain/api/deliveries.ts'
import { deliveryBatchSize } from '#domain/api/import.ts'
import { deliveryReader, deliveryReaderWith } from '#domain/import/delivery-reader.ts'
import type { DeliveryField } from '#domain/import/delivery-rows.ts'
import type { CustomField } from '#domain/schema/custom-field.ts'
import type { DeliveryRow, NewDelivery } from '#domain/schema/delivery.ts'
import { call } from '#web/lib/call.ts'
import type { ImportKind } from '../import-kind.ts'
import { PickupNotice } from '../pickup-notice.tsx'

export const deliveriesKind: ImportKind<DeliveryField, DeliveryRow> = {
  noun: { one: 'delivery', many: 'deliveries' },
  ...deliveryReader,
  needs: [['delivery_address', 'reference']],
  needsWords: 'delivery address',
  knownBy: 'A row with a known reference updates that delivery instead of adding another.',
  dayField: 'scheduled_date',
  shown: ['reference', 'delivery_address', 'recipient_name'],
  modes: [
    {
      mode: 'replace',
      label: 'Add and replace',
      words: 'New references are added. Known ones become what their row says: an empty cell clears its field.',
    },
    { mode: 'create', label: 'Add only', words: 'New references are added. Rows with known ones are refused.' },
    {
      mode: 'update',
      label: 'Update only',
      words: 'Known references become what their row says. New ones are refused.',
    },
    {
      mode: 'merge',
      label: 'Merge',
      words: 'New references are added. In known ones only filled cells change something; empty cells change nothing.',
    },
    {
      mode: 'sync',
      label: 'Sync a whole day',
      words:
        'Like Add and replace, and the file is the complete list of its days: deliveries from files that it lacks are canceled. You see which before.',
    },
  ],
  batchSize: deliveryBatchSize,
  send: (deliveries, { isDryRun, mode, day, part, ...options }) => {
    const shared = { source: 'csv' as const, import: part, dry_run: isDryRun }
    const body =
      mode === 'merge'
        ? { ...shared, mode, new_day: day, deliveries }
        : { ...shared, mode: mode === 'sync' ? ('replace' as const) : mode, deliveries: deliveries as NewDelivery[] }
    return call(importDeliveries, { body, ...options })
  },
  Notice: PickupNotice,
  countsAs: ['deliveries', 'deliveries_per_day'],
  dayToPlan: (rows) => mostCommon(rows.flatMap(({ scheduled_date }) => scheduled_date ?? [])),
}

/** Imports of deliveries with the columns of the workspace's own fields. */
export function deliveriesKindWith(customFields: readonly CustomField[]): ImportKind<DeliveryField, DeliveryRow> {
  return { ...deliveriesKind, ...deliveryReaderWith(customFields) }
}

function mostCommon(days: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}
