import { Suspense } from 'react'
import type { LazyMapProps } from './lazy-map.tsx'
import { MapView } from './map-view.tsx'
import { MarkerLayer } from './marker-layer.tsx'
import { Recentre } from './recentre.tsx'

/** What a lazy map becomes once its code is there. */
export function LazyMapContent({ label, centre, zoom, children, ...pins }: Omit<LazyMapProps, 'prepare'>) {
  return (
    <MapView label={label} centre={centre} zoom={zoom} className="size-full">
      <Recentre centre={centre} />
      {pins.markers && <MarkerLayer markers={pins.markers} selectedId={pins.selectedId} onSelect={pins.onSelect} />}
      <Suspense fallback={null}>{children}</Suspense>
    </MapView>
  )
}
