import { useEffect, useRef } from 'react'
import { L } from './leaflet.client.ts'
import type { MapPosition } from './map-types.ts'
import { pinSvg } from './icons/pin-svg.ts'
import { roundedPosition } from './rounded-position.ts'
import { useMap } from './use-map.ts'

type PickLayerProps = {
  position: MapPosition | null
  /** The map was pressed, or the pin was dropped. */
  onPick: (position: MapPosition) => void
  title: string
}

/** A pin that a person places on the map. */
export function PickLayer({ position, onPick, title }: PickLayerProps) {
  const map = useMap()
  const pick = useRef(onPick)
  useEffect(() => {
    pick.current = onPick
  })

  useEffect(() => {
    const onClick = (event: L.LeafletMouseEvent) => pick.current(roundedPosition(event.latlng.wrap()))
    map.on('click', onClick)
    return () => {
      map.off('click', onClick)
    }
  }, [map])

  const lat = position?.lat
  const lng = position?.lng
  useEffect(() => {
    if (lat === undefined || lng === undefined) return
    const icon = L.divIcon({ html: pinSvg, className: 'karta-pin', iconSize: [34, 34], iconAnchor: [17, 33] })
    const marker = L.marker([lat, lng], { icon, draggable: true, alt: title }).addTo(map)
    marker.getElement()?.setAttribute('aria-label', title)
    marker.on('dragend', () => pick.current(roundedPosition(marker.getLatLng().wrap())))
    if (!map.getBounds().contains([lat, lng])) map.panTo([lat, lng], { animate: false })
    return () => {
      marker.remove()
    }
  }, [map, lat, lng, title])
  return null
}
