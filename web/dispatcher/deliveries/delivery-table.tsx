import { memo, useMemo, type ReactNode } from 'react'
import { canChange, isEditable, isEnd, type StatusByHand } from '#domain/delivery-state.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { useFresh } from '#web/lib/live/last-changes.ts'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import type { TableColumn, TableSelection } from '#web/ui/table-types.ts'
import { Table } from '#web/ui/table.tsx'
import { scopeColumns, scopeWords } from '../scopes/scope-columns.ts'
import { useScopeNames } from '../scopes/use-scope-names.ts'
import type { DeliveriesFilter, DeliverySort, DrawerTab } from './deliveries-address.ts'
import { readChosen, useChosenColumns } from './columns/chosen-columns.ts'
import { orderColumns } from './columns/order-columns.tsx'
import { useCustomFields } from './form/use-custom-fields.ts'
import { hasStatusItems, StatusItems } from './status/status-items.tsx'
import { DeliveryCard, deliveryColumns, narrowDeliveryColumns } from './delivery-columns.tsx'

type DeliveryTableProps = {
  rows: readonly Delivery[]
  isLoading: boolean
  isRefreshing: boolean
  mayChange: boolean
  /** Somebody who may add deliveries changes their own ones until they are planned. */
  mayAdd: boolean
  sort: DeliveriesFilter['sort']
  order: DeliveriesFilter['order']
  onSort: (sort: DeliverySort, order: 'asc' | 'desc') => void
  selection: TableSelection
  onSelect: (selection: TableSelection) => void
  onOpen: (id: string, tab: DrawerTab) => void
  onDuplicate: (row: Delivery) => void
  onCancel: (row: Delivery) => void
  onReopen: (row: Delivery) => void
  /** Undefined for whoever may not change plans. */
  onEmergency?: ((row: Delivery) => void) | undefined
  onStep: (row: Delivery, status: Exclude<StatusByHand, 'failed'>) => void
  onAskStatus: (row: Delivery, status?: StatusByHand) => void
  onCorrect: (row: Delivery) => void
  onRepeat: (row: Delivery) => void
  onDelete: (row: Delivery) => void
  /** Undefined for those who may not. */
  onErase: ((row: Delivery) => void) | undefined
  /** Only while there are no rows. */
  empty?: ReactNode
}

/** A failed delivery has “Try again” among what can be said about its status. */
const canReopen = ({ status }: Delivery, hasStatus: boolean) =>
  isEditable(status) && canChange(status, 'pending') && !(hasStatus && hasStatusItems(status))

/** A cell of a table that scrolls sideways: as wide as its text, up to a point. */
const onOneLine = (column: TableColumn<Delivery>): TableColumn<Delivery> => ({
  ...column,
  cell: (delivery) => <span className="block max-w-72 truncate whitespace-nowrap">{column.cell(delivery)}</span>,
})

/** Clients are not told who drives. */
const withoutDriver = deliveryColumns.filter(({ id }) => id !== 'driver')

/** One page of deliveries. Renders again only when its rows or their order change, not when a drawer opens over it. */
export const DeliveryTable = memo(function DeliveryTable(props: DeliveryTableProps) {
  const { mayChange, mayAdd, onOpen, onErase } = props
  const fresh = useFresh()
  const scopes = useScopeNames()
  const seesDrivers = useMay('see_operations')
  const { workspace } = useMe()
  const customFields = useCustomFields()
  const { text: chosen } = useChosenColumns()
  const columns = useMemo(() => {
    const scoped = seesDrivers ? scopeColumns(scopes) : []
    const usual = seesDrivers
      ? scoped.length > 0
        ? [...narrowDeliveryColumns, ...scoped]
        : deliveryColumns
      : withoutDriver
    const ids = readChosen(chosen)
    const added = orderColumns(workspace.currency, customFields).filter(({ id }) => ids.includes(id))
    return added.length > 0 ? [...usual, ...added].map(onOneLine) : usual
  }, [scopes, seesDrivers, customFields, chosen, workspace.currency])
  const isWide = readChosen(chosen).length > 0
  const isOpenTo = (row: Delivery) => mayChange || (mayAdd && isEditable(row.status))
  const menuOf = (row: Delivery) => (
    <>
      <MenuItem onAction={() => onOpen(row.id, 'details')}>{isOpenTo(row) ? 'Edit' : 'Details'}</MenuItem>
      <MenuItem onAction={() => onOpen(row.id, 'history')}>History</MenuItem>
      {mayChange && !row.erased_at && <MenuItem onAction={() => props.onRepeat(row)}>Repeat…</MenuItem>}
      {mayChange && !row.erased_at && <MenuItem onAction={() => props.onDuplicate(row)}>Duplicate…</MenuItem>}
      {mayChange && !row.erased_at && hasStatusItems(row.status) && (
        <>
          <MenuSeparator />
          <StatusItems
            status={row.status}
            onStep={(status) => props.onStep(row, status)}
            onAsk={(status) => props.onAskStatus(row, status)}
            onCorrect={() => props.onCorrect(row)}
            onTryAgain={() => props.onReopen(row)}
          />
          <MenuSeparator />
        </>
      )}
      {props.onEmergency && row.status === 'pending' && row.scheduled_date && !row.erased_at && (
        <MenuItem onAction={() => props.onEmergency!(row)}>Emergency: insert now</MenuItem>
      )}
      {isOpenTo(row) && canChange(row.status, 'cancelled') && !row.erased_at && (
        <MenuItem onAction={() => props.onCancel(row)}>Cancel delivery</MenuItem>
      )}
      {isOpenTo(row) && canReopen(row, mayChange) && !row.erased_at && (
        <MenuItem onAction={() => props.onReopen(row)}>Reopen</MenuItem>
      )}
      {mayChange && <MenuSeparator />}
      {onErase && isEnd(row.status) && !row.erased_at && (
        <MenuItem isDestructive onAction={() => onErase(row)}>
          Erase recipient…
        </MenuItem>
      )}
      {mayChange && (
        <MenuItem isDestructive onAction={() => props.onDelete(row)}>
          Delete
        </MenuItem>
      )}
    </>
  )
  return (
    <Table
      label="Deliveries"
      isWide={isWide}
      columns={columns}
      rows={props.rows}
      rowKey={(row) => row.id}
      rowText={(row) => `Delivery #${row.number}`}
      card={(row) => <DeliveryCard delivery={row} scope={scopeWords(row, scopes)} />}
      isLoading={props.isLoading}
      isRefreshing={props.isRefreshing}
      fresh={fresh}
      onOpen={(id) => onOpen(id, 'details')}
      rowMenu={menuOf}
      sort={{ column: props.sort, direction: props.order === 'asc' ? 'ascending' : 'descending' }}
      onSortChange={({ column, direction }) =>
        props.onSort(column as DeliverySort, direction === 'ascending' ? 'asc' : 'desc')
      }
      selected={props.selection}
      onSelectionChange={mayChange ? props.onSelect : undefined}
      empty={props.empty}
    />
  )
})
