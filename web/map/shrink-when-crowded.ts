import { isCrowded } from './crowding.ts'
import type { L } from './leaflet.client.ts'
import type { MapPosition } from './map-types.ts'

/**
 * Draws stops and pins small while they would hide each other, by a class on the map. Their elements, and so what can
 * be pressed, keep their size. Call the result when the positions change, and `stop` at the end.
 */
export function shrinkWhenCrowded(
  map: L.Map,
  positions: () => readonly MapPosition[],
): { update: () => void; stop: () => void } {
  const update = () => {
    map.getContainer().classList.toggle('karta-crowded', isCrowded(positions(), map.getZoom()))
  }
  map.on('zoomend', update)
  return {
    update,
    stop() {
      map.off('zoomend', update)
      map.getContainer().classList.remove('karta-crowded')
    },
  }
}
