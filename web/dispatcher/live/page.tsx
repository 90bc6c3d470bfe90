import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, WifiOff } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { dayOf } from '#domain/time.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { useLiveStatus } from '#web/lib/live/status.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { tierQuery } from '#web/lib/tier.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { usePageKeys } from '../deliveries/use-page-keys.ts'
import { BreakdownDialog } from './breakdown-dialog.tsx'
import { DriverList } from './driver-list.tsx'
import { DriverPanel } from './driver-panel.tsx'
import { matches, type DriverRow } from './driver-rows.ts'
import { EmptyLive } from './empty-live.tsx'
import { Happenings } from './happenings.tsx'
import { isFiltered, type SideTab } from './live-address.ts'
import { LiveFilters } from './live-filters.tsx'
import { LiveMap } from './live-map.tsx'
import { LiveNotInTier } from './live-not-in-tier.tsx'
import { ReassignDialog } from './reassign/reassign-dialog.tsx'
import { NearestPanel } from './nearest-panel.tsx'
import { newTrouble, troubleIn } from './news.ts'
import type { ShownTrail } from './trail-panel.tsx'
import { useLiveAddress } from './use-live-address.ts'
import { useLiveRows } from './use-live-rows.ts'
import { useOnMap } from './use-on-map.ts'

export function meta() {
  return [{ title: 'Live · Karta' }]
}

/** All drivers on a map and in a list, as they are now. */
export default function LivePage() {
  const tier = useQuery(tierQuery)
  if (tier.isPending) return <LiveSkeleton />
  return tier.data?.features.real_time_tracking === false ? <LiveNotInTier /> : <LiveDrivers />
}

function LiveDrivers() {
  const { rows, store, snapshot } = useLiveRows()
  if (snapshot.isLoadingError) {
    return (
      <>
        <PageHeader title="Live" />
        <LoadError
          title="The drivers could not be loaded"
          error={snapshot.error}
          onRetry={() => void snapshot.refetch()}
          isRetrying={snapshot.isFetching}
        />
      </>
    )
  }
  if (!rows) return <LiveSkeleton />
  return <Live rows={rows} store={store} />
}

type LiveProps = { rows: readonly DriverRow[]; store: ReturnType<typeof useLiveRows>['store'] }

const tabs: { id: SideTab; label: string }[] = [
  { id: 'drivers', label: 'Drivers' },
  { id: 'happening', label: 'Happening' },
  { id: 'nearest', label: 'Find a driver' },
]

