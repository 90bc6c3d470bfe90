import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DriverRow } from './driver-rows.ts'
import { nothingOnMap, type OnMap } from './live-map.tsx'
import { routeQuery } from './live-queries.ts'
import { nearDriversQuery } from './nearest-panel.tsx'
import { drivenStops, routeLines, stopMarks } from './route-on-map.ts'
import type { ShownTrail } from './trail-panel.tsx'

type Shown = {
  selected: DriverRow | undefined
  trail: ShownTrail | undefined
  deliveryId: string | null
  zone: string
}

/** What the map shows besides the drivers. Each part stays the same until something in it changes. */
export function useOnMap({ selected, trail, deliveryId, zone }: Shown): OnMap {
  const routeId = selected?.driver.route_id ?? null
  const route = useQuery({ ...routeQuery(routeId ?? ''), enabled: routeId !== null }).data
  const place = useQuery({ ...nearDriversQuery(deliveryId ?? ''), enabled: deliveryId !== null }).data?.location
  const nextId = selected?.driver.next_stop?.id
  const near = selected?.position?.near ?? null
  const [nearId, leftAt] = [near?.stop_id, near?.left_at]
  const shownRoute = routeId === null || trail ? undefined : route
  const drawn = useMemo(() => {
    if (!shownRoute) return { lines: nothingOnMap.lines, stops: nothingOnMap.stops }
    const at = nearId === undefined ? null : { stop_id: nearId, since: '', left_at: leftAt ?? null }
    const stops = drivenStops(shownRoute, nextId, at)
    return { lines: routeLines(shownRoute, stops), stops: stopMarks(stops, zone) }
  }, [shownRoute, nextId, nearId, leftAt, zone])
  const wanted = useMemo(
    () => (deliveryId && place ? { id: deliveryId, location: place, label: 'The delivery' } : undefined),
    [deliveryId, place],
  )
  return { ...drawn, trail: trail?.path ?? nothingOnMap.trail, trailAt: trail?.at, wanted }
}
