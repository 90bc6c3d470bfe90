import { Suspense, type ReactNode } from 'react'
import { FitBounds } from './fit-bounds.tsx'
import { defaultView } from './fit-view.ts'
import type { MapMarker, MapPosition } from './map-types.ts'
import { MapView } from './map-view.tsx'
import { MarkerLayer } from './marker-layer.tsx'
import { Recenter } from './recenter.tsx'

export type LazyMapContentProps = {
  /** What the map shows, for screen readers. */
  label: string
  /**
   * Pins with popups. The sketch shows them too, until the map is there, or for good without JavaScript. Pass the same
   * array while its contents stay the same: a new array redraws all pins.
   */
  markers?: readonly MapMarker[]
  /** The pin that stands out, with its popup open. */
  selectedId?: string
  onSelect?: (id: string) => void
  /** Where the map goes when this becomes another place. Without one, it shows all its pins. */
  center?: MapPosition
  /** Where the map opens if it has no pins, and how close it may come to fit them. */
  zoom?: number
  /** Extra layers, each from `lazy(() => import(…))`, so that the map's code stays out of the page's. */
  children?: ReactNode
}

/** The map that replaces the sketch once its code is there. */
export function LazyMapContent({ label, center, zoom = defaultView.zoom, children, ...pins }: LazyMapContentProps) {
  return (
    <MapView label={label} center={center} zoom={zoom} className="size-full">
      <Recenter center={center} />
      {pins.markers && (
        <FitBounds
          positions={pins.markers.map(({ position }) => position)}
          when={center ? undefined : 'all'}
          marks={pins.markers.some(({ name }) => name) ? 'namedPins' : 'pins'}
          maxZoom={zoom}
        />
      )}
      {pins.markers && <MarkerLayer markers={pins.markers} selectedId={pins.selectedId} onSelect={pins.onSelect} />}
      <Suspense fallback={null}>{children}</Suspense>
    </MapView>
  )
}
