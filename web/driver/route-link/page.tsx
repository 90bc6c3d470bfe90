import { queryOptions, useQuery } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useState } from 'react'
import { openRouteLink } from '#domain/api/handovers.ts'
import { call, CallError } from '#web/lib/call.ts'
import { DrivenRoute } from '#web/lib/driven-route/route-card.tsx'
import { formatDay, formatTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useOnline } from '#web/lib/use-online.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { keepPage } from './kept-page.ts'
import { forgetRoute, keepRoute, keptRoute, tokenInAddress, type OpenedRoute } from './kept-route.ts'

/** The plain page behind a link that a dispatcher sends a driver: the route, without signing in. */
export default function RouteLinkPage() {
  return (
    <main className="mx-auto min-h-dvh w-full max-w-2xl px-4 py-6 text-sm">
      {useHydrated() ? <RouteByLink /> : <Waiting />}
      <noscript>
        <p className="mt-4">This page needs JavaScript, which is turned off in this browser.</p>
      </noscript>
    </main>
  )
}

const everyMs = 60_000
/** Sooner after a failure, so that a phone with reception again soon shows the route as it is. */
const retryMs = 10_000

const routeQuery = (token: string) =>
  queryOptions({
    queryKey: keys.routeLink(token),
    queryFn: async ({ signal }) => {
      const opened = await call(openRouteLink, { body: { token }, signal })
      keepRoute(token, opened, new Date())
      void keepPage()
      return opened
    },
    refetchInterval: ({ state }) => (state.error ? retryMs : everyMs),
    retry: 1,
  })

function RouteByLink() {
  const [token] = useState(tokenInAddress)
  const { data, error, isFetching, refetch } = useQuery({ ...routeQuery(token ?? ''), enabled: token !== undefined })
  const isOnline = useOnline()
  const [kept] = useState(() => (token ? keptRoute(token) : undefined))
  if (!token)
    return <Ended title="This is not a whole link" reason="Open the link in the message again, or copy all of it." />
  if (error instanceof CallError && error.code === 'route_link_ended') {
    forgetRoute()
    return <Ended title="This link has ended" reason={error.message} />
  }
  const opened = data ?? kept?.opened
  if (opened)
    return <Opened opened={opened} isOffline={error !== null || !isOnline} seenAt={data ? undefined : kept?.at} />
  if (!error) return <Waiting />
  return (
    <Ended title="The route could not be loaded" reason={error.message}>
      <PlainButton size="large" className="mt-4 w-full" isPending={isFetching} onClick={() => void refetch()}>
        Try again
      </PlainButton>
    </Ended>
  )
}

type OpenedProps = { opened: OpenedRoute; isOffline: boolean; seenAt: string | undefined }

function Opened({ opened: { workspace, driver_name, time_zone, route }, isOffline, seenAt }: OpenedProps) {
  return (
    <div className="grid gap-4">
      <header>
        <p className="text-ink-muted">{workspace}</p>
        <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{driver_name}</h1>
      </header>
      {isOffline && (
        <Banner tone="warning" icon={<WifiOff />}>
          {seenAt
            ? `No connection. This is the route as of ${formatTime(seenAt, time_zone)}.`
            : 'No connection. The route may have changed since.'}
        </Banner>
      )}
      <DrivenRoute route={route} title={formatDay(route.day)} zone={time_zone} />
      <p className="text-[0.8125rem] text-ink-muted">
        This link is for {driver_name}. It shows addresses and phone numbers, so do not pass it on.
      </p>
    </div>
  )
}

function Ended({ title, reason, children }: { title: string; reason: string; children?: React.ReactNode }) {
  return (
    <div className="py-12 text-center">
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      <p role="alert" className="mt-2 text-pretty text-ink-muted">
        {reason}
      </p>
      {children}
    </div>
  )
}

const Waiting = () => (
  <div role="status" aria-label="Loading the route" className="grid place-items-center py-24">
    <Spinner />
  </div>
)
