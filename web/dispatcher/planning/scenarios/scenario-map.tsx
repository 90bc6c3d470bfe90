import type { Plan } from '#domain/schema/plan.ts'
import { countOf } from '#web/lib/format.ts'
import { routeColor } from '#web/map/icons/route-colors.ts'
import type { MapPosition } from '#web/map/map-types.ts'

/** The part of the world that all of the maps show, so that they can be compared. */
export type Bounds = { south: number; north: number; west: number; east: number }

export function boundsOf(plans: readonly Pick<Plan, 'routes'>[]): Bounds | null {
  const all = plans.flatMap(({ routes }) =>
    routes.flatMap(({ stops }) => stops.flatMap(({ location }) => location ?? [])),
  )
  if (!all.length) return null
  const [lats, lngs] = [all.map(({ lat }) => lat), all.map(({ lng }) => lng)]
  return { south: least(lats), north: most(lats), west: least(lngs), east: most(lngs) }
}

const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b))
const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b))
const size = { width: 320, height: 200, margin: 12 }

type ScenarioMapProps = {
  name: string
  plan: Pick<Plan, 'routes'>
  bounds: Bounds | null
  /** Of all maps, in one order. */
  driverIds: readonly string[]
}

/** The routes of a plan, drawn small. Drivers have the same color on all maps. */
export function ScenarioMap({ name, plan, bounds, driverIds }: ScenarioMapProps) {
  return (
    <svg
      role="img"
      aria-label={`Map of ${name}: ${countOf(plan.routes.length, 'route')}`}
      viewBox={`0 0 ${size.width} ${size.height}`}
      className="block w-full rounded-lg border bg-sunken"
    >
      {bounds &&
        plan.routes.map((route) => (
          <polyline
            key={route.id}
            points={pointsOf(
              route.stops.flatMap(({ location }) => location ?? []),
              bounds,
            )}
            fill="none"
            stroke={routeColor(driverIds.indexOf(route.driver_id))}
            strokeWidth="1.6"
            strokeLinejoin="round"
          />
        ))}
    </svg>
  )
}

/** To scale: a degree of longitude is shorter the farther it is from the equator. */
function pointsOf(path: readonly MapPosition[], { south, north, west, east }: Bounds): string {
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const { width, height, margin } = size
  const scale = Math.min(
    (width - 2 * margin) / ((east - west) * shrink || 1),
    (height - 2 * margin) / (north - south || 1),
  )
  const x = (lng: number) => width / 2 + (lng - (west + east) / 2) * shrink * scale
  const y = (lat: number) => height / 2 - (lat - (south + north) / 2) * scale
  return path.map(({ lat, lng }) => `${x(lng).toFixed(1)},${y(lat).toFixed(1)}`).join(' ')
}