function Live({ rows, store }: LiveProps) {
  const zone = useMe().workspace.time_zone
  const today = dayOf(new Date(), zone)
  const { address, change } = useLiveAddress()
  const mayPlan = useMay('change_planning')
  const [trail, setTrail] = useState<ShownTrail>()
  const [isListTall, setListTall] = useState(false)
  const isWide = useMedia('(min-width: 64rem)')
  const isInterrupted = useLiveStatus() === 'interrupted'

  const inAnyState = useMemo(() => rows.filter((row) => matches(row, address)), [rows, address])
  const shown = useMemo(
    () => (address.states.length === 0 ? inAnyState : inAnyState.filter(({ state }) => address.states.includes(state))),
    [inAnyState, address.states],
  )
  const vehicles = useMemo(() => [...new Set(rows.flatMap(({ vehicleType }) => vehicleType ?? []))].toSorted(), [rows])
  const selected = rows.find(({ id }) => id === address.driverId)
  const onMap = useOnMap({ selected, trail, deliveryId: address.tab === 'nearest' ? address.deliveryId : null, zone })
  const onShift = rows.filter(({ driver }) => driver.shift !== null).length

  const select = useCallback(
    (driverId: string) => change({ driverId, isFollowing: false, isReassigning: false, isBrokenDown: false }),
    [change],
  )
  const close = () => change({ driverId: null, isFollowing: false, isReassigning: false, isBrokenDown: false })
  usePageKeys({
    f: selected ? () => change({ isFollowing: !address.isFollowing }) : undefined,
    Escape: address.driverId ? close : undefined,
  })

  return (
    <>
      <PageHeader
        title="Live"
        description={
          <span className="tabular-nums">
            {formatNumber(onShift)} of {countOf(rows.length, 'driver')} on shift
          </span>
        }
      />
      <Announcer rows={rows} />
      {isInterrupted && (
        <div className="pb-3">
          <Banner tone="warning" icon={<WifiOff />}>
            Reconnecting. Positions are as last heard.
          </Banner>
        </div>
      )}
      <div
        className={cx(
          'flex min-h-[34rem] flex-col overflow-hidden rounded-xl border bg-surface shadow-card',
          'h-[calc(100dvh-14.75rem-env(safe-area-inset-bottom))] lg:h-[calc(100dvh-8.5rem)] lg:flex-row',
        )}
      >
        <div className={cx('min-h-0 min-w-0 lg:flex-1', isListTall ? 'h-36' : 'h-[45%]', 'lg:h-auto')}>
          <LiveMap
            store={store}
            rows={shown}
            selectedId={address.driverId}
            isFollowing={address.isFollowing}
            onMap={onMap}
            onSelect={select}
            onFollowEnd={() => change({ isFollowing: false })}
          />
        </div>
        <div className="relative z-10 flex min-h-0 flex-1 flex-col border-t bg-surface lg:w-[25rem] lg:flex-none lg:border-t-0 lg:border-l xl:w-[27rem]">
          {selected ? (
            <DriverPanel
              key={selected.id}
              row={selected}
              zone={zone}
              today={today}
              isFollowing={address.isFollowing}
              onFollow={(isFollowing) => change({ isFollowing })}
              onTrail={setTrail}
              onFindDrivers={(deliveryId) => change({ deliveryId, tab: 'nearest', driverId: null })}
              onClose={close}
            />
          ) : (
            <>
              <div className={cx('flex items-center gap-2 px-3 py-2.5', address.tab !== 'drivers' && 'border-b')}>
                <FilterChips
                  label="What to show"
                  isInline
                  selectionMode="single"
                  chips={tabs}
                  selected={[address.tab]}
                  onChange={([tab]) => tab && change({ tab: tab as SideTab })}
                />
                {!isWide && (
                  <Button
                    size="small"
                    variant="quiet"
                    className="ml-auto px-2"
                    aria-label={isListTall ? 'Show more of the map' : 'Show more of the list'}
                    onPress={() => setListTall(!isListTall)}
                  >
                    {isListTall ? (
                      <ChevronDown aria-hidden="true" className="size-4" />
                    ) : (
                      <ChevronUp aria-hidden="true" className="size-4" />
                    )}
                  </Button>
                )}
              </div>
              {address.tab === 'drivers' && (
                <>
                  {rows.length > 0 && (
                    <LiveFilters rows={inAnyState} vehicles={vehicles} filter={address} onChange={change} />
                  )}
                  {onShift === 0 && !isFiltered(address) && rows.every(({ isLate }) => !isLate) ? (
                    <div className="min-h-0 overflow-y-auto">
                      <EmptyLive hasDrivers={rows.length > 0} />
                    </div>
                  ) : shown.length === 0 ? (
                    <p className="p-4 text-ink-muted">Nobody matches this search and these filters.</p>
                  ) : (
                    <DriverList rows={shown} zone={zone} selectedId={address.driverId} onSelect={select} />
                  )}
                </>
              )}
              {address.tab === 'happening' && <Happenings zone={zone} />}
              {address.tab === 'nearest' && (
                <NearestPanel
                  deliveryId={address.deliveryId}
                  onDelivery={(deliveryId) => change({ deliveryId, tab: 'nearest' })}
                  onDriver={select}
                />
              )}
            </>
          )}
        </div>
      </div>
      {selected && address.isReassigning && mayPlan && (
        <ReassignDialog row={selected} rows={rows} onClose={() => change({ isReassigning: false })} />
      )}
      {selected?.driver.route_id && address.isBrokenDown && mayPlan && (
        <BreakdownDialog row={selected} onClose={() => change({ isBrokenDown: false })} />
      )}
    </>
  )
}

/** Says aloud who became late or silent while the page was open. */
function Announcer({ rows }: { rows: readonly DriverRow[] }) {
  const [words, say] = useState('')
  const before = useRef<ReturnType<typeof troubleIn>>(undefined)
  useEffect(() => {
    const news = before.current && newTrouble(before.current, rows)
    before.current = troubleIn(rows)
    if (news) say(news)
  }, [rows])
  return <output className="sr-only">{words}</output>
}

function LiveSkeleton() {
  return (
    <>
      <PageHeader title="Live" />
      <div role="status" aria-label="Loading" className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <Skeleton className="h-96 w-full rounded-xl" />
        <div className="grid content-start gap-3">
          {[0, 1, 2, 3, 4].map((position) => (
            <Skeleton key={position} className="h-16 w-full rounded-xl" />
          ))}
        </div>
      </div>
    </>
  )
}
