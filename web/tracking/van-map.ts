import './van-map.css'
import { L } from '#web/map/leaflet.client.ts'
import type { Tracking } from '#domain/schema/tracking.ts'
import type { Words } from '#domain/tracking/page/words.ts'
import { drawGround, markOf } from './ground.ts'

type Place = { lat: number; lng: number }

export type VanMap = { show: (van: NonNullable<Tracking['van']>, home: Place | null) => void }

/** A map of the driver and the recipient's address, and of nothing else. */
export async function openVanMap(element: HTMLElement, { say, time }: Words): Promise<VanMap> {
  element.setAttribute('role', 'region')
  element.setAttribute('aria-label', say('map.label'))
  const map = L.map(element.appendChild(document.createElement('div')), {
    zoomControl: false,
    attributionControl: true,
    zoomSnap: 0.5,
  })
  map.attributionControl.setPrefix(false)
  await drawGround(map)
  const mark = (name: string, title: string) => L.marker([0, 0], { icon: markOf(name), title, keyboard: false })
  const home = mark('mark-home', say('map.you'))
  const van = mark('mark-van', say('map.van')).bindTooltip('', { direction: 'top', offset: [0, -12] })
  let isPlaced = false
  return {
    show(at, address) {
      van
        .setLatLng(at)
        .setTooltipContent(say('map.seen', { time: time(at.at) }))
        .addTo(map)
      if (address) home.setLatLng(address).addTo(map)
      const around = L.latLngBounds([at, address ?? at]).pad(0.3)
      if (isPlaced && map.getBounds().contains(at)) return
      map.fitBounds(around, { maxZoom: 16, animate: isPlaced })
      isPlaced = true
    },
  }
}
