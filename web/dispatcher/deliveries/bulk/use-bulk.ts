import { useState } from 'react'
import type { BulkChange } from '#domain/api/bulk.ts'
import type { DeliveriesFilter } from '../deliveries-address.ts'
import type { useDeliveryActions } from '../use-delivery-actions.ts'
import type { Selection } from './use-selection.ts'

export type BulkRequest = {
  selection: Selection
  filter: DeliveriesFilter
  changeMany: ReturnType<typeof useDeliveryActions>['changeMany']
}

/** What is selected. */
export const targetOf = ({ selection, filter }: Pick<BulkRequest, 'selection' | 'filter'>) =>
  selection.isEverything ? { filter } : { rows: selection.rows }

/** Changes everything that is selected. What stays in the list stays selected, for the next change. */
export function useBulk({ selection, filter, changeMany }: BulkRequest) {
  const [isPending, setPending] = useState(false)
  const run = async (change: BulkChange, driverName?: string) => {
    setPending(true)
    const isAny = await changeMany(targetOf({ selection, filter }), change, driverName)
    setPending(false)
    if (isAny && (change.deleted || selection.isEverything)) selection.clear()
  }
  return { isPending, run }
}
