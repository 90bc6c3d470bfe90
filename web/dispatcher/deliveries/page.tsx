import { Package, Plus, SearchX, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { canChange, isEditable } from '#domain/delivery-state.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { dayInZone, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import type { TableSelection } from '#web/ui/table-types.ts'
import { Table } from '#web/ui/table.tsx'
import { useSampleData } from '../use-sample-data.ts'
import {
  isFiltered,
  noFilter,
  readFilter,
  readOpened,
  writeFilter,
  writeOpened,
  type DeliveriesFilter,
  type DeliverySort,
  type Opened,
} from './deliveries-address.ts'
import { DeliveriesToolbar } from './deliveries-toolbar.tsx'
import { DeliveryCard, deliveryColumns } from './delivery-columns.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import { searchFieldId } from './delivery-search.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { ImportDialog } from './import/import-dialog.tsx'
import { OpenedDelivery } from './opened-delivery.tsx'
import { useDeliveryPages } from './use-deliveries.ts'
import { useDeliveryActions } from './use-delivery-actions.ts'
import { useExport } from './use-export.ts'
import { usePageKeys } from './use-page-keys.ts'

export function meta() {
  return [{ title: 'Deliveries · Karta' }]
}

/** All deliveries: find, add, import, change, delete, export. */
export default function DeliveriesPage() {
  const { workspace } = useMe()
  const mayChange = useMay('change_operations')
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  const opened = readOpened(search)
  const { list, rows, total, first, goBack, goOn } = useDeliveryPages(filter)
  const actions = useDeliveryActions()
  const [selection, setSelection] = useState<TableSelection>(new Set())
  const [cancelling, setCancelling] = useState<Delivery>()
  const exporting = useExport(filter, total)
  const sample = useSampleData()

  const change = (part: Partial<DeliveriesFilter>) => {
    setSelection(new Set())
    setSearch((now) => writeFilter(now, { ...readFilter(now), ...part }), { replace: true, preventScrollReset: true })
  }
  const open = (what: Opened) => setSearch((now) => writeOpened(now, what), { preventScrollReset: true })
  const close = () =>
    setSearch((now) => writeOpened(now, { kind: 'nothing' }), { replace: true, preventScrollReset: true })

  usePageKeys({
    '/': () => document.getElementById(searchFieldId)?.focus(),
    n: mayChange ? () => open({ kind: 'new' }) : undefined,
  })

  const selected = rows.filter((row) => selection === 'all' || selection.has(row.id))
  const clearSelection = () => setSelection(new Set())
  const askOrCancel = (row: Delivery) =>
    isEditable(row.status) ? void actions.setStatus(row, 'cancelled') : setCancelling(row)
  const { from, to } = filter.span
  const proposedDay = from && from === to ? from : dayInZone(new Date(), workspace.time_zone)
  const isNarrowed = isFiltered(filter)

  const add = mayChange && (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" className="size-4" />}
      onPress={() => open({ kind: 'new' })}
    >
      Add delivery
    </Button>
  )
  const importFile = mayChange && (
    <Button icon={<Upload aria-hidden="true" className="size-4" />} onPress={() => open({ kind: 'import' })}>
      Import CSV
    </Button>
  )

  const menuOf = (row: Delivery) => (
    <>
      <MenuItem onAction={() => open({ kind: 'delivery', id: row.id, tab: 'details' })}>
        {mayChange ? 'Edit' : 'Details'}
      </MenuItem>
      <MenuItem onAction={() => open({ kind: 'delivery', id: row.id, tab: 'history' })}>History</MenuItem>
      {mayChange && canChange(row.status, 'cancelled') && (
        <MenuItem onAction={() => askOrCancel(row)}>Cancel delivery</MenuItem>
      )}
      {mayChange && isEditable(row.status) && canChange(row.status, 'pending') && (
        <MenuItem onAction={() => void actions.setStatus(row, 'pending')}>Open again</MenuItem>
      )}
      {mayChange && <MenuSeparator />}
      {mayChange && (
        <MenuItem isDestructive onAction={() => void actions.remove([row])}>
          Delete
        </MenuItem>
      )}
    </>
  )

  const empty = isNarrowed ? (
    <EmptyState
      icon={<SearchX />}
      title="No deliveries match"
      actions={
        <Button onPress={() => change({ ...noFilter, sort: filter.sort, order: filter.order })}>Clear filters</Button>
      }
    >
      Nothing fits the search and filters that are set.
    </EmptyState>
  ) : (
    <EmptyState
      icon={<Package />}
      title="No deliveries yet"
      actions={
        mayChange && (
          <>
            <Button
              variant="primary"
              icon={<Upload aria-hidden="true" className="size-4" />}
              onPress={() => open({ kind: 'import' })}
            >
              Import CSV
            </Button>
            <Button icon={<Plus aria-hidden="true" className="size-4" />} onPress={() => open({ kind: 'new' })}>
              Add delivery
            </Button>
            <Button isPending={sample.isPending} onPress={() => sample.mutate()}>
              Load sample data
            </Button>
          </>
        )
      }
    >
      Import the orders of a day, add one by hand, or look around with sample data: a depot, six drivers with vehicles
      and 120 deliveries in Jakarta.
    </EmptyState>
  )
  const hasNone = list.isSuccess && !list.isPlaceholderData && total === 0 && !isNarrowed

  return (
    <>
      <PageHeader
        title="Deliveries"
        description="Everything to be brought to somebody, on any day."
        actions={
          !hasNone && (
            <>
              {importFile}
              {add}
            </>
          )
        }
      />
      {!hasNone && (
        <DeliveriesToolbar filter={filter} onChange={change} onExport={total > 0 ? exporting.start : undefined} />
      )}
      {list.error ? (
        <LoadError
          title="The deliveries could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <>
          {selected.length > 0 && (
            <SelectionBar
              count={selected.length}
              onClear={clearSelection}
              onDelete={async () => {
                if (await actions.remove(selected)) clearSelection()
              }}
            />
          )}
          <Card isPadded={false}>
            <Table
              label="Deliveries"
              columns={deliveryColumns}
              rows={rows}
              rowKey={(row) => row.id}
              rowText={(row) => `Delivery #${row.number}`}
              card={(row) => <DeliveryCard delivery={row} />}
              isLoading={list.isPending}
              isRefreshing={list.isPlaceholderData}
              onOpen={(id) => open({ kind: 'delivery', id, tab: 'details' })}
              rowMenu={menuOf}
              sort={{ column: filter.sort, direction: filter.order === 'asc' ? 'ascending' : 'descending' }}
              onSortChange={({ column, direction }) =>
                change({ sort: column as DeliverySort, order: direction === 'ascending' ? 'asc' : 'desc' })
              }
              selected={selection}
              onSelectionChange={mayChange ? setSelection : undefined}
              empty={empty}
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
      )}
      {opened.kind === 'import' && mayChange && <ImportDialog onClose={close} />}
      {opened.kind === 'new' && mayChange && (
        <DeliveryForm
          day={proposedDay}
          tab="details"
          onTab={() => {}}
          onClose={close}
          onSaved={() => {
            close()
            void actions.refresh()
          }}
        />
      )}
      {opened.kind === 'delivery' && (
        <OpenedDelivery
          key={opened.id}
          id={opened.id}
          row={rows.find((row) => row.id === opened.id)}
          tab={opened.tab}
          onTab={(tab) =>
            setSearch((now) => writeOpened(now, { ...opened, tab }), { replace: true, preventScrollReset: true })
          }
          onClose={close}
          onSaved={() => {
            close()
            void actions.refresh()
          }}
        />
      )}
      {exporting.state && (
        <ExportDialog state={exporting.state} onCancel={exporting.cancel} onRetry={exporting.start} />
      )}
      <ConfirmDialog
        isOpen={cancelling !== undefined}
        onOpenChange={(isOpen) => !isOpen && setCancelling(undefined)}
        title={`Cancel delivery #${cancelling?.number ?? ''}?`}
        confirmLabel="Cancel delivery"
        cancelLabel="Keep it"
        isDestructive
        onConfirm={() => {
          if (cancelling) void actions.setStatus(cancelling, 'cancelled')
          setCancelling(undefined)
        }}
      >
        It is on a planned or running route. Opened again later, it has to be planned anew.
      </ConfirmDialog>
    </>
  )
}

function SelectionBar({
  count,
  onClear,
  onDelete,
}: {
  count: number
  onClear: () => void
  onDelete: () => Promise<void>
}) {
  const [isDeleting, setDeleting] = useState(false)
  const remove = async () => {
    setDeleting(true)
    await onDelete()
    setDeleting(false)
  }
  return (
    <div className="sticky top-16 z-20 mb-3 flex flex-wrap items-center gap-3 rounded-xl bg-raised py-2 pr-2 pl-4 shadow-raised md:top-3">
      <p aria-live="polite" className="flex-1 font-medium tabular-nums">
        {count} selected
      </p>
      <Button size="small" variant="quiet" onPress={onClear}>
        Clear
      </Button>
      <Button
        size="small"
        variant="danger-quiet"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        isPending={isDeleting}
        onPress={() => void remove()}
      >
        Delete
      </Button>
    </div>
  )
}
