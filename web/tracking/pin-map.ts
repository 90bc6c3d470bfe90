import './van-map.css'
import { L } from '#web/map/leaflet.client.ts'
import { drawGround, markOf } from './ground.ts'

type Place = { lat: number; lng: number }
export type PinMap = { place: () => Place; moveTo: (place: Place) => void }

/** A map with the pin of the address, to be dragged to the door, or moved with the arrow keys. */
export function openPinMap(
  element: HTMLElement,
  at: Place,
  { hint, zoom = 17 }: { hint: string; zoom?: number },
): PinMap {
  const options = { zoomControl: false, zoomSnap: 0.5 }
  const map = L.map(element.appendChild(document.createElement('div')), options).setView(at, zoom)
  map.attributionControl.setPrefix(false)
  // The pin can be placed without the ground below it, too.
  void drawGround(map).catch(() => {})
  const pin = L.marker(at, { icon: markOf('mark-home'), title: hint, draggable: true, autoPan: true }).addTo(map)
  map.on('click', ({ latlng }) => pin.setLatLng(latlng))
  pin.getElement()!.addEventListener('keydown', (event) => {
    const step = stepOf(event)
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    pin.setLatLng(map.layerPointToLatLng(map.latLngToLayerPoint(pin.getLatLng()).add(step)))
    map.panInside(pin.getLatLng(), { padding: [24, 40] })
  })
  return {
    moveTo(place) {
      pin.setLatLng(place)
      map.setView(place, 17)
    },
    place() {
      const { lat, lng } = pin.getLatLng()
      return { lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 }
    },
  }
}

/** So far an arrow key moves the pin, in pixels; with Shift, ten times as far. */
function stepOf({ key, shiftKey }: KeyboardEvent): [number, number] | undefined {
  const pixels = shiftKey ? 40 : 4
  const steps: Record<string, [number, number]> = {
    ArrowLeft: [-pixels, 0],
    ArrowRight: [pixels, 0],
    ArrowUp: [0, -pixels],
    ArrowDown: [0, pixels],
  }
  return steps[key]
}
