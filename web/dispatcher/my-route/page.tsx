import { queryOptions, useQuery } from '@tanstack/react-query'
import { Navigation, UserRoundX } from 'lucide-react'
import { getMyRoute } from '#domain/api/my-route.ts'
import type { MyRoute } from '#domain/schema/my-route.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { dayOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatDay, formatKilometers, formatTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Loading } from '../loading.tsx'
import { StopRow } from './stop-row.tsx'

export function meta() {
  return [{ title: 'My route · Karta' }]
}

const myRouteQuery = queryOptions({
  queryKey: keys.myRoute,
  queryFn: ({ signal }) => call(getMyRoute, { signal }),
})

/** What a driver drives: the stops in order, with the way to each and whom to call. */
export default function MyRoutePage() {
  const { owner_name, workspace } = useMe()
  const { data, error, refetch, isFetching, isLoadingError } = useQuery(myRouteQuery)
  const today = dayOf(useNow(), workspace.time_zone)
  if (isLoadingError) {
    return (
      <LoadError
        title="Your route could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (!data) return <Loading />
  const { driver, routes } = data
  return (
    <div className="mx-auto w-full max-w-2xl">
      <PageHeader title="My route" description={driver?.name} />
      {!driver ? (
        <Card>
          <EmptyState icon={<UserRoundX />} title="You have no driver’s record yet">
            A dispatcher ties your account to your record among the drivers. Then your route appears here.
            {owner_name && ` Ask ${owner_name}.`}
          </EmptyState>
        </Card>
      ) : routes.length === 0 ? (
        <Card>
          <EmptyState icon={<Navigation />} title="No route for you yet">
            It appears here as soon as a dispatcher sends it.
          </EmptyState>
        </Card>
      ) : (
        <div className="flex flex-col gap-6">
          {routes.map((route) => (
            <RouteCard key={route.id} route={route} zone={workspace.time_zone} isToday={route.day === today} />
          ))}
        </div>
      )}
    </div>
  )
}

function RouteCard({ route, zone, isToday }: { route: MyRoute; zone: string; isToday: boolean }) {
  const stops = route.stops.filter(isVisit).length
  const facts = [
    `${formatTime(route.starts_at, zone)} to ${formatTime(route.ends_at, zone)}`,
    countOf(stops, 'stop'),
    formatKilometers(route.distance_km),
    route.vehicle_code ?? 'No vehicle',
  ]
  return (
    <Card title={isToday ? 'Today' : formatDay(route.day)} description={facts.join(' · ')} isPadded={false}>
      <ol className="divide-y border-t">
        {route.stops.map((stop) => (
          <StopRow key={stop.id} stop={stop} zone={zone} />
        ))}
      </ol>
    </Card>
  )
}
