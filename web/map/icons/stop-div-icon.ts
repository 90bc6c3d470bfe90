import { L } from '../leaflet.client.ts'
import type { StopMark } from './stop-icon.ts'

/** The mark of a stop, as a Leaflet icon. */
export function stopIcon({ label, color, ring, className, size }: StopMark): L.DivIcon {
  const mark = document.createElement('span')
  mark.style.backgroundColor = color
  if (ring) mark.style.setProperty('--ring', ring)
  mark.textContent = label
  return L.divIcon({ html: mark, className, iconSize: [size, size] })
}
