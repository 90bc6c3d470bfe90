import 'leaflet/dist/leaflet.css'
import { useEffect, useMemo } from 'react'
import type { DrivenDayRoute } from '#domain/schema/driver-day.ts'
import { FitBounds } from '#web/map/fit-bounds.tsx'
import type { MapRoute, MapStop } from '#web/map/map-types.ts'
import { L } from '#web/map/leaflet.client.ts'
import { MapView } from '#web/map/map-view.tsx'
import { RouteLayer } from '#web/map/route-layer.tsx'
import { StopLayer } from '#web/map/stop-layer.tsx'
import { useMap } from '#web/map/use-map.ts'
import { isDone, nextStop } from '../day/stops.ts'
import { useGps } from '../gps/use-gps.tsx'
import { go } from '../path.ts'
import { stopName } from '../stop/stop-words.ts'
import { useWords } from '../words/use-words.tsx'
import { Ground } from './ground.tsx'

const color = '#0b6b5c'

/** What the bars above and below leave of the screen. */
const height = 'h-[calc(100dvh-9.875rem-env(safe-area-inset-top)-env(safe-area-inset-bottom))] min-h-72'

/** The stops in their order, the way between them, and where the driver is. */
export function RouteMap({ route }: { route: DrivenDayRoute }) {
  const words = useWords()
  const { say } = words
  const located = useMemo(() => route.stops.filter(({ location }) => location !== null), [route])
  const stops = useMemo(
    () =>
      located.map((stop): MapStop => ({
        id: stop.id,
        position: stop.location!,
        label: stop.delivery ? String(stop.sequence) : '',
        color,
        title: say('map.stopAt', { number: stop.sequence, name: stopName(stop, words) }),
        muted: isDone(stop),
      })),
    [located, say, words],
  )
  const lines = useMemo(
    (): MapRoute[] => [{ id: route.id, color, path: located.map(({ location }) => location!) }],
    [located, route.id],
  )
  return (
    <MapView label={say('map.label')} className={height} background={<Ground />}>
      <FitBounds positions={stops.map(({ position }) => position)} when={route.id} />
      <RouteLayer routes={lines} />
      <StopLayer stops={stops} selectedId={nextStop(route)?.id} onSelect={(id) => go(`/stop/${id}`)} />
      <Me />
    </MapView>
  )
}

/** Where the phone is, and how exactly it knows. */
function Me() {
  const map = useMap()
  const { fix } = useGps()
  const { lat, lng, accuracy_m } = fix ?? {}
  useEffect(() => {
    if (lat === undefined || lng === undefined) return
    const group = L.layerGroup([
      L.circle([lat, lng], { radius: accuracy_m ?? 0, weight: 1, color: '#2563eb', fillOpacity: 0.12 }),
      L.circleMarker([lat, lng], { radius: 8, weight: 3, color: '#ffffff', fillColor: '#2563eb', fillOpacity: 1 }),
    ]).addTo(map)
    return () => {
      group.remove()
    }
  }, [map, lat, lng, accuracy_m])
  return null
}
