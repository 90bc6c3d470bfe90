import { GripVertical } from 'lucide-react'
import { Button, GridList, GridListItem, useDragAndDrop, type DropItem } from 'react-aria-components'
import type { Delivery } from '#domain/schema/delivery.ts'
import { formatDay, formatHours } from '#web/lib/format.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'
import type { DayMove } from './use-day-move.ts'

const orderType = 'application/x-karta-order'

type DayOrdersProps = {
  day: string
  orders: readonly Delivery[]
  /** How many more the day has. */
  more: number
  /** Nothing comes to a day that is over. */
  isOver: boolean
  mayMove: boolean
  moving: DayMove
}

/** The pending orders of a day: selected with a press or the keyboard, dragged to another day, or dropped here. */
export function DayOrders({ day, orders, more, isOver, mayMove, moving }: DayOrdersProps) {
  const { selected, busy, select, move } = moving
  const byId = new Map(orders.map((order) => [order.id, order]))
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: !mayMove,
    // A dragged order carries itself, because its list is not the one where it is dropped.
    getItems: (keys) =>
      [...keys].flatMap((key) => {
        const order = byId.get(String(key))
        return order ? [{ [orderType]: JSON.stringify(order), 'text/plain': `#${order.number}` }] : []
      }),
    getAllowedDropOperations: () => ['move'],
    getDropOperation: (target, types) =>
      !isOver && target.type === 'root' && types.has(orderType) ? 'move' : 'cancel',
    renderDragPreview: (items) => (
      <div className="rounded-lg bg-ink px-3 py-1.5 text-[0.8125rem] font-medium text-ground">
        {items.length === 1 ? items[0]!['text/plain'] : `${items.length} orders`}
      </div>
    ),
    onRootDrop: ({ items }) => void ordersIn(items).then((dropped) => move(dropped, day)),
  })
  return (
    <>
      <GridList
        aria-label={`Orders to plan on ${formatDay(day)}`}
        items={orders}
        dependencies={[busy]}
        selectionMode={mayMove ? 'multiple' : 'none'}
        selectedKeys={orders.map(({ id }) => id).filter((id) => selected.has(id))}
        onSelectionChange={(keys) =>
          select(orders, keys === 'all' ? new Set(byId.keys()) : new Set([...keys].map(String)))
        }
        dragAndDropHooks={dragAndDropHooks}
        renderEmptyState={() => (
          <p className="px-3 py-4 text-center text-[0.8125rem] text-ink-faint">
            {isOver ? 'Nothing left to plan' : mayMove ? 'Nothing to plan. Drop orders here.' : 'Nothing to plan'}
          </p>
        )}
        className="max-h-[26rem] min-h-14 overflow-y-auto rounded-b-xl outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus data-drop-target:bg-brand-soft"
      >
        {(order) => <OrderRow order={order} isBusy={busy.has(order.id)} mayMove={mayMove} />}
      </GridList>
      {more > 0 && (
        <p className="border-t px-3 py-2 text-[0.8125rem] text-ink-muted">
          <Link to={`/dashboard/deliveries?status=pending&date_from=${day}&date_to=${day}`}>{more} more</Link>
        </p>
      )}
    </>
  )
}

async function ordersIn(items: readonly DropItem[]): Promise<Delivery[]> {
  const texts = await Promise.all(items.map((item) => (item.kind === 'text' ? item.getText(orderType) : '')))
  return texts.filter(Boolean).map((text) => JSON.parse(text) as Delivery)
}

type OrderRowProps = { order: Delivery; isBusy: boolean; mayMove: boolean }

function OrderRow({ order, isBusy, mayMove }: OrderRowProps) {
  const { id, number, recipient_name, delivery_address, window_start, window_end } = order
  const name = recipient_name ?? delivery_address
  return (
    <GridListItem
      id={id}
      textValue={`#${number} ${name}`}
      className={cx(
        'flex items-center gap-1.5 border-t py-1.5 pr-2 pl-1 text-[0.8125rem] -outline-offset-2 outline-focus first:border-t-0 data-dragging:opacity-50 data-focus-visible:outline-2 data-hovered:bg-hover data-selected:bg-brand-soft',
        isBusy && 'opacity-50',
      )}
    >
      {mayMove && (
        <>
          <Button
            slot="drag"
            className="grid h-7 w-5 shrink-0 cursor-grab place-items-center rounded text-ink-faint outline-focus data-focus-visible:outline-2"
          >
            <GripVertical aria-hidden="true" className="size-3.5" />
          </Button>
          <Checkbox slot="selection" />
        </>
      )}
      <span className="ml-1 min-w-0 flex-1">
        <span className="block truncate" title={name}>
          <span className="tabular-nums">#{number}</span> {name}
        </span>
        {window_start && window_end && (
          <span className="block text-xs text-ink-muted tabular-nums">{formatHours(window_start, window_end)}</span>
        )}
      </span>
    </GridListItem>
  )
}
