import { useQuery } from '@tanstack/react-query'
import { ClockAlert, PackageX, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { WeekDay } from '#domain/schema/planning-week.ts'
import { countOf, formatDay, formatDayBriefly, formatNumber } from '#web/lib/format.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DayMenu } from './day-menu.tsx'
import { DayOrders } from './day-orders.tsx'
import { deliveryWords, roomsOf, stateOf, type Room } from './day-words.ts'
import type { DayMove } from './use-day-move.ts'
import { boardPath } from '../board-path.ts'
import { useReadAhead } from '../plans-of-day.ts'
import { dayOrdersQuery } from './week-queries.ts'

type DayColumnProps = {
  day: WeekDay
  others: readonly WeekDay[]
  today: string
  depot: string
  moving: DayMove
}

/** A day of the week: what there is to bring, who can bring it, how far its plans are, and its orders to plan. */
export function DayColumn({ day, others, today, depot, moving }: DayColumnProps) {
  const zone = useMe().workspace.time_zone
  const readAhead = useReadAhead()
  const isToday = day.day === today
  const mayMove = useMay('change_planning')
  const pending = day.by_status.pending ?? 0
  const { label, tone } = stateOf(day, zone)
  return (
    <section
      aria-label={formatDay(day.day)}
      className={cx(
        'min-w-0 rounded-xl border bg-surface shadow-card',
        isToday && 'border-brand',
        day.is_over && 'bg-sunken',
      )}
    >
      <div className="flex flex-col gap-2 px-3 pt-3 pb-3">
        <div className="flex items-start justify-between gap-2">
          <h2 className="min-w-0 font-semibold tracking-tight">
            {formatDayBriefly(day.day, today.slice(0, 4))}
            {isToday && <span className="block text-xs font-medium text-brand-ink">Today</span>}
          </h2>
          {mayMove && <DayMenu day={day} others={others} depot={depot} moving={moving} />}
        </div>
        <p className="flex flex-wrap gap-1.5">
          <Badge tone={tone}>{label}</Badge>
          {day.holiday && <Badge>{day.holiday}</Badge>}
        </p>
        <p>
          <span className="text-lg font-semibold tabular-nums">{formatNumber(day.total, 0)}</span>{' '}
          {day.total === 1 ? 'delivery' : 'deliveries'}
          <span className="block text-xs text-ink-muted tabular-nums">{deliveryWords(day)}</span>
        </p>
        <Fact icon={<Users />}>{countOf(day.drivers, 'driver works', 'drivers work')}</Fact>
        {roomsOf(day).map((room) => (
          <RoomBar key={room.label} room={room} />
        ))}
        {day.unassigned > 0 && (
          <Fact icon={<PackageX />} isWarning>
            {day.unassigned} unassigned
          </Fact>
        )}
        {day.late > 0 && (
          <Fact icon={<ClockAlert />} isWarning>
            {day.late} expected late
          </Fact>
        )}
        <ButtonLink
          size="small"
          to={boardPath(day.day)}
          aria-label={`Open ${formatDay(day.day)}`}
          onClick={() => readAhead(day)}
        >
          Open
        </ButtonLink>
      </div>
      <div className="border-t">
        {pending > 0 || !day.is_over ? (
          <PendingOrders day={day} pending={pending} depot={depot} mayMove={mayMove} moving={moving} />
        ) : null}
      </div>
    </section>
  )
}

type PendingOrdersProps = { day: WeekDay; pending: number; depot: string; mayMove: boolean; moving: DayMove }

function PendingOrders({ day, pending, depot, mayMove, moving }: PendingOrdersProps) {
  const orders = useQuery({ ...dayOrdersQuery(day.day, depot), enabled: pending > 0 })
  if (pending > 0 && orders.isPending) {
    return <Skeleton className="m-3 h-16" />
  }
  const shown = pending > 0 ? (orders.data?.data ?? []) : []
  return (
    <DayOrders
      day={day.day}
      orders={shown}
      more={Math.max(0, pending - shown.length)}
      isOver={day.is_over}
      mayMove={mayMove}
      moving={moving}
    />
  )
}

function Fact({ icon, isWarning, children }: { icon: ReactNode; isWarning?: boolean; children: ReactNode }) {
  return (
    <p
      className={cx(
        'flex items-center gap-1.5 text-[0.8125rem] [&>svg]:size-3.5 [&>svg]:shrink-0',
        isWarning ? 'font-medium text-warning-ink' : 'text-ink-muted',
      )}
    >
      {icon}
      {children}
    </p>
  )
}

/** A load against its room. More than there is room for is red, and says so. */
function RoomBar({ room: { label, text, share } }: { room: Room }) {
  const isOver = share !== null && share > 1
  return (
    <div className="text-[0.8125rem] text-ink-muted">
      <p className={cx('flex flex-wrap justify-between gap-x-2 tabular-nums', isOver && 'font-medium text-danger-ink')}>
        <span>{label}</span>
        <span>
          {text}
          {isOver && <span className="sr-only">, too much</span>}
        </span>
      </p>
      {share !== null && (
        <span aria-hidden="true" className="mt-1 flex h-1.5 overflow-hidden rounded-full bg-pressed">
          <span className={isOver ? 'bg-danger' : 'bg-brand'} style={{ width: `${Math.min(share, 1) * 100}%` }} />
        </span>
      )}
    </div>
  )
}
