import { useQuery } from '@tanstack/react-query'
import { getPickupWaits } from '#domain/api/pickup-places.ts'
import type { PickupWaits } from '#domain/schema/pickup-place.ts'
import { call } from '#web/lib/call.ts'
import { formatDateTime, formatDuration, formatNumber, formatTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stat } from '#web/ui/stat.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { Table } from '#web/ui/table.tsx'
import { Hourglass } from 'lucide-react'
import { orderName } from '../kitchen-words.ts'

type Row = PickupWaits['data'][number]

/** How late orders were ready in the last four weeks, and how long drivers waited for them. */
export function Waits({ placeId }: { placeId: string }) {
  const { time_zone } = useMe().workspace
  const { data, isLoadingError, error, refetch, isFetching } = useQuery({
    queryKey: keys.kitchens.waits(placeId),
    queryFn: ({ signal }) => call(getPickupWaits, { params: { id: placeId }, query: {}, signal }),
  })
  if (isLoadingError) {
    return (
      <LoadError
        title="The waiting times could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (data?.orders === 0) {
    return (
      <EmptyState icon={<Hourglass />} title="Nothing was picked up here in the last four weeks">
        Once orders are picked up, their times are listed here.
      </EmptyState>
    )
  }
  const minutes = (value: number | null | undefined) => (value == null ? '–' : `${formatNumber(value)} min`)
  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-3">
        <Stat label="Picked up in four weeks" value={data?.orders} isLoading={!data} />
        <Stat
          label="Ready later than planned"
          value={minutes(data?.late_minutes)}
          hint={data && `On average. ${data.late_orders} of ${data.orders} were late.`}
          isLoading={!data}
        />
        <Stat
          label="Drivers waited for the kitchen"
          value={minutes(data?.waited_minutes)}
          hint="On average, from their arrival until it was ready."
          isLoading={!data}
        />
      </div>
      {data ? (
        <Card isPadded={false}>
          <Table<Row>
            label="What was picked up, the newest first"
            columns={columnsIn(time_zone)}
            rows={data.data}
            rowKey={(row) => row.delivery_id}
          />
        </Card>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </div>
  )
}

const columnsIn = (zone: string): TableColumn<Row>[] => {
  const time = (at: string | null) => (at ? formatTime(at, zone) : '–')
  return [
    { id: 'order', header: 'Order', isRowHeader: true, title: orderName, cell: (row) => orderName(row) },
    { id: 'planned', header: 'To be ready', cell: (row) => formatDateTime(row.planned_ready_at, zone) },
    { id: 'ready', header: 'Was ready', width: 'w-28', cell: (row) => time(row.made_ready_at) },
    { id: 'arrived', header: 'Driver there', width: 'w-28', hideBelow: 'lg', cell: (row) => time(row.arrived_at) },
    { id: 'picked', header: 'Picked up', width: 'w-28', cell: (row) => time(row.picked_up_at) },
    {
      id: 'waited',
      header: 'Waited',
      width: 'w-28',
      cell: (row) => (row.waited_seconds === null ? '–' : formatDuration(row.waited_seconds)),
    },
  ]
}
