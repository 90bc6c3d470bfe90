import { useCallback, useState } from 'react'
import { isCorrectable, isEditable, nextByHand, statusesByHand, type StatusByHand } from '#domain/delivery-state.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { rowAtHand } from '#web/ui/table-row.ts'
import { DuplicateDialog } from './bulk/duplicate-dialog.tsx'
import { useSelection } from './bulk/use-selection.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { isFiltered, noFilter, type DeliveriesFilter } from './deliveries-address.ts'
import { DeliveriesHeader } from './deliveries-header.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { NoDeliveries, NothingMatches } from './empty-deliveries.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { ExportDialog } from './export/export-dialog.tsx'
import { useExport } from './export/use-export.ts'
import { OpenedDrawer } from './opened-drawer.tsx'
import { StatusQuestions, useStatusQuestions } from './status/status-questions.tsx'
import { DeliveriesToolbar } from './toolbar/deliveries-toolbar.tsx'
import { searchFieldId } from './toolbar/delivery-search.tsx'
import { DropToImport } from '../import/drop-to-import.tsx'
import { RepeatDialog } from '../recurring/repeat-dialog.tsx'
import { useDefaultView } from './views/use-views.ts'
import { viewsButtonId } from './views/views-menu.tsx'
import { useDeliveriesAddress } from './use-deliveries-address.ts'
import { useDeliveryPages } from './use-deliveries.ts'
import { useDeliveryActions } from './use-delivery-actions.ts'
import { usePageKeys } from './use-page-keys.ts'

export function meta() {
  return [{ title: 'Deliveries · Karta' }]
}

/** All deliveries: find, add, import, change, delete, export. */
export default function DeliveriesPage() {
  const mayAdd = useMay('add_deliveries')
  const mayChange = useMay('change_deliveries')
  const mayErase = useMay('manage_workspace')
  const address = useDeliveriesAddress()
  const { filter, change, open } = address
  const pages = useDeliveryPages(filter)
  const { list, rows, total } = pages
  const { remove, cancel, reopen, emergency, changeMany, setStatuses, refresh } = useDeliveryActions()
  const questions = useStatusQuestions()
  const selection = useSelection(rows, total)
  const { clear } = selection
  const [cancelling, setCancelling] = useState<Delivery>()
  const [duplicating, setDuplicating] = useState<Delivery>()
  const [erasing, setErasing] = useState<Delivery>()
  const [repeating, setRepeating] = useState<Delivery>()
  const exporting = useExport(filter, total, selection)

  const narrow = useCallback(
    (part: Partial<DeliveriesFilter>) => {
      clear()
      change(part)
    },
    [change, clear],
  )
  const askToCancel = useCallback(
    (row: Delivery) => (isEditable(row.status) ? void cancel(row) : setCancelling(row)),
    [cancel],
  )
  const selectRow = () => {
    const id = rowAtHand()
    if (rows.some((row) => row.id === id)) selection.toggle(id!)
  }
  const askSelected = (status?: StatusByHand) => {
    const target = selection.isEverything ? { filter } : { rows: selection.rows }
    const next = statusesByHand.filter((to) => selection.rows.some((row) => nextByHand(row.status).includes(to)))
    if (next.length > 0) questions.ask({ target, count: selection.count, next, ...(status && { status }) })
  }
  /** Of the selected ones, or else of the row at hand. */
  const askStatus = () => {
    if (selection.count > 0) return askSelected()
    const row = rows.find(({ id }) => id === rowAtHand())
    if (row && nextByHand(row.status).length > 0) questions.askAbout(row)
    else if (row && isCorrectable(row.status)) questions.correct(row)
  }
  useDefaultView(narrow)
  const add = () => open({ kind: 'new' })
  const startImport = () => open({ kind: 'import' })
  usePageKeys({
    '/': () => document.getElementById(searchFieldId)?.focus(),
    n: mayAdd ? add : undefined,
    x: mayChange ? selectRow : undefined,
    s: mayChange ? askStatus : undefined,
    v: () => document.getElementById(viewsButtonId)?.click(),
  })
  const hasNone = list.isSuccess && !list.isPlaceholderData && total === 0 && !isFiltered(filter)

  return (
    <>
      <DeliveriesHeader isEditable={mayAdd && !hasNone} onAdd={add} onImport={startImport} />
      {!hasNone && (
        <DeliveriesToolbar filter={filter} onChange={narrow} onExport={total > 0 ? exporting.start : undefined} />
      )}
      {list.isLoadingError ? (
        <LoadError
          title="The deliveries could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <DeliveryList
          pages={pages}
          address={address}
          mayChange={mayChange}
          mayAdd={mayAdd}
          selection={selection}
          onDuplicate={setDuplicating}
          onCancel={askToCancel}
          onRepeat={setRepeating}
          onErase={mayErase ? setErasing : undefined}
          reopen={reopen}
          emergency={emergency}
          remove={remove}
          changeMany={changeMany}
          questions={questions}
          onAskSelected={askSelected}
          empty={
            isFiltered(filter) ? (
              <NothingMatches onClear={() => narrow({ ...noFilter, sort: filter.sort, order: filter.order })} />
            ) : (
              <NoDeliveries onImport={startImport} onAdd={add} />
            )
          }
        />
      )}
      <DropToImport />
      <OpenedDrawer address={address} rows={rows} mayAdd={mayAdd} onSaved={refresh} />
      {exporting.state && (
        <ExportDialog
          state={exporting.state}
          onCancel={exporting.cancel}
          onRetry={() => exporting.start(exporting.state!.format)}
        />
      )}
      <StatusQuestions
        asking={questions.asking}
        onClose={questions.close}
        setStatuses={setStatuses}
        refresh={refresh}
      />
      {repeating && <RepeatDialog delivery={repeating} onClose={() => setRepeating(undefined)} />}
      {duplicating && (
        <DuplicateDialog
          target={{ rows: [duplicating] }}
          count={1}
          name={`delivery #${duplicating.number}`}
          onClose={() => setDuplicating(undefined)}
        />
      )}
      <EraseDialog delivery={erasing} onClose={() => setErasing(undefined)} />
      <CancelDialog
        what={cancelling && `delivery #${cancelling.number}`}
        confirmLabel="Cancel delivery"
        onConfirm={() => cancelling && void cancel(cancelling)}
        onClose={() => setCancelling(undefined)}
      >
        It is on a planned or running route. If you reopen it later, it has to be planned again.
      </CancelDialog>
    </>
  )
}
