import { useQuery } from '@tanstack/react-query'
import { CircleCheck, MapPinOff, Package, Route as RouteIcon, Truck } from 'lucide-react'
import { countDeliveries } from '#domain/api/deliveries.ts'
import { listPlans } from '#domain/api/plans.ts'
import { call } from '#web/lib/call.ts'
import { countOf, dayInZone, formatDay, formatKilometres, formatLitres } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { StateBadge, stateLook } from '#web/ui/state-badge.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { useFocusHandover } from '#web/ui/use-focus-handover.ts'
import { useSampleData } from '../use-sample-data.ts'

/** The day at a glance: what is to be done, what is planned, what is done. */
export function Overview() {
  const { workspace } = useMe()
  const today = dayInZone(new Date(), workspace.time_zone)
  const ever = useQuery({
    queryKey: ['deliveries', 'counts', 'ever'],
    queryFn: ({ signal }) => call(countDeliveries, { signal }),
  })
  const counts = useQuery({
    queryKey: ['deliveries', 'counts', today],
    queryFn: ({ signal }) => call(countDeliveries, { query: { date_from: today, date_to: today }, signal }),
  })
  const error = ever.error ?? counts.error
  const retry = () => void Promise.all([ever.refetch(), counts.refetch()])
  const of = (...states: string[]) => states.reduce((sum, state) => sum + (counts.data?.by_status[state] ?? 0), 0)

  if (error) return <LoadError error={error} onRetry={retry} />
  if (ever.data?.total === 0) return <FirstSteps />
  return (
    <>
      <PageHeader title="Overview" description={`Today, ${formatDay(today)}`} />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Stat label="Deliveries today" icon={<Package />} value={counts.data?.total} isLoading={counts.isPending} />
        <Stat label="To be planned" icon={<RouteIcon />} value={of('pending')} isLoading={counts.isPending} />
        <Stat
          label="Planned or on the road"
          icon={<Truck />}
          value={of('planned', 'dispatched', 'in_transit', 'arrived')}
          isLoading={counts.isPending}
        />
        <Stat label="Delivered" icon={<CircleCheck />} value={of('delivered')} isLoading={counts.isPending} />
      </div>
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
        <OpenDays days={ever.data?.by_day.filter(({ pending }) => pending > 0) ?? []} isLoading={ever.isPending} />
        <PlansToday today={today} />
      </div>
      {Boolean(ever.data?.without_location) && (
        <p className="mt-4 flex items-center gap-2 text-ink-muted">
          <MapPinOff aria-hidden="true" className="size-4 shrink-0" />
          <span>
            {countOf(ever.data!.without_location, 'delivery', 'deliveries')} without a position cannot be planned.{' '}
            <Link to="/dashboard/deliveries?has_location=false">Set positions</Link>
          </span>
        </p>
      )}
    </>
  )
}

function FirstSteps() {
  const mayChange = useMay('change_operations')
  const sample = useSampleData()
  useFocusHandover()
  return (
    <>
      <PageHeader title="Welcome to Karta" description="Plan your first day in a few minutes." />
      <Card>
        <EmptyState
          icon={<Package />}
          title="No deliveries yet"
          actions={
            mayChange && (
              <>
                <ButtonLink to="/dashboard/deliveries?import=1" variant="primary">
                  Import a CSV file
                </ButtonLink>
                <Button isPending={sample.isPending} onPress={() => sample.mutate()}>
                  Load sample data
                </Button>
              </>
            )
          }
        >
          Import the orders of a day, or look around first: the sample data is a depot, six drivers with vehicles and
          120 deliveries in Jakarta.
        </EmptyState>
      </Card>
    </>
  )
}

function OpenDays({
  days,
  isLoading,
}: {
  days: { day: string; pending: number; total: number }[]
  isLoading: boolean
}) {
  const mayPlan = useMay('change_operations')
  return (
    <Card title="Days to plan" description="Pending deliveries by day">
      {days.length === 0 ? (
        <p className="text-ink-muted">{isLoading ? 'Loading…' : 'Everything is planned.'}</p>
      ) : (
        <ul className="-my-2 divide-y">
          {days.slice(0, 8).map(({ day, pending, total }) => (
            <li key={day} className="flex flex-wrap items-center justify-between gap-3 py-2.5">
              <span>
                <span className="font-medium">{formatDay(day)}</span>
                <span className="ml-2 text-ink-muted tabular-nums">
                  {pending} of {total} pending
                </span>
              </span>
              {mayPlan && (
                <ButtonLink size="small" to={`/dashboard/planning?day=${day}`} aria-label={`Plan ${formatDay(day)}`}>
                  Plan
                </ButtonLink>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function PlansToday({ today }: { today: string }) {
  const plans = useQuery({
    queryKey: ['plans', 'of day', today],
    queryFn: async ({ signal }) => (await call(listPlans, { query: { day: today, limit: 50 }, signal })).data,
  })
  const shown = plans.data?.filter(({ state }) => !['discarded', 'cancelled', 'failed'].includes(state)) ?? []
  return (
    <Card title="Plans of today">
      {shown.length === 0 ? (
        <p className="text-ink-muted">{plans.isPending ? 'Loading…' : 'No plan yet.'}</p>
      ) : (
        <ul className="-my-2 divide-y">
          {shown.map((plan) => (
            <li key={plan.id} className="flex flex-wrap items-center justify-between gap-3 py-2.5">
              <span className="flex flex-wrap items-center gap-2">
                <StateBadge state={plan.state} />
                {plan.totals && (
                  <span className="text-ink-muted tabular-nums">
                    {countOf(plan.totals.routes, 'route')} · {formatKilometres(plan.totals.distance_km)} ·{' '}
                    {formatLitres(plan.totals.fuel_litres)}
                  </span>
                )}
              </span>
              <ButtonLink
                size="small"
                to={`/dashboard/planning?day=${plan.day}&plan=${plan.id}`}
                aria-label={`Open the ${stateLook(plan.state).label.toLowerCase()} plan`}
              >
                Open
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
