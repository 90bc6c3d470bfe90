import { useEffect, useRef } from 'react'
import { FitBounds } from '#web/map/fit-bounds.tsx'
import { L } from '#web/map/leaflet.client.ts'
import type { MapPosition, MapRoute } from '#web/map/map-types.ts'
import { MovableStopLayer, type MovableStop } from '#web/map/movable-stop-layer.tsx'
import { roundedPosition } from '#web/map/rounded-position.ts'
import { RouteLayer } from '#web/map/route-layer.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { useMap } from '#web/map/use-map.ts'

export type DemoLayersProps = {
  stops: readonly MovableStop[]
  routes: readonly MapRoute[]
  /** When this changes, the map zooms to fit all stops. */
  view: number
  onMove: (id: string, position: MapPosition) => void
  /** The stop whose pin goes wherever the visitor clicks next. */
  placing?: { id: string; name: string }
  onPlaced: (position: MapPosition | undefined) => void
}

export function DemoLayers({ stops, routes, view, onMove, placing, onPlaced }: DemoLayersProps) {
  return (
    <>
      <RouteLayer routes={routes} />
      <MovableStopLayer stops={stops} onMove={onMove} />
      {view > 0 && <FitBounds positions={stops.map(({ position }) => position)} when={view} />}
      {placing && <PlacingBar key={placing.id} name={placing.name} onPlaced={onPlaced} />}
    </>
  )
}

/** Waits for a click on the map. Keyboard users can use the map's center instead. */
function PlacingBar({ name, onPlaced }: { name: string; onPlaced: DemoLayersProps['onPlaced'] }) {
  const map = useMap()
  const bar = useRef<HTMLDivElement>(null)
  const placed = useRef(onPlaced)
  useEffect(() => {
    placed.current = onPlaced
  })
  useEffect(() => {
    const box = map.getContainer()
    const onClick = (event: L.LeafletMouseEvent) => placed.current(roundedPosition(event.latlng.wrap()))
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') placed.current(undefined)
    }
    if (bar.current) L.DomEvent.disableClickPropagation(bar.current)
    map.on('click', onClick)
    document.addEventListener('keydown', onKeyDown)
    box.style.cursor = 'crosshair'
    return () => {
      map.off('click', onClick)
      document.removeEventListener('keydown', onKeyDown)
      box.style.cursor = ''
    }
  }, [map])
  return (
    <div
      ref={bar}
      className="absolute inset-x-3 top-3 z-[1000] ml-11 flex cursor-auto flex-wrap items-center gap-2 rounded-xl bg-raised p-3 text-sm shadow-raised"
    >
      <p role="status" className="min-w-0 flex-1 basis-40 font-medium break-words">
        Click the map where {name} is.
      </p>
      <PlainButton size="small" onClick={() => onPlaced(roundedPosition(map.getCenter().wrap()))}>
        Use map center
      </PlainButton>
      <PlainButton size="small" variant="quiet" onClick={() => onPlaced(undefined)}>
        Cancel
      </PlainButton>
    </div>
  )
}
