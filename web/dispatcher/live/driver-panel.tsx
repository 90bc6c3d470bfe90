import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Crosshair } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatDuration, formatTime } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { recordPath } from '../records/use-opened.ts'
import { ArrivalOffer } from './arrival-offer.tsx'
import { DriverActions } from './driver-actions.tsx'
import { Battery } from './driver-line.tsx'
import type { DriverRow } from './driver-rows.ts'
import { routeEtasQuery, routeQuery } from './live-queries.ts'
import { drivenStops } from './route-on-map.ts'
import { delayWords, progressWords, speedWords, stateLine } from './row-words.ts'
import { RiskNote } from './risk-note.tsx'
import { StateMark } from './state-mark.tsx'
import { StopsOfRoute } from './stops-of-route.tsx'
import { TrailPanel, type ShownTrail } from './trail-panel.tsx'

type DriverPanelProps = {
  row: DriverRow
  zone: string
  today: string
  isFollowing: boolean
  onFollow: (isFollowing: boolean) => void
  onTrail: (trail: ShownTrail | undefined) => void
  onFindDrivers: (deliveryId: string) => void
  onClose: () => void
}

/** One driver: what they do now, their stops, and where they went. */
export function DriverPanel(props: DriverPanelProps) {
  const { row, zone, today, isFollowing, onFollow, onTrail, onFindDrivers, onClose } = props
  const [tab, setTab] = useState('stops')
  const { driver, position, ageSeconds } = row
  const delay = delayWords(row)
  return (
    <section aria-label={row.name} className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <header className="flex items-start gap-2 p-3 pb-2">
        <IconButton
          label="All drivers"
          hasTooltip={false}
          icon={<ArrowLeft aria-hidden="true" className="size-4.5" />}
          onPress={onClose}
          autoFocus
        />
        <div className="min-w-0 flex-1 pt-1">
          <h2 className="truncate text-base font-semibold tracking-tight">{row.name}</h2>
          <p className="flex items-center gap-1.5 text-ink-muted">
            <StateMark state={row.state} isLate={row.isLate} />
            {stateLine(row, zone)}
          </p>
        </div>
        <Button
          size="small"
          variant={isFollowing ? 'primary' : 'secondary'}
          aria-pressed={isFollowing}
          aria-keyshortcuts="f"
          isDisabled={!position}
          icon={<Crosshair aria-hidden="true" className="size-4" />}
          onPress={() => onFollow(!isFollowing)}
        >
          {isFollowing ? 'Following' : 'Follow'}
        </Button>
      </header>
      <dl className="grid grid-cols-3 gap-x-4 gap-y-2 px-4 pb-3">
        <Fact label="Against the plan" isBad={row.isLate}>
          {delay ?? 'Nothing left'}
        </Fact>
        <Fact label="Stops done">{progressWords(row) ?? 'No route'}</Fact>
        <Fact label="Next stop">{driver.next_stop ? formatTime(driver.next_stop.arrival_at, zone) : '–'}</Fact>
        <Fact label="Speed">{position?.speed_mps == null ? '–' : speedWords(position.speed_mps)}</Fact>
        <Fact label="Battery">
          {position?.battery_percent == null ? '–' : <Battery percent={position.battery_percent} />}
        </Fact>
        <Fact label="Last position">{ageSeconds === null ? 'None' : `${formatDuration(ageSeconds)} ago`}</Fact>
      </dl>
      {row.driver.route_id && <RiskNote routeId={row.driver.route_id} />}
      <ArrivalOffer row={row} zone={zone} />
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pb-2">
        <DriverActions row={row} />
        <Link to={recordPath('drivers', row.id)} className="text-[0.8125rem]">
          Record
        </Link>
      </div>
      <Tabs
        label={`About ${row.name}`}
        className="px-4 pb-4"
        selectedKey={tab}
        onSelectionChange={(key) => setTab(String(key))}
        items={[
          {
            id: 'stops',
            label: 'Stops',
            content: <RouteStops row={row} zone={zone} onFindDrivers={onFindDrivers} />,
          },
          {
            id: 'trail',
            label: 'Trail',
            content: <TrailPanel driverId={row.id} today={today} zone={zone} onTrail={onTrail} />,
          },
        ]}
      />
    </section>
  )
}

function Fact({ label, isBad, children }: { label: string; isBad?: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-muted">{label}</dt>
      <dd className={cx('truncate font-medium tabular-nums', isBad && 'text-danger-ink')}>{children}</dd>
    </div>
  )
}

type RouteStopsProps = { row: DriverRow; zone: string; onFindDrivers: (deliveryId: string) => void }

function RouteStops({ row, zone, onFindDrivers }: RouteStopsProps) {
  const { route_id: routeId, next_stop: next } = row.driver
  const route = useQuery({ ...routeQuery(routeId ?? ''), enabled: routeId !== null })
  const etas = useQuery({ ...routeEtasQuery(routeId ?? ''), enabled: routeId !== null }).data
  if (routeId === null) return <p className="text-ink-muted">{row.name} has no route today.</p>
  if (route.isLoadingError) {
    return (
      <LoadError
        title="The route could not be loaded"
        error={route.error}
        onRetry={() => void route.refetch()}
        isRetrying={route.isFetching}
      />
    )
  }
  if (!route.data) return <Skeleton className="h-40 w-full" />
  const stops = drivenStops(route.data, next?.id, row.position?.near ?? null)
  return <StopsOfRoute stops={stops} etas={etas ?? []} zone={zone} onFindDrivers={onFindDrivers} />
}
