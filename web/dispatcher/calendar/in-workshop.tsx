import { useQuery } from '@tanstack/react-query'
import { listWorkOrders } from '#domain/api/work-orders.ts'
import type { WorkOrder } from '#domain/schema/work-order.ts'
import { call } from '#web/lib/call.ts'
import { formatDay } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const most = 200

/** Vehicles that plans leave out on some days, because they are in the workshop. */
export function InWorkshop({ today }: { today: string }) {
  const orders = useQuery({
    queryKey: keys.vehicles.workshop,
    queryFn: ({ signal }) => call(listWorkOrders, { query: { state: 'not_done', limit: most }, signal }),
  })
  const away = orders.data?.data
    .filter(({ from_day, until_day }) => from_day !== null && (until_day === null || until_day >= today))
    .toSorted((a, b) => a.from_day!.localeCompare(b.from_day!))
  return (
    <Card title="Vehicles in the workshop" description="Plans of these days leave them out.">
      {orders.isPending && <Skeleton className="h-12 w-full" />}
      {orders.isLoadingError && (
        <LoadError
          title="Work orders could not be loaded"
          error={orders.error}
          onRetry={() => void orders.refetch()}
          isRetrying={orders.isFetching}
        />
      )}
      {away?.length === 0 && <p className="text-ink-muted">No vehicle is in the workshop or has days there ahead.</p>}
      {away && away.length > 0 && (
        <ul className="flex flex-col divide-y">
          {away.map((order) => (
            <li key={order.id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2">
              <span>
                <Link to={`/dashboard/vehicles/${order.vehicle_id}`}>{order.vehicle_code}</Link>
                <span className="text-ink-muted"> · {order.title}</span>
              </span>
              <span className="text-ink-muted">{daysOf(order)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function daysOf({ from_day, until_day }: WorkOrder): string {
  if (until_day === null) return `From ${formatDay(from_day)} until it is done`
  return from_day === until_day ? formatDay(from_day) : `${formatDay(from_day)} – ${formatDay(until_day)}`
}
