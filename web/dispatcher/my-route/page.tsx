import { parseDate, startOfMonth } from '@internationalized/date'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Navigation, Smartphone, UserRoundX } from 'lucide-react'
import { noteRouteSeen } from '#domain/api/handovers.ts'
import { getMyRoute } from '#domain/api/my-route.ts'
import { dayOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { formatDay } from '#web/lib/format.ts'
import { DrivenRoute } from '#web/lib/driven-route/route-card.tsx'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Loading } from '../loading.tsx'
import { OwnFigures } from './own-figures.tsx'
import { OwnTransfers } from './own-transfers.tsx'
import { OwnWork } from './own-work.tsx'

export function meta() {
  return [{ title: 'My route · Karta' }]
}

const myRouteQuery = queryOptions({
  queryKey: keys.myRoute,
  queryFn: async ({ signal }) => {
    const shown = await call(getMyRoute, { signal })
    // The dispatcher learns that the driver has them. If that does not get through, the next look says it.
    const route_ids = shown.routes.map(({ id }) => id)
    if (route_ids.length) call(noteRouteSeen, { body: { route_ids } }).catch(() => {})
    return shown
  },
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
      {driver && (
        <Banner
          icon={<Smartphone />}
          actions={
            // Another page with its own entry: the router must not look for it here.
            <a href="/driver" className={buttonStyle('secondary', 'small')}>
              Open the app
            </a>
          }
        >
          The driver’s app shows this route, works without a network, and reports each stop.
        </Banner>
      )}
      {driver && <OwnTransfers />}
      {!driver ? (
        <Card>
          <EmptyState icon={<UserRoundX />} title="You are not set up as a driver yet">
            Once a dispatcher links your account to your driver record, your route appears here.
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
            <DrivenRoute
              key={route.id}
              route={route}
              title={route.day === today ? 'Today' : formatDay(route.day)}
              zone={workspace.time_zone}
            />
          ))}
        </div>
      )}
      {driver && <OwnWork today={today} />}
      {driver && <OwnFigures from={startOfMonth(parseDate(today)).toString()} to={today} />}
    </div>
  )
}
