import { useEffect } from 'react'
import { L } from './leaflet.client.ts'
import type { MapRoute } from './map-types.ts'
import { onThemeChange } from './on-theme-change.ts'
import { useMap } from './use-map.ts'

type RouteLayerProps = { routes: readonly MapRoute[]; onSelect?: (id: string) => void }

/** One line per route, with an outline in the background color so that crossings stay readable. */
export function RouteLayer({ routes, onSelect }: RouteLayerProps) {
  const map = useMap()
  useEffect(() => {
    const layer = L.layerGroup().addTo(map)
    const draw = () => {
      layer.clearLayers()
      const casing = getComputedStyle(map.getContainer()).getPropertyValue('--route-casing')
      // Muted lines come first and lie below. Dashed lines come last and lie on top.
      const height = ({ muted, dashed }: MapRoute) => (dashed ? 1 : 0) - (muted ? 2 : 0)
      const ordered = routes.toSorted((one, other) => height(one) - height(other))
      for (const route of ordered) drawRoute(layer, route, casing, onSelect)
    }
    draw()
    const stopWatching = onThemeChange(draw)
    return () => {
      stopWatching()
      layer.remove()
    }
  }, [map, routes, onSelect])
  return null
}

function drawRoute(layer: L.LayerGroup, route: MapRoute, casing: string, onSelect?: (id: string) => void): void {
  const path = route.path.map(({ lat, lng }) => L.latLng(lat, lng))
  const opacity = route.muted ? 0.3 : 1
  if (!route.dashed)
    L.polyline(path, { color: casing, weight: route.muted ? 5 : 8, opacity, interactive: false }).addTo(layer)
  const weight = route.muted || route.dashed ? 3 : 4.5
  const dashArray = route.dashed ? '2 8' : undefined
  const line = L.polyline(path, { color: route.color, weight, opacity, dashArray }).addTo(layer)
  if (onSelect) line.on('click', () => onSelect(route.id))
}
