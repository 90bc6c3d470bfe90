import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import type { Replay, ReplayFact } from '#domain/schema/replay.ts'
import { Day, dayOf } from '#domain/time.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { tierQuery } from '#web/lib/tier.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { LiveNotInTier } from '../live/live-not-in-tier.tsx'
import { DayField } from '../planning/day-field.tsx'
import { DriverList } from './driver-list.tsx'
import { FactList } from './fact-list.tsx'
import { replayClock } from './replay-clock.ts'
import { ReplayMap } from './replay-map.tsx'
import { replayFactsQuery, replayQuery, replayTracksQuery } from './replay-queries.ts'
import { playedSpan } from './played-span.ts'
import { rowsAt } from './replay-rows.ts'
import { replayStore } from './replay-store.ts'
import type { ReplayTrack } from './replay-tracks.ts'
import { TimeBar } from './time-bar.tsx'

export function meta() {
  return [{ title: 'Replay · Karta' }]
}

/** A day played again: where everybody was, what was known then, and what was decided. */
export default function ReplayPage() {
  const tier = useQuery(tierQuery)
  return tier.data?.features.real_time_tracking === false ? <LiveNotInTier /> : <ReplayDay />
}

function ReplayDay() {
  const zone = useMe().workspace.time_zone
  const [query, setQuery] = useSearchParams()
  const today = dayOf(new Date(), zone)
  const day = Day.safeParse(query.get('day')).data ?? today
  const isAhead = day > today
  const replay = useQuery({ ...replayQuery(day), enabled: !isAhead })
  const tracks = useQuery({ ...replayTracksQuery(day), enabled: !isAhead })
  const facts = useQuery({ ...replayFactsQuery(day), enabled: !isAhead })
  const failed = [replay, tracks, facts].find(({ isLoadingError }) => isLoadingError)
  const isLoaded = replay.data && tracks.data && facts.data
  return (
    <>
      <PageHeader
        title="Replay"
        description="A day as it was driven, with what was known and decided at each moment."
        actions={<DayField day={day} onChange={(next) => setQuery({ day: next })} />}
      />
      {isAhead ? (
        <Ahead day={day} />
      ) : failed ? (
        <LoadError
          title="The day could not be loaded"
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      ) : !isLoaded ? (
        <div role="status" aria-label="Loading the day">
          <Skeleton className="h-96 w-full rounded-xl" />
        </div>
      ) : replay.data.drivers.length === 0 ? (
        <Nobody day={day} />
      ) : (
        <Player key={day} replay={replay.data} tracks={tracks.data} facts={facts.data} zone={zone} />
      )}
    </>
  )
}

function Ahead({ day }: { day: string }) {
  return (
    <Card>
      <EmptyState
        icon={<History />}
        title="This day is still ahead"
        actions={<ButtonLink to={`/dashboard/rehearse?day=${day}`}>Rehearse it</ButtonLink>}
      >
        A day can be played once it has begun. What it will probably be like, a rehearsal shows.
      </EmptyState>
    </Card>
  )
}

function Nobody({ day }: { day: string }) {
  return (
    <Card>
      <EmptyState
        icon={<History />}
        title="Nobody was on shift"
        actions={<ButtonLink to={`/dashboard/planning/${day}`}>See the plans of this day</ButtonLink>}
      >
        A day can be played once drivers had a route or a shift on it. Choose another day.
      </EmptyState>
    </Card>
  )
}

type PlayerProps = {
  replay: Replay
  tracks: ReadonlyMap<string, ReplayTrack>
  facts: readonly ReplayFact[]
  zone: string
}

const addressAfterMs = 400

function Player({ replay, tracks, facts, zone }: PlayerProps) {
  const [query, setQuery] = useSearchParams()
  const [clock] = useState(() => replayClock(playedSpan(replay, query.get('at'))))
  const store = useMemo(() => replayStore(tracks, clock), [tracks, clock])
  useEffect(() => clock.stop, [clock])
  const { at, isPlaying } = useSyncExternalStore(clock.onSaid, clock.said)
  const [selectedId, setSelectedId] = useState(query.get('driver') ?? undefined)
  const linkQuery = () => ({
    day: replay.day,
    at: new Date(Math.floor(clock.now().at / 1000) * 1000).toISOString().replace('.000', ''),
    ...(selectedId && { driver: selectedId }),
  })
  useEffect(() => {
    if (isPlaying) return
    const timer = setTimeout(() => setQuery(linkQuery(), { replace: true, preventScrollReset: true }), addressAfterMs)
    return () => clearTimeout(timer)
    // The address follows the moment once it rests.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [at, isPlaying, selectedId])
  store.advance()
  const rows = rowsAt(replay, at, store.placeOf)
  const onRoad = rows.filter(({ state }) => state !== 'off_shift').length
  const words = `${formatNumber(onRoad, 0)} of ${countOf(rows.length, 'driver')} on the road`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Kept replay={replay} />
      <div className="grid overflow-clip rounded-xl border bg-surface shadow-card lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid grid-rows-[minmax(0,1fr)_auto]">
          <div className="h-[45vh] min-h-72 lg:h-[min(34rem,60vh)]">
            <ReplayMap
              replay={replay}
              store={store}
              track={selectedId ? tracks.get(selectedId) : undefined}
              rows={rows}
              at={at}
              selectedId={selectedId}
              onSelect={setSelectedId}
            />
          </div>
          <TimeBar
            clock={clock}
            zone={zone}
            facts={facts}
            words={words}
            linkNow={() => `${location.origin}/dashboard/replay?${new URLSearchParams(linkQuery()).toString()}`}
          />
        </div>
        <Tabs
          label="At this moment"
          className="max-h-[32rem] min-h-72 overflow-y-auto border-t lg:max-h-[min(41rem,calc(60vh+7rem))] lg:border-t-0 lg:border-l"
          items={[
            {
              id: 'drivers',
              label: `Drivers (${onRoad})`,
              content: (
                <DriverList
                  replay={replay}
                  rows={rows}
                  at={at}
                  zone={zone}
                  selectedId={selectedId}
                  onSelect={setSelectedId}
                />
              ),
            },
            {
              id: 'facts',
              label: 'What was known',
              content: <FactList facts={facts} at={at} zone={zone} onGo={clock.set} />,
            },
          ]}
        />
      </div>
    </div>
  )
}

/** What of the day is gone. */
function Kept({ replay: { positions, facts, keeps_positions_days: days } }: { replay: Replay }) {
  const gone = [
    positions === 'deleted' && `Positions of this day were deleted, because they are kept for ${countOf(days, 'day')}.`,
    positions === 'partly' &&
      `The older positions of this day were deleted, because they are kept for ${countOf(days, 'day')}.`,
    positions === 'none' && 'Nobody was on shift, so there are no positions of this day.',
    facts === 'deleted' && 'The event log no longer has this day. Stops say when they were reached and done.',
    facts === 'partly' && 'The event log no longer has the beginning of this day.',
  ].filter((sentence) => sentence !== false)
  return gone.length ? <Banner>{gone.join(' ')}</Banner> : null
}
