import './van-map.css'
import type { Words } from '#domain/tracking/page/words.ts'
import { L } from '#web/map/leaflet.client.ts'
import { drawGround, markOf } from './ground.ts'

type Place = { lat: number; lng: number }
export type PinMap = { place: () => Place }

/** A map with the pin of the address, to be dragged to the door, or moved with the arrow keys. */
export async function openPinMap(element: HTMLElement, at: Place, { say }: Words): Promise<PinMap> {
  const map = L.map(element.appendChild(document.createElement('div')), { zoomSnap: 0.5 }).setView(at, 17)
  map.attributionControl.setPrefix(false)
  await drawGround(map)
  const pin = L.marker(at, { icon: markOf('mark-home'), title: say('pin.hint'), draggable: true, autoPan: true }).addTo(
    map,
  )
  map.on('click', ({ latlng }) => pin.setLatLng(latlng))
  return {
    place() {
      const { lat, lng } = pin.getLatLng()
      return { lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 }
    },
  }
}
