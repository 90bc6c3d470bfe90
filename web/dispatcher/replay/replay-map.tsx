import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Replay } from '#domain/schema/replay.ts'
import { DriverLayer } from '#web/map/driver-layer.tsx'
import type { DriverLook } from '#web/map/drivers/mark-shapes.ts'
import { FitBounds } from '#web/map/fit-bounds.tsx'
import type { MapStop } from '#web/map/map-types.ts'
import { MapView } from '#web/map/map-view.tsx'
import { StopLayer } from '#web/map/stop-layer.tsx'
import { TrailLayer } from '#web/map/trail-layer.tsx'
import { workAreaQuery } from '../queries.ts'
import { isOver, type ReplayRow } from './replay-rows.ts'
import type { ReplayStore } from './replay-store.ts'
import type { ReplayTrack } from './replay-tracks.ts'

type ReplayMapProps = {
  replay: Replay
  store: ReplayStore
  track: ReplayTrack | undefined
  rows: readonly ReplayRow[]
  at: number
  selectedId: string | undefined
  onSelect: (id: string) => void
}

const colors = { open: '#0b6fb8', failed: '#c02a2a' }

/** Everybody on one map at the moment; of who is selected also the stops and the whole way. */
export function ReplayMap({ replay, store, track, rows, at, selectedId, onSelect }: ReplayMapProps) {
  const center = useQuery(workAreaQuery).data ?? undefined
  const looks = useLooks(rows)
  const places = useMemo(() => replay.stops.flatMap(({ location }) => location ?? []), [replay.stops])
  const path = useMemo(
    () => (track ? Array.from(track.lat, (lat, index) => ({ lat, lng: track.lng[index]! })) : []),
    [track],
  )
  const over = new Set(replay.stops.filter((stop) => isOver(stop, at)).map(({ id }) => id))
  const overKey = [...over].join()
  const stops = useMemo(
    () =>
      replay.stops
        .filter(({ driver_id, location }) => driver_id === selectedId && location)
        .map((stop): MapStop => {
          const isDone = overKey.includes(stop.id)
          return {
            id: stop.id,
            position: stop.location!,
            label: String(stop.sequence),
            color: isDone && stop.outcome === 'failed' ? colors.failed : colors.open,
            title: `${stop.sequence}. ${stop.name || stop.address}`,
            muted: isDone,
          }
        }),
    [replay.stops, selectedId, overKey],
  )
  return (
    <MapView
      key={center ? 'here' : 'anywhere'}
      label="Drivers on the map"
      center={center}
      className="size-full bg-(--map-ground)"
    >
      <FitBounds positions={places.length ? places : path} when={replay.day} />
      <TrailLayer path={path} at={undefined} />
      <StopLayer stops={stops} />
      <DriverLayer isSmooth positions={store} looks={looks} selectedId={selectedId} onSelect={onSelect} />
    </MapView>
  )
}

/** Who is shown, and how; the same map as long as nobody looks different. */
function useLooks(rows: readonly ReplayRow[]): ReadonlyMap<string, DriverLook> {
  const shown = rows
    .filter(({ state }) => state !== 'off_shift')
    .map(({ id, name, initials, state, isLate }): DriverLook => ({ id, name, initials, state, isLate }))
  const key = JSON.stringify(shown)
  return useMemo(() => new Map((JSON.parse(key) as DriverLook[]).map((look) => [look.id, look])), [key])
}
