import { Suspense } from 'react'
import type { LazyMapProps } from './lazy-map.tsx'
import { MapView } from './map-view.tsx'
import { MarkerLayer } from './marker-layer.tsx'
import { Recenter } from './recenter.tsx'

/** What a lazy map becomes once its code is there. */
export function LazyMapContent({ label, center, zoom, children, ...pins }: Omit<LazyMapProps, 'prepare'>) {
  return (
    <MapView label={label} center={center} zoom={zoom} className="size-full">
      <Recenter center={center} />
      {pins.markers && <MarkerLayer markers={pins.markers} selectedId={pins.selectedId} onSelect={pins.onSelect} />}
      <Suspense fallback={null}>{children}</Suspense>
    </MapView>
  )
}
