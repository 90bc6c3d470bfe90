import { Plus, Upload } from 'lucide-react'
import { useCallback, useState } from 'react'
import { isEditable } from '#domain/delivery-state.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { dayInZone, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import type { TableSelection } from '#web/ui/table-types.ts'
import { isFiltered, noFilter, type DeliveriesFilter, type DeliverySort, type DrawerTab } from './deliveries-address.ts'
import { DeliveriesToolbar } from './toolbar/deliveries-toolbar.tsx'
import { DeliveryForm } from './form/delivery-form.tsx'
import { searchFieldId } from './toolbar/delivery-search.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import { NoDeliveries, NothingMatches } from './empty-deliveries.tsx'
import { ExportDialog } from './export/export-dialog.tsx'
import { ImportDialog } from './import/import-dialog.tsx'
import { OpenedDelivery } from './form/opened-delivery.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useDeliveriesAddress } from './use-deliveries-address.ts'
import { useDeliveryPages } from './use-deliveries.ts'
import { useDeliveryActions } from './use-delivery-actions.ts'
import { useExport } from './export/use-export.ts'
import { usePageKeys } from './use-page-keys.ts'

export function meta() {
  return [{ title: 'Deliveries · Karta' }]
}

/** All deliveries: find, add, import, change, delete, export. */
export default function DeliveriesPage() {
  const { workspace } = useMe()
  const mayChange = useMay('change_operations')
  const { filter, opened, change, open, close } = useDeliveriesAddress()
  const { list, rows, total, first, goBack, goOn } = useDeliveryPages(filter)
  const { remove, setStatus, refresh } = useDeliveryActions()
  const [selection, setSelection] = useState<TableSelection>(new Set())
  const [cancelling, setCancelling] = useState<Delivery>()
  const exporting = useExport(filter, total)

  const narrow = useCallback(
    (part: Partial<DeliveriesFilter>) => {
      setSelection(new Set())
      change(part)
    },
    [change],
  )
  const onSort = useCallback((sort: DeliverySort, order: 'asc' | 'desc') => change({ sort, order }), [change])
  const onOpen = useCallback((id: string, tab: DrawerTab) => open({ kind: 'delivery', id, tab }), [open])
  const onCancel = useCallback(
    (row: Delivery) => (isEditable(row.status) ? void setStatus(row, 'cancelled') : setCancelling(row)),
    [setStatus],
  )
  const onReopen = useCallback((row: Delivery) => void setStatus(row, 'pending'), [setStatus])
  const onDelete = useCallback((row: Delivery) => void remove([row]), [remove])
  const onNew = () => open({ kind: 'new' })
  const onImport = () => open({ kind: 'import' })
  const onSaved = () => {
    close()
    void refresh()
  }

  usePageKeys({
    '/': () => document.getElementById(searchFieldId)?.focus(),
    n: mayChange ? onNew : undefined,
  })

  const selected = rows.filter((row) => selection === 'all' || selection.has(row.id))
  const { from, to } = filter.span
  const proposedDay = from && from === to ? from : dayInZone(new Date(), workspace.time_zone)
  const hasNone = list.isSuccess && !list.isPlaceholderData && total === 0 && !isFiltered(filter)

  return (
    <>
      <PageHeader
        title="Deliveries"
        description="Everything to be brought to somebody, on any day."
        actions={
          mayChange &&
          !hasNone && (
            <>
              <Button icon={<Upload aria-hidden="true" className="size-4" />} onPress={onImport}>
                Import CSV
              </Button>
              <Button variant="primary" icon={<Plus aria-hidden="true" className="size-4" />} onPress={onNew}>
                Add delivery
              </Button>
            </>
          )
        }
      />
      {!hasNone && (
        <DeliveriesToolbar filter={filter} onChange={narrow} onExport={total > 0 ? exporting.start : undefined} />
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
              onClear={() => setSelection(new Set())}
              onDelete={async () => {
                if (await remove(selected)) setSelection(new Set())
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
              onSelect={setSelection}
              onOpen={onOpen}
              onCancel={onCancel}
              onReopen={onReopen}
              onDelete={onDelete}
              empty={
                rows.length > 0 ? undefined : isFiltered(filter) ? (
                  <NothingMatches onClear={() => narrow({ ...noFilter, sort: filter.sort, order: filter.order })} />
                ) : (
                  <NoDeliveries onImport={onImport} onAdd={onNew} />
                )
              }
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
        <DeliveryForm day={proposedDay} tab="details" onTab={() => {}} onClose={close} onSaved={onSaved} />
      )}
      {opened.kind === 'delivery' && (
        <OpenedDelivery
          key={opened.id}
          id={opened.id}
          row={rows.find((row) => row.id === opened.id)}
          tab={opened.tab}
          onTab={(tab) => open({ ...opened, tab }, true)}
          onClose={close}
          onSaved={onSaved}
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
          if (cancelling) void setStatus(cancelling, 'cancelled')
          setCancelling(undefined)
        }}
      >
        It is on a planned or running route. Opened again later, it has to be planned anew.
      </ConfirmDialog>
    </>
  )
}
