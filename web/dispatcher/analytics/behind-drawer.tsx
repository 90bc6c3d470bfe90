import { useInfiniteQuery } from '@tanstack/react-query'
import { listFigureDeliveries } from '#domain/api/analytics.ts'
import { failureReasons } from '#domain/failure-reasons.ts'
import { lateCauseNames } from '#domain/figures/late-cause.ts'
import type { FigureDelivery } from '#domain/schema/figures.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatDay, formatDuration, formatMoney, formatTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { askedBehind, type AnalyticsAddress, type Behind } from './analytics-address.ts'
import { shownNames, rangeName, rowName } from './figure-words.ts'

type BehindDrawerProps = {
  address: AnalyticsAddress
  behind: Behind
  /** Of an address. */
  name?: string | undefined
  onClose: () => void
}

/** The deliveries behind a number, the newest first. */
export function BehindDrawer({ address, behind, name, onClose }: BehindDrawerProps) {
  const asked = askedBehind(address, behind)
  const list = useInfiniteQuery({
    queryKey: keys.analytics.deliveries(asked),
    queryFn: ({ pageParam, signal }) =>
      call(listFigureDeliveries, { query: { ...asked, limit: 50, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const first = rows[0]
  const named = name ?? (first && behind.split && nameIn(first, behind))
  return (
    <Drawer
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={shownNames[behind.show]}
      description={[named, rangeName(behind.days ?? address.days)].filter(Boolean).join(' · ')}
    >
      {list.isLoadingError ? (
        <LoadError
          title="The deliveries could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : list.isPending ? (
        <Skeleton className="h-64 w-full rounded-xl" />
      ) : rows.length === 0 ? (
        <p className="text-ink-muted">There is none any more. Figures and deliveries may have changed meanwhile.</p>
      ) : (
        <>
          <ul className="-mt-2 divide-y">
            {rows.map((row) => (
              <Attempt key={`${row.delivery_id} ${row.attempt}`} row={row} />
            ))}
          </ul>
          {list.hasNextPage ? (
            <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
              Show more
            </Button>
          ) : (
            <p className="pt-3 text-[0.8125rem] text-ink-muted">{countOf(rows.length, 'attempt')} in all.</p>
          )}
        </>
      )}
    </Drawer>
  )
}

function nameIn(row: FigureDelivery, { split, key = null }: Behind): string {
  const names = {
    driver: row.driver_name,
    vehicle: row.vehicle_name,
    depot: row.depot_name,
    client: row.client_name,
    area: row.area_name,
    hour: null,
    window: null,
    reason: null,
  }
  return rowName(split!, key === 'none' ? null : key, names[split!])
}

function Attempt({ row }: { row: FigureDelivery }) {
  const { time_zone: zone } = useMe().workspace
  const { number, attempt, day, driver_name, arrived_at, cause, cost, currency } = row
  const about = [
    formatDay(day),
    formatTime(arrived_at, zone),
    driver_name,
    attempt > 1 && `attempt ${attempt}`,
    cost !== null && formatMoney(cost, currency),
  ].filter(Boolean)
  return (
    <li className="py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <Link to={`/dashboard/deliveries?delivery=${row.delivery_id}`}>
          #{number}
          {row.reference && ` · ${row.reference}`}
        </Link>
        <span className={row.outcome === 'failed' ? 'text-danger-ink' : ''}>{outcomeOf(row)}</span>
      </div>
      <p className="text-[0.8125rem] text-ink-muted tabular-nums">{about.join(' · ')}</p>
      {cause && <p className="text-[0.8125rem] text-ink-muted">{lateCauseNames[cause].say}</p>}
    </li>
  )
}

function outcomeOf({
  outcome,
  failure_reason: reason,
  due_at,
  late_seconds,
  is_early,
  rating,
}: FigureDelivery): string {
  const parts = [
    outcome === 'failed' ? (reason ? failureReasons[reason].label : 'Failed') : undefined,
    late_seconds > 0 ? `${formatDuration(late_seconds)} late` : is_early ? 'Too early' : undefined,
    rating !== null ? `${rating} of 5` : undefined,
  ].filter(Boolean)
  return parts.length ? parts.join(', ') : due_at ? 'Delivered on time' : 'Delivered'
}
