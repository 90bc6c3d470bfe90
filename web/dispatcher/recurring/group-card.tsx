import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo, type KeyboardEvent } from 'react'
import type { RecurringOrder } from '#domain/schema/recurring.ts'
import { countOf } from '#web/lib/format.ts'
import { useFresh } from '#web/lib/live/last-changes.ts'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { rowAtHand } from '#web/ui/table-row.ts'
import type { TableColumn } from '#web/ui/table-types.ts'
import { Table } from '#web/ui/table.tsx'
import { moved, type Group } from './groups.ts'
import { RecurringCard, recurringColumns } from './recurring-columns.tsx'
import { whoWords } from './recurring-words.ts'

type GroupCardProps = {
  group: Group
  today: string
  /** There are other cards above. */
  isTitled: boolean
  mayChange: boolean
  mayChangeRoutes: boolean
  /** Part of its orders are not shown. */
  isSearching: boolean
  onOpen: (row: RecurringOrder) => void
  onPause: (row: RecurringOrder, paused: boolean) => void
  onEnd: (row: RecurringOrder) => void
  onMove: (orders: readonly RecurringOrder[], id: string, by: -1 | 1) => void
  onEditRoute: () => void
  onDeleteRoute: () => void
}

/** The orders of a standing route in their order, or those without a route. */
export function GroupCard(props: GroupCardProps) {
  const { group, today, isTitled, mayChange, isSearching, onMove } = props
  const { route, orders } = group
  const fresh = useFresh()
  const mayMove = mayChange && !isSearching && route !== undefined && orders.length > 1
  const columns = useMemo(
    () => [
      ...(route && !isSearching ? [placeColumn(orders)] : []),
      ...recurringColumns(today),
      ...(mayMove ? [moveColumn(orders, onMove)] : []),
    ],
    [route, isSearching, orders, today, mayMove, onMove],
  )
  const menuOf = (row: RecurringOrder) => (
    <>
      <MenuItem onAction={() => props.onOpen(row)}>Edit</MenuItem>
      <MenuItem onAction={() => props.onPause(row, !row.paused)}>{row.paused ? 'Resume' : 'Pause'}</MenuItem>
      {mayMove && moved(orders, row.id, -1) && <MenuItem onAction={() => onMove(orders, row.id, -1)}>Move up</MenuItem>}
      {mayMove && moved(orders, row.id, 1) && <MenuItem onAction={() => onMove(orders, row.id, 1)}>Move down</MenuItem>}
      <MenuSeparator />
      <MenuItem isDestructive onAction={() => props.onEnd(row)}>
        End…
      </MenuItem>
    </>
  )
  const onKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    const id = rowAtHand()
    if (!mayMove || !event.altKey || !by || !id) return
    event.preventDefault()
    event.stopPropagation()
    onMove(orders, id, by)
  }
  return (
    <Card
      isPadded={false}
      {...titleOf(group, isTitled)}
      actions={
        route &&
        props.mayChangeRoutes && (
          <RowMenu label={route.name}>
            <MenuItem onAction={props.onEditRoute}>Edit route</MenuItem>
            <MenuItem isDestructive onAction={props.onDeleteRoute}>
              Delete route…
            </MenuItem>
          </RowMenu>
        )
      }
    >
      <div onKeyDownCapture={onKey}>
        <Table
          label={route?.name ?? 'Recurring orders without a standing route'}
          columns={columns}
          rows={orders}
          rowKey={({ id }) => id}
          rowText={whoWords}
          card={(row) => <RecurringCard row={row} today={today} />}
          fresh={fresh}
          onOpen={(id) => props.onOpen(orders.find((row) => row.id === id)!)}
          {...(mayChange && { rowMenu: menuOf })}
          empty={
            <p className="border-t px-4 py-5 text-ink-muted">
              No orders yet. Choose this route in a recurring order, or when you repeat a delivery.
            </p>
          }
        />
      </div>
    </Card>
  )
}

function titleOf({ route, orders }: Group, isTitled: boolean) {
  if (route) return { title: route.name, description: `${route.driver_name} · ${countOf(orders.length, 'order')}` }
  if (!isTitled) return {}
  return { title: 'On no standing route', description: 'Plans decide who drives them, and when.' }
}

const placeColumn = (orders: readonly RecurringOrder[]): TableColumn<RecurringOrder> => ({
  id: 'place',
  header: 'Place',
  width: 'w-16',
  cell: (row) => <span className="text-ink-muted tabular-nums">{orders.indexOf(row) + 1}</span>,
})

const moveColumn = (
  orders: readonly RecurringOrder[],
  onMove: GroupCardProps['onMove'],
): TableColumn<RecurringOrder> => ({
  id: 'move',
  header: 'Move',
  isHeaderVisible: false,
  width: 'w-20',
  cell: (row) => (
    <span className="flex justify-end">
      {([-1, 1] as const).map((by) => (
        <IconButton
          key={by}
          label={`Move ${whoWords(row)} ${by === -1 ? 'up' : 'down'}`}
          hasTooltip={false}
          size="small"
          isDisabled={moved(orders, row.id, by) === undefined}
          icon={by === -1 ? <ArrowUp className="size-3.5" /> : <ArrowDown className="size-3.5" />}
          className="text-ink-muted"
          onPress={() => onMove(orders, row.id, by)}
        />
      ))}
    </span>
  ),
})
