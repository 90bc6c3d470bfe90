import { useMay } from '#web/lib/me.ts'
import { useCallback, type ReactNode } from 'react'
import type { StatusByHand } from '#domain/delivery-state.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { BulkActions } from './bulk/bulk-actions.tsx'
import { SelectionBar } from './bulk/selection-bar.tsx'
import type { Selection } from './bulk/use-selection.ts'
import type { DeliverySort, DrawerTab } from './deliveries-address.ts'
import type { useStatusQuestions } from './status/status-questions.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import type { useDeliveriesAddress } from './use-deliveries-address.ts'
import type { useDeliveryPages } from './use-deliveries.ts'
import type { useDeliveryActions } from './use-delivery-actions.ts'

type DeliveryListProps = Pick<
  ReturnType<typeof useDeliveryActions>,
  'remove' | 'reopen' | 'emergency' | 'changeMany'
> & {
  questions: Pick<ReturnType<typeof useStatusQuestions>, 'askAbout' | 'correct'>
  /** Asks what has happened to everything that is selected. */
  onAskSelected: (status?: StatusByHand) => void
  pages: ReturnType<typeof useDeliveryPages>
  address: ReturnType<typeof useDeliveriesAddress>
  mayChange: boolean
  mayAdd: boolean
  selection: Selection
  onDuplicate: (row: Delivery) => void
  onCancel: (row: Delivery) => void
  onRepeat: (row: Delivery) => void
  /** Undefined for those who may not. */
  onErase: ((row: Delivery) => void) | undefined
  /** Shown instead of rows when there are none. */
  empty: ReactNode
}

/** One page of the list, with actions for the selected rows and links to the other pages. */
export function DeliveryList(props: DeliveryListProps) {
  const { pages, mayChange, selection, remove, reopen, emergency, changeMany } = props
  const { list, rows, total, first, goBack, goOn } = pages
  const { filter, change, open } = props.address
  // Stable functions, so that the memoized table does not render again for nothing.
  const onSort = useCallback((sort: DeliverySort, order: 'asc' | 'desc') => change({ sort, order }), [change])
  const onOpen = useCallback((id: string, tab: DrawerTab) => open({ kind: 'delivery', id, tab }), [open])
  const onReopen = useCallback((row: Delivery) => void reopen(row), [reopen])
  const mayPlan = useMay('change_planning')
  const onEmergency = useCallback((row: Delivery) => void emergency(row), [emergency])
  const onDelete = useCallback((row: Delivery) => void remove(row), [remove])
  // Only rows that are on screen are selected.
  const turning = (turn: () => void) => () => {
    selection.clear()
    turn()
  }
  const onStep = useCallback(
    (row: Delivery, status: Exclude<StatusByHand, 'failed'>) =>
      void changeMany({ rows: [row] }, { reached: { status } }),
    [changeMany],
  )
  const hasSelection = selection.count > 0
  return (
    <>
      <Card isPadded={false}>
        <DeliveryTable
          rows={rows}
          isLoading={list.isPending}
          isRefreshing={list.isPlaceholderData}
          mayChange={mayChange}
          mayAdd={props.mayAdd}
          sort={filter.sort}
          order={filter.order}
          onSort={onSort}
          selection={selection.keys}
          onSelect={selection.select}
          onOpen={onOpen}
          onDuplicate={props.onDuplicate}
          onCancel={props.onCancel}
          onReopen={onReopen}
          onEmergency={mayPlan ? onEmergency : undefined}
          onDelete={onDelete}
          onStep={onStep}
          onAskStatus={props.questions.askAbout}
          onCorrect={props.questions.correct}
          onRepeat={props.onRepeat}
          onErase={props.onErase}
          empty={rows.length > 0 ? undefined : props.empty}
        />
      </Card>
      {rows.length > 0 && (
        <div className="flex flex-col gap-2 pt-3">
          <Pagination
            onPrevious={goBack && turning(goBack)}
            onNext={goOn && turning(goOn)}
            isPending={list.isPlaceholderData}
          >
            {`${formatNumber(first)}–${formatNumber(first + rows.length - 1)} of ${formatNumber(total)}`}
          </Pagination>
          {mayChange && <ShortcutHints />}
        </div>
      )}
      <output className="sr-only">{hasSelection && `${formatNumber(selection.count)} selected`}</output>
      {hasSelection && (
        <>
          <SelectionBar selection={selection} total={total}>
            <BulkActions
              selection={selection}
              filter={filter}
              changeMany={changeMany}
              onAskStatus={props.onAskSelected}
            />
          </SelectionBar>
          {/* Room to scroll the end of the list out from under the bar. */}
          <div className="h-16 shrink-0" />
        </>
      )}
    </>
  )
}

const shortcuts = [
  ['x', 'select'],
  ['Shift ↑ ↓', 'select more'],
  ['Enter', 'open'],
  ['/', 'search'],
  ['s', 'status'],
  ['n', 'new'],
  ['v', 'views'],
]

/** What the keyboard can do here, where there is one. */
function ShortcutHints() {
  return (
    <ul
      aria-label="Keyboard shortcuts"
      className="flex gap-4 text-xs text-ink-faint max-md:hidden pointer-coarse:hidden"
    >
      {shortcuts.map(([keys, words]) => (
        <li key={keys}>
          <kbd className="rounded border px-1 font-sans">{keys}</kbd> {words}
        </li>
      ))}
    </ul>
  )
}
