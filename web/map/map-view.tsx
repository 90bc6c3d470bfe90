import './map.css'
import { useState, type ReactNode } from 'react'
import { tiles } from '#web/lib/app-config.ts'
import { cx } from '#web/ui/cx.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { GraticuleLayer } from './graticule-layer.tsx'
import { KeepSize } from './keep-size.tsx'
import { AttributionControl, MapContainer, ScaleControl } from './leaflet.client.ts'
import type { MapPosition } from './map-types.ts'
import { TileLayer } from './tile-layer.tsx'

export type MapViewProps = {
  /** What the map shows, for screen readers. */
  label: string
  center?: MapPosition
  zoom?: number
  /** Layers. */
  children?: ReactNode
  /** Height classes. */
  className?: string
}

const jakarta: MapPosition = { lat: -6.2088, lng: 106.8456 }

/** A map. It moves with arrow keys and zooms with plus and minus; without tiles it shows degrees instead. */
export function MapView(props: MapViewProps) {
  const { label, center = jakarta, zoom = 13, children, className } = props
  const { tileUrl, attribution = '' } = tiles()
  const isBrowser = useHydrated()
  const [isReachable, setReachable] = useState(true)
  const hasTiles = Boolean(tileUrl) && isReachable
  return (
    <section
      aria-label={label}
      className={cx('karta-map relative isolate overflow-hidden', !hasTiles && 'karta-map-bare', className)}
    >
      {isBrowser && (
        <MapContainer
          center={center}
          zoom={zoom}
          maxZoom={18}
          preferCanvas
          attributionControl={false}
          className="size-full"
        >
          {!hasTiles && <GraticuleLayer />}
          {tileUrl && <TileLayer url={tileUrl} attribution={attribution} onReachable={setReachable} />}
          <AttributionControl prefix={false} />
          <ScaleControl imperial={false} position="bottomright" />
          <KeepSize />
          {children}
        </MapContainer>
      )}
      {tileUrl && !isReachable && (
        <output className="pointer-events-none absolute bottom-2.5 left-2.5 z-[900] max-w-[calc(100%-9rem)] rounded-md bg-raised/85 px-2 py-1 text-xs text-ink-muted backdrop-blur-sm">
          Map tiles are unreachable; positions are still exact.
        </output>
      )}
    </section>
  )
}
