import { useEffect } from 'react'
import { graticuleLabel, graticuleLines, graticuleStep } from './graticule.ts'
import { L } from './leaflet.client.ts'
import { onThemeChange } from './on-theme-change.ts'
import { useMap } from './use-map.ts'

const labelInset = 8

/** From this zoom on the packaged map has little to show between the names. */
const quietZoom = 10

/**
 * Lines of latitude and longitude with their degrees: what a map shows that has no other background.
 * Quiet ones are a faint pattern on another background, from close by.
 */
export function GraticuleLayer({ isQuiet }: { isQuiet: boolean }) {
  const map = useMap()
  useEffect(() => {
    const canvas = L.DomUtil.create('canvas', 'karta-graticule')
    canvas.setAttribute('aria-hidden', 'true')
    map.getPane('tilePane')!.append(canvas)
    const redraw = () => drawGraticule(map, canvas, isQuiet)
    // Hidden during a zoom animation, when the old lines would only slide around.
    const hide = () => (canvas.style.visibility = 'hidden')
    map.on('move zoomend viewreset resize', redraw).on('zoomstart', hide)
    const stopWatching = onThemeChange(redraw)
    redraw()
    return () => {
      map.off('move zoomend viewreset resize', redraw).off('zoomstart', hide)
      stopWatching()
      canvas.remove()
    }
  }, [map, isQuiet])
  return null
}

function drawGraticule(map: L.Map, canvas: HTMLCanvasElement, isQuiet: boolean): void {
  const size = map.getSize()
  const pen = canvas.getContext('2d')
  if (!pen || size.x === 0 || size.y === 0) return
  const density = window.devicePixelRatio || 1
  canvas.width = size.x * density
  canvas.height = size.y * density
  canvas.style.width = `${size.x}px`
  canvas.style.height = `${size.y}px`
  canvas.style.visibility = ''
  // The pane moves with the map; the canvas stays over the view.
  L.DomUtil.setPosition(canvas, map.containerPointToLayerPoint([0, 0]))

  if (isQuiet && map.getZoom() < quietZoom) return

  const colors = getComputedStyle(map.getContainer())
  const bounds = map.getBounds()
  const step = graticuleStep((bounds.getEast() - bounds.getWest()) / size.x)
  pen.scale(density, density)
  pen.strokeStyle = colors.getPropertyValue('--graticule-line')
  pen.fillStyle = colors.getPropertyValue('--graticule-ink')
  pen.font = `500 11px ${colors.fontFamily}`
  pen.lineWidth = 1
  pen.globalAlpha = isQuiet ? 0.5 : 1

  for (const longitude of graticuleLines(bounds.getWest(), bounds.getEast(), step)) {
    const x = Math.round(map.latLngToContainerPoint([bounds.getNorth(), longitude]).x) + 0.5
    line(pen, x, 0, x, size.y)
    pen.textAlign = 'left'
    if (!isQuiet) pen.fillText(graticuleLabel(longitude, 'longitude', step), x + 4, labelInset + 8)
  }
  for (const latitude of graticuleLines(bounds.getSouth(), bounds.getNorth(), step)) {
    const y = Math.round(map.latLngToContainerPoint([latitude, bounds.getWest()]).y) + 0.5
    line(pen, 0, y, size.x, y)
    pen.textAlign = 'right'
    if (!isQuiet) pen.fillText(graticuleLabel(latitude, 'latitude', step), size.x - labelInset, y - 4)
  }
}

function line(pen: CanvasRenderingContext2D, fromX: number, fromY: number, toX: number, toY: number): void {
  pen.beginPath()
  pen.moveTo(fromX, fromY)
  pen.lineTo(toX, toY)
  pen.stroke()
}
