import type { CustomField } from '../schema/custom-field.ts'
import type { DeliveryRow } from '../schema/delivery.ts'
import {
  deliveryColumns,
  deliveryKeys,
  joinParcels,
  readDeliveryRow,
  readMergedRow,
  type DeliveryField,
} from './delivery-rows.ts'
import { customColumns } from './order-columns.ts'
import type { RowReader } from './row-reader.ts'

/** Reads the rows of a file of deliveries. */
export const deliveryReader: RowReader<DeliveryField, DeliveryRow> = {
  columns: deliveryColumns,
  read: (cells, context) => (context.isMerge ? readMergedRow(cells, context) : readDeliveryRow(cells, context)),
  saidOnce: ['reference', 'delivery_address', 'scheduled_date'],
  join: joinParcels,
  keysOf: deliveryKeys,
}

/** The same with the columns of the workspace's own fields. */
export function deliveryReaderWith(customFields: readonly CustomField[]): RowReader<DeliveryField, DeliveryRow> {
  const open = customFields.filter(({ archived }) => !archived)
  if (open.length === 0) return deliveryReader
  return {
    ...deliveryReader,
    columns: [...deliveryColumns, ...customColumns(open)],
    read: (cells, context) => deliveryReader.read(cells, { ...context, customFields: open }),
  }
}
