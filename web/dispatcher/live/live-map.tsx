import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Location } from '#domain/geo.ts'
import { DriverLayer } from '#web/map/driver-layer.tsx'
import type { DriverLook } from '#web/map/drivers/mark-shapes.ts'
import { FitBounds } from '#web/map/fit-bounds.tsx'
import { FollowDriver } from '#web/map/follow-driver.tsx'
import type { MapMarker, MapRoute, MapStop } from '#web/map/map-types.ts'
import { MapView } from '#web/map/map-view.tsx'
import { MarkerLayer } from '#web/map/marker-layer.tsx'
import type { PositionStore } from '#web/map/position-store.ts'
import { Recenter } from '#web/map/recenter.tsx'
import { RouteLayer } from '#web/map/route-layer.tsx'
import { StopLayer } from '#web/map/stop-layer.tsx'
import { TrailLayer } from '#web/map/trail-layer.tsx'
import { workAreaQuery } from '../queries.ts'
import type { DriverRow } from './driver-rows.ts'

/** What is drawn of the driver who is open, and of the delivery for which somebody is looked for. */
export type OnMap = {
  lines: MapRoute[]
  stops: MapStop[]
  trail: readonly Location[]
  trailAt: Location | undefined
  wanted: { id: string; location: Location; label: string } | undefined
}

export const nothingOnMap: OnMap = { lines: [], stops: [], trail: [], trailAt: undefined, wanted: undefined }

type LiveMapProps = {
  store: PositionStore
  rows: readonly DriverRow[]
  selectedId: string | null
  isFollowing: boolean
  onMap: OnMap
  onSelect: (id: string) => void
  onFollowEnd: () => void
}

/** All drivers on one map. Those who are off shift are nowhere. */
export function LiveMap({ store, rows, selectedId, isFollowing, onMap, onSelect, onFollowEnd }: LiveMapProps) {
  const center = useQuery(workAreaQuery).data ?? undefined
  const looks = useMemo(
    () =>
      new Map(
        rows.flatMap(({ id, name, initials, state, isLate }): [string, DriverLook][] =>
          state === 'off_shift' ? [] : [[id, { id, name, initials, state, isLate }]],
        ),
      ),
    [rows],
  )
  const places = useMemo(
    () => rows.flatMap(({ position, state }) => (position && state !== 'off_shift' ? [position] : [])),
    [rows],
  )
  const { wanted } = onMap
  const markers = useMemo(
    (): MapMarker[] => (wanted ? [{ id: wanted.id, position: wanted.location, label: wanted.label }] : []),
    [wanted],
  )
  const selected = rows.find(({ id }) => id === selectedId)
  return (
    <MapView
      key={center ? 'here' : 'anywhere'}
      label="Drivers on the map"
      center={center}
      className="size-full bg-(--map-ground)"
    >
      <FitBounds areMoving positions={places} when={places.length > 0 ? 'all' : undefined} />
      <FitBounds
        positions={[...onMap.lines.flatMap(({ path }) => path), ...(selected?.position ? [selected.position] : [])]}
        when={selected && !isFollowing ? `${selected.id} ${onMap.stops.length > 0}` : undefined}
      />
      <FitBounds positions={onMap.trail} when={onMap.trail.length > 0 && !isFollowing ? 'trail' : undefined} />
      <Recenter center={wanted?.location} atLeast={12} />
      <TrailLayer path={onMap.trail} at={onMap.trailAt} />
      <RouteLayer routes={onMap.lines} />
      <StopLayer stops={onMap.stops} />
      <MarkerLayer markers={markers} />
      <DriverLayer positions={store} looks={looks} selectedId={selectedId ?? undefined} onSelect={onSelect} />
      {isFollowing && selectedId && <FollowDriver positions={store} driverId={selectedId} onEnd={onFollowEnd} />}
    </MapView>
  )
}
