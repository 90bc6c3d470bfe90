import type { MapPosition } from './map-types.ts'

/** Pixels to keep free at each side of the view. */
export type Margins = { top: number; right: number; bottom: number; left: number }

/** What marks need around their places: a pin stands above its place with its name below, a stop is centered on it. */
export const marginsFor = {
  pins: { top: 48, right: 28, bottom: 28, left: 28 },
  namedPins: { top: 48, right: 68, bottom: 48, left: 68 },
  stops: { top: 28, right: 28, bottom: 32, left: 28 },
} satisfies Record<string, Margins>

/** The same as the map's `zoomSnap`. */
export const zoomStep = 0.25

/** Where a map opens that has nothing to fit: Jakarta. */
export const defaultView: { center: MapPosition; zoom: number } = { center: { lat: -6.2088, lng: 106.8456 }, zoom: 13 }

type Point = { x: number; y: number }

/** The view of the given size that is closest while it shows all positions inside its margins. */
export function fitView(
  positions: readonly MapPosition[],
  size: Point,
  margins: Margins,
  maxZoom: number,
): { center: MapPosition; zoom: number } {
  if (positions.length === 0) return defaultView
  const points = positions.map(toWorld)
  const [west, east] = extent(points.map(({ x }) => x))
  const [north, south] = extent(points.map(({ y }) => y))
  // A view too small for its margins gives up on them, never on the places.
  const shrink = Math.min(1, size.x / 2 / (margins.left + margins.right), size.y / 2 / (margins.top + margins.bottom))
  const [left, right, top, bottom] = [margins.left, margins.right, margins.top, margins.bottom].map(
    (margin) => margin * shrink,
  ) as [number, number, number, number]
  const scale = Math.min((size.x - left - right) / (east - west), (size.y - top - bottom) / (south - north))
  const fitting = Math.floor(Math.log2(scale) / zoomStep + 1e-9) * zoomStep
  const zoom = Math.max(0, Math.min(maxZoom, fitting))
  const pixel = 1 / 2 ** zoom
  return {
    zoom,
    center: toPosition({
      x: (west + east) / 2 + ((right - left) / 2) * pixel,
      y: (north + south) / 2 + ((bottom - top) / 2) * pixel,
    }),
  }
}

/** Whether something lies beyond the edge of a view. */
export function leavesView(
  positions: readonly MapPosition[],
  size: Point,
  view: { center: MapPosition; zoom: number },
): boolean {
  const scale = 2 ** view.zoom
  const center = toWorld(view.center)
  return positions.map(toWorld).some(({ x, y }) => {
    return Math.abs(x - center.x) * scale > size.x / 2 || Math.abs(y - center.y) * scale > size.y / 2
  })
}

function extent(values: number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)]
}

/** Web Mercator, in pixels of zoom 0. */
export function toWorld({ lat, lng }: MapPosition): Point {
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180)
  return { x: 256 * (0.5 + lng / 360), y: 256 * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) }
}

/** The opposite of `toWorld`. */
export function toPosition({ x, y }: Point): MapPosition {
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 256))) * 180) / Math.PI
  return { lat, lng: (x / 256 - 0.5) * 360 }
}
