import './map.css'
import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react'
import { Background } from './background.tsx'
import { cx } from '#web/ui/cx.ts'
import { defaultView, zoomStep } from './fit-view.ts'
import { KeepSize } from './keep-size.tsx'
import { L } from './leaflet.client.ts'
import type { MapPosition } from './map-types.ts'
import { MapContext } from './use-map.ts'

type MapViewProps = {
  /** What the map shows, for screen readers. */
  label: string
  center?: MapPosition
  zoom?: number
  /** Layers. */
  children?: ReactNode
  /** What lies below them, instead of the usual background. */
  background?: ReactNode
  /** Height classes. */
  className?: string
}

/** A map. Arrow keys move it, plus and minus zoom. */
export function MapView(props: MapViewProps) {
  const { label, center = defaultView.center, zoom = defaultView.zoom, children, background, className } = props
  const { map, box } = useLeafletMap(center, zoom)
  // After the layers: tiles are then only requested for the view that a layer has chosen, and do not keep it waiting.
  const hasLayers = useDeferredValue(map !== undefined, false)
  return (
    <section aria-label={label} className={cx('karta-map relative isolate overflow-hidden', className)}>
      <div ref={box} className="size-full">
        {map && (
          <MapContext value={map}>
            {children}
            {hasLayers && (background ?? <Background />)}
            <KeepSize />
          </MapContext>
        )}
      </div>
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
