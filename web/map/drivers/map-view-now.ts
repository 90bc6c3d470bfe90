import { L } from '../leaflet.client.ts'

/** Where a place is on the screen: `x × scale + left`, `y × scale + top`, where the whole world is 1 wide. */
export type ViewNow = { scale: number; left: number; top: number }

/** How long the map takes to zoom: its own style says so too. */
const zoomMs = 250

/**
 * The view of a map from frame to frame, also while it zooms, which Leaflet leaves to the style sheet. `changed` is called
 * whenever it moves.
 */
export function viewOf(map: L.Map, changed: () => void) {
  let zooming: { from: ViewNow; to: ViewNow; began: number } | undefined

  const resting = (): ViewNow => {
    const pane = L.DomUtil.getPosition(map.getPane('mapPane')!)
    const origin = map.getPixelOrigin()
    return { scale: 256 * 2 ** map.getZoom(), left: pane.x - origin.x, top: pane.y - origin.y }
  }
  const onZoomStart = ({ center, zoom }: L.ZoomAnimEvent) => {
    const half = map.getSize().divideBy(2)
    const corner = map.project(center, zoom).subtract(half)
    zooming = {
      from: resting(),
      to: { scale: 256 * 2 ** zoom, left: -corner.x, top: -corner.y },
      began: performance.now(),
    }
    changed()
  }
  const onZoomEnd = () => {
    zooming = undefined
    changed()
  }
  map.on('zoomanim', onZoomStart).on('zoomend', onZoomEnd).on('move resize', changed)

  return {
    now(): ViewNow {
      if (!zooming) return resting()
      const { from, to, began } = zooming
      const done = ease(Math.min(1, (performance.now() - began) / zoomMs))
      const between = (one: number, other: number) => one + (other - one) * done
      return {
        scale: between(from.scale, to.scale),
        left: between(from.left, to.left),
        top: between(from.top, to.top),
      }
    },
    isZooming: () => zooming !== undefined,
    stop(): void {
      map.off('zoomanim', onZoomStart).off('zoomend', onZoomEnd).off('move resize', changed)
    },
  }
}

/** Close to the curve of Leaflet's style sheet. */
const ease = (share: number) => 1 - (1 - share) ** 3
