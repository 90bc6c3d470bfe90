import { useCallback, type ReactNode } from 'react'
import type { Delivery } from '#domain/schema/delivery.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import type { TableSelection } from '#web/ui/table-types.ts'
import type { DeliverySort, DrawerTab } from './deliveries-address.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { SelectionBar } from './selection-bar.tsx'
import type { useDeliveriesAddress } from './use-deliveries-address.ts'
import type { useDeliveryPages } from './use-deliveries.ts'
import type { useDeliveryActions } from './use-delivery-actions.ts'

type DeliveryListProps = Pick<ReturnType<typeof useDeliveryActions>, 'remove' | 'reopen' | 'changeMany'> & {
  pages: ReturnType<typeof useDeliveryPages>
  address: ReturnType<typeof useDeliveriesAddress>
  mayChange: boolean
  selection: TableSelection
  onSelect: (selection: TableSelection) => void
  onCancel: (row: Delivery) => void
  /** Shown instead of rows when there are none. */
  empty: ReactNode
}

/** One page of the list, with actions for the selected rows and links to the other pages. */
export function DeliveryList(props: DeliveryListProps) {
  const { pages, mayChange, selection, onSelect, remove, reopen, changeMany } = props
  const { list, rows, total, first, goBack, goOn } = pages
  const { filter, change, open } = props.address
  // Stable functions, so that the memoized table does not render again for nothing.
  const onSort = useCallback((sort: DeliverySort, order: 'asc' | 'desc') => change({ sort, order }), [change])
  const onOpen = useCallback((id: string, tab: DrawerTab) => open({ kind: 'delivery', id, tab }), [open])
  const onReopen = useCallback((row: Delivery) => void reopen(row), [reopen])
  const onDelete = useCallback((row: Delivery) => void remove(row), [remove])
  const selected = rows.filter((row) => selection === 'all' || selection.has(row.id))
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar
          count={selected.length}
          onClear={() => onSelect(new Set())}
          onDelete={async () => {
            const ids = selected.map(({ id }) => id)
            if (await changeMany({ ids }, { deleted: true })) onSelect(new Set())
          }}
        />
      )}
      <Card isPadded={false}>
        <DeliveryTable
          rows={rows}
          isLoading={list.isPending}
          isRefreshing={list.isPlaceholderData}
          mayChange={mayChange}
          sort={filter.sort}
          order={filter.order}
          onSort={onSort}
          selection={selection}
          onSelect={onSelect}
          onOpen={onOpen}
          onCancel={props.onCancel}
          onReopen={onReopen}
          onDelete={onDelete}
          empty={rows.length > 0 ? undefined : props.empty}
        />
      </Card>
      {rows.length > 0 && (
        <div className="pt-3">
          <Pagination onPrevious={goBack} onNext={goOn} isPending={list.isPlaceholderData}>
            {`${formatNumber(first)}–${formatNumber(first + rows.length - 1)} of ${formatNumber(total)}`}
          </Pagination>
        </div>
      )}
    </>
  )
}
