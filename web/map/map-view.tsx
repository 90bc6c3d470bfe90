import './map.css'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { tiles } from '#web/lib/app-config.ts'
import { cx } from '#web/ui/cx.ts'
import { defaultView, zoomStep } from './fit-view.ts'
import { GraticuleLayer } from './graticule-layer.tsx'
import { KeepSize } from './keep-size.tsx'
import { L } from './leaflet.client.ts'
import { MapControls } from './map-controls.tsx'
import type { MapPosition } from './map-types.ts'
import { TileLayer } from './tile-layer.tsx'
import { MapContext } from './use-map.ts'

type MapViewProps = {
  /** What the map shows, for screen readers. */
  label: string
  center?: MapPosition
  zoom?: number
  /** Layers. */
  children?: ReactNode
  /** Height classes. */
  className?: string
}

/** A map. Arrow keys move it, plus and minus zoom. Without tiles it shows lines of latitude and longitude. */
export function MapView(props: MapViewProps) {
  const { label, center = defaultView.center, zoom = defaultView.zoom, children, className } = props
  const { tileUrl, attribution = '' } = tiles()
  const { map, box } = useLeafletMap(center, zoom)
  const [isReachable, setReachable] = useState(true)
  const hasTiles = Boolean(tileUrl) && isReachable
  return (
    <section
      aria-label={label}
      className={cx('karta-map relative isolate overflow-hidden', !hasTiles && 'karta-map-bare', className)}
    >
      <div ref={box} className="size-full">
        {map && (
          <MapContext value={map}>
            {/* First, so that tiles are only requested for the view that a layer has chosen. */}
            {children}
            {!hasTiles && <GraticuleLayer />}
            {tileUrl && <TileLayer url={tileUrl} attribution={attribution} onReachable={setReachable} />}
            <MapControls />
            <KeepSize />
          </MapContext>
        )}
      </div>
      {tileUrl && !isReachable && (
        <output className="pointer-events-none absolute bottom-2.5 left-2.5 z-[900] max-w-[calc(100%-9rem)] rounded-md bg-raised/85 px-2 py-1 text-xs text-ink-muted backdrop-blur-sm">
          Map tiles are unreachable; positions are still exact.
        </output>
      )}
    </section>
  )
}

/** Opens a Leaflet map in `box` at the first center and zoom. From then on the person and the layers move it. */
function useLeafletMap(center: MapPosition, zoom: number) {
  const [opening] = useState({ center, zoom })
  const [map, setMap] = useState<L.Map>()
  const box = useRef<HTMLDivElement>(null)
  // In an effect, like the layers: the map must not go before what observes its size and the theme has stopped.
  useEffect(() => {
    const opened = L.map(box.current!, {
      maxZoom: 18,
      zoomSnap: zoomStep,
      preferCanvas: true,
      attributionControl: false,
    })
    opened.setView(opening.center, opening.zoom)
    setMap(opened)
    return () => {
      // A zoom still in motion would end after the map is gone, and throw: Leaflet has no call to stop one.
      Object.assign(opened, { _animatingZoom: false })
      opened.remove()
    }
  }, [opening])
  return { map, box }
}
