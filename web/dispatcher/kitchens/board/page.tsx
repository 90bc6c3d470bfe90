import { parseDate } from '@internationalized/date'
import { useQuery } from '@tanstack/react-query'
import { ChefHat } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import { getKitchenBoard } from '#domain/api/pickup-places.ts'
import type { KitchenBoard } from '#domain/schema/pickup-place.ts'
import { dayOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatDay, formatTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { bySlot, isInKitchen } from '../kitchen-words.ts'
import { OrderCard } from './order-card.tsx'
import { Waits } from './waits.tsx'

export function meta() {
  return [{ title: 'Kitchen board · Karta' }]
}

/** The orders of one kitchen on a day, for whoever cooks or packs them. */
export default function KitchenBoardPage() {
  const { id = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const { time_zone } = useMe().workspace
  const day = params.get('day') ?? dayOf(new Date(), time_zone)
  const board = useQuery({
    queryKey: keys.kitchens.board(id, day),
    queryFn: ({ signal }) => call(getKitchenBoard, { params: { id }, query: { day }, signal }),
    // When drivers are expected changes without an event.
    refetchInterval: 30_000,
  })
  if (board.isLoadingError) {
    return (
      <LoadError
        title="The board could not be loaded"
        error={board.error}
        onRetry={() => void board.refetch()}
        isRetrying={board.isFetching}
      />
    )
  }
  const { data } = board
  const choose = (value: string) => setParams({ day: value }, { replace: true })
  return (
    <>
      <PageHeader
        title={data?.place.name ?? 'Pickup place'}
        description={
          <>
            {data ? `${data.place.address}. ${hoursWords(data, time_zone)} ` : ''}
            <Link to="/dashboard/kitchens">All pickup places</Link>
          </>
        }
        actions={
          <DatePicker
            label="Day"
            isLabelHidden
            value={parseDate(day)}
            onChange={(value) => value && choose(value.toString())}
          />
        }
      />
      <Tabs
        label="This pickup place"
        items={[
          { id: 'board', label: 'Orders', content: data ? <Board board={data} /> : <Loading /> },
          { id: 'waits', label: 'Waiting times', content: <Waits placeId={id} /> },
        ]}
      />
    </>
  )
}

function hoursWords({ opens }: KitchenBoard, zone: string): string {
  if (!opens.length) return 'Closed on this day.'
  const isAllDay = opens.some(({ from, until }) => Date.parse(until) - Date.parse(from) >= 24 * 3_600_000)
  if (isAllDay) return 'Open all day.'
  return `Open ${opens.map(({ from, until }) => `${formatTime(from, zone)} to ${formatTime(until, zone)}`).join(', ')}.`
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the board" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-44 w-full" />
      ))}
    </div>
  )
}

function Board({ board }: { board: KitchenBoard }) {
  const { time_zone } = useMe().workspace
  const open = bySlot(board.orders.filter(isInKitchen))
  const gone = board.orders.filter((order) => !isInKitchen(order))
  if (!board.orders.length) {
    return (
      <EmptyState icon={<ChefHat />} title={`No orders for ${formatDay(board.day)}`}>
        Orders that are picked up here appear by themselves, each in the slot in which its driver comes.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-7">
      {open.map(({ at, isSlot, orders }) => (
        <section key={at} aria-labelledby={`slot-${at}`}>
          <SlotHead board={board} at={at} isSlot={isSlot} zone={time_zone} />
          <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
            {orders.map((order) => (
              <li key={order.delivery_id} className="min-w-0">
                <OrderCard order={order} now={board.now} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {!open.length && <p className="text-ink-muted">Everything of this day has been picked up.</p>}
      {gone.length > 0 && (
        <section aria-labelledby="picked-up">
          <h2 id="picked-up" className="mb-3 text-[0.9375rem] font-semibold">
            Picked up <span className="font-normal text-ink-muted">{gone.length}</span>
          </h2>
          <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
            {gone.map((order) => (
              <li key={order.delivery_id} className="min-w-0">
                <OrderCard order={order} now={board.now} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function SlotHead({ board, at, isSlot, zone }: { board: KitchenBoard; at: string; isSlot: boolean; zone: string }) {
  const slot = isSlot ? board.slots.find((each) => each.at === at) : undefined
  return (
    <h2
      id={`slot-${at}`}
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold tabular-nums"
    >
      {slot ? `${formatTime(slot.at, zone)} – ${formatTime(slot.ends_at, zone)}` : `Ready ${formatTime(at, zone)}`}
      {slot && (
        <span className="text-[0.8125rem] font-normal text-ink-muted">
          {countOf(slot.orders, 'order', 'orders')}
          {slot.left > 0 && `, room for ${slot.left}`}
        </span>
      )}
      {slot?.left === 0 && <Badge>Full</Badge>}
      {!isSlot && board.place.slot_minutes !== null && <Badge tone="warning">Without a slot</Badge>}
    </h2>
  )
}
