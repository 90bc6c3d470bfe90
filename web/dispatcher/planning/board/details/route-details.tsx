import { Clock3, ListChecks } from 'lucide-react'
import type { Route } from '#domain/schema/plan.ts'
import { countDeliveries, isVisit } from '#domain/stop-kinds.ts'
import { countOf, formatDuration, formatLiters, formatMoney, formatNumber } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { isDone } from '../../changes/choices.ts'
import { useEditor } from '../../changes/editor-context.ts'
import { routeLocks } from '../../changes/proposals.ts'
import { RouteMenu } from '../../changes/route-menu.tsx'
import { RiskOfRoute } from '../../remedies/risk-of-route.tsx'
import { planKilometers } from '../../plan-words.ts'
import { Clock } from '../../result/clock.tsx'
import { LoadBar } from '../../result/load-bar.tsx'
import { useSelection } from '../selection.ts'
import { DetailHead } from './detail-head.tsx'
import { Fact, Facts } from './facts.tsx'

type RouteDetailsProps = { route: Route; color: string; zone: string }

/** One route in figures, and ways to select its stops. */
export function RouteDetails({ route, color, zone }: RouteDetailsProps) {
  const { currency } = useMe().workspace
  const { isOn, plan } = useEditor()
  const { select, selectRoute } = useSelection()
  const late = route.stops.filter((stop) => isVisit(stop) && stop.late_seconds > 0)
  const locked = route.stops.filter((stop) => stop.locked).length
  return (
    <>
      <DetailHead title={route.driver_name} description={route.vehicle_code ?? 'No vehicle'} color={color}>
        <RouteMenu route={route} />
      </DetailHead>
      {plan?.id === route.plan_id && <RiskOfRoute plan={plan} routeId={route.id} />}
      <LoadBar route={route} />
      <Facts>
        <Fact name="Start and end">
          <Clock at={route.starts_at} route={route} zone={zone} />–
          <Clock at={route.ends_at} route={route} zone={zone} />
        </Fact>
        <Fact name="Deliveries">{formatNumber(countDeliveries(route.stops), 0)}</Fact>
        <Fact name="Distance">{planKilometers(route.distance_km)}</Fact>
        <Fact name="Driving">{formatDuration(route.driving_seconds)}</Fact>
        <Fact name="Waiting">{route.waiting_seconds > 0 && formatDuration(route.waiting_seconds)}</Fact>
        <Fact name="Service">{formatDuration(route.service_seconds)}</Fact>
        <Fact name="Overtime">{route.overtime_seconds > 0 && formatDuration(route.overtime_seconds)}</Fact>
        <Fact name="Fuel">{formatLiters(route.fuel_liters)}</Fact>
        <Fact name="Cost">{route.cost !== null && formatMoney(route.cost, currency)}</Fact>
        <Fact name="Late">
          {late.length > 0 && <span className="font-medium text-danger-ink">{countOf(late.length, 'stop')}</span>}
        </Fact>
        <Fact name="Locked">
          {[...route.locks.map((lock) => routeLocks[lock].sign), locked > 0 && countOf(locked, 'stop')]
            .filter(Boolean)
            .join(', ')}
        </Fact>
      </Facts>
      {isOn && plan?.id === route.plan_id && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            icon={<ListChecks aria-hidden="true" className="size-3.5" />}
            isDisabled={!route.stops.some((stop) => isVisit(stop) && !isDone(stop))}
            onPress={() => selectRoute(route.id)}
          >
            Select all stops
          </Button>
          {late.length > 0 && (
            <Button
              size="small"
              icon={<Clock3 aria-hidden="true" className="size-3.5" />}
              onPress={() => select(late.map(({ id }) => id))}
            >
              Select late stops
            </Button>
          )}
        </div>
      )}
    </>
  )
}
