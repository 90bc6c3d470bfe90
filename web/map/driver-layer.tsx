import { useEffect, useRef } from 'react'
import { escapeHtml } from '#domain/escape-html.ts'
import { driverCanvas, type DriverPlaces } from './drivers/driver-canvas.ts'
import type { DriverLook } from './drivers/mark-shapes.ts'
import { L } from './leaflet.client.ts'
import { toPosition } from './fit-view.ts'
import { useMap } from './use-map.ts'

type DriverLayerProps = {
  positions: DriverPlaces
  /** Who is shown, and how. The same map as long as nothing in it changes. */
  looks: ReadonlyMap<string, DriverLook>
  selectedId?: string | undefined
  onSelect: (id: string) => void
  /** Draws every frame, for marks that do not just glide from fix to fix. */
  isSmooth?: boolean
}

/** All drivers, who move on one canvas. React does not render when they do. */
export function DriverLayer({ positions, looks, selectedId, onSelect, isSmooth = false }: DriverLayerProps) {
  const map = useMap()
  const canvas = useRef<ReturnType<typeof driverCanvas>>(undefined)
  const latest = useRef({ looks, selectedId, onSelect })
  useEffect(() => {
    latest.current = { looks, selectedId, onSelect }
  })

  useEffect(() => {
    const drawing = driverCanvas(map, positions, isSmooth ? 0 : undefined)
    drawing.show(latest.current.looks)
    drawing.select(latest.current.selectedId)
    canvas.current = drawing
    const tooltip = L.tooltip({ direction: 'top', offset: [0, -14], className: 'karta-tooltip' })
    const onClick = ({ containerPoint }: L.LeafletMouseEvent) => {
      const hit = drawing.at(containerPoint)
      if (hit?.looks.length === 1) latest.current.onSelect(hit.looks[0]!.id)
      else if (hit) comeCloser(map, hit.tracks)
    }
    const onMove = ({ containerPoint, latlng }: L.LeafletMouseEvent) => {
      const hit = drawing.at(containerPoint)
      map.getContainer().classList.toggle('karta-on-driver', hit !== undefined)
      if (!hit) return void tooltip.remove()
      const [first] = hit.looks
      const words = hit.looks.length === 1 ? first!.name : `${hit.looks.length} drivers`
      tooltip.setLatLng(latlng).setContent(escapeHtml(words)).addTo(map)
    }
    map.on('click', onClick).on('mousemove', onMove)
    return () => {
      map.off('click', onClick).off('mousemove', onMove)
      map.getContainer().classList.remove('karta-on-driver')
      tooltip.remove()
      drawing.stop()
    }
  }, [map, positions, isSmooth])

  useEffect(() => canvas.current?.show(looks), [looks])
  useEffect(() => canvas.current?.select(selectedId), [selectedId])
  return null
}

/** Shows those who are drawn as one mark apart. */
function comeCloser(map: L.Map, tracks: readonly { x: number; y: number }[]): void {
  const places = tracks.map(({ x, y }) => toPosition({ x: x * 256, y: y * 256 }))
  const bounds = L.latLngBounds(places.map(({ lat, lng }) => L.latLng(lat, lng)))
  const zoom = Math.max(Math.min(map.getBoundsZoom(bounds.pad(0.2)), map.getMaxZoom()), map.getZoom() + 1)
  map.setView(bounds.getCenter(), zoom)
}
