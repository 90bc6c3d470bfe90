import { z } from 'zod'
import type { Profile } from '#domain/travel/profiles.ts'
import { decodePolyline, encodePolyline } from '#domain/travel/polyline.ts'
import type { Dialect } from './dialect.ts'
import { readCells } from './read-cells.ts'

const profiles: Record<Profile, string> = { car: 'driving-car', truck: 'driving-hgv', bicycle: 'cycling-regular' }

const Point = z.object({ snapped_distance: z.number().optional() }).nullable()
const Table = z.object({
  durations: z.unknown(),
  distances: z.unknown(),
  sources: z.array(Point).optional(),
  destinations: z.array(Point).optional(),
})
const Way = z.object({
  routes: z.array(z.object({ geometry: z.string(), way_points: z.array(z.int()) })).min(1),
})
const Refusal = z.object({ error: z.object({ code: z.number(), message: z.string().optional() }) })

/** Too many routes. */
const tooMany = [6004]
/** Places too far from each other, and too much between them. */
const tooFar = [2004, 6006, 6020]
/** No routable point, or no way. */
const noRoad = [2009, 2010, 6009, 6010]

/**
 * openrouteservice.
 * https://giscience.github.io/openrouteservice/api-reference/endpoints/matrix/
 */
export const openrouteservice: Dialect = {
  name: 'openrouteservice',
  hasProfiles: true,
  mostPairs: 2500,
  mostOnWay: 50,
  askTable({ profile, origins, destinations }) {
    const numbers = (count: number, from: number) => Array.from({ length: count }, (_, at) => String(from + at))
    return {
      path: `/v2/matrix/${profiles[profile]}`,
      body: {
        locations: [...origins, ...destinations],
        sources: numbers(origins.length, 0),
        destinations: numbers(destinations.length, origins.length),
        metrics: ['duration', 'distance'],
        units: 'm',
        resolve_locations: false,
      },
    }
  },
  readTable(answer, { origins, destinations }) {
    const { durations, distances, sources, destinations: ends } = Table.parse(answer)
    const roads = (points: z.infer<typeof Point>[]) =>
      points.map((point) => (point ? (point.snapped_distance ?? 0) : null))
    return readCells(
      {
        durations,
        distances,
        ...(sources && ends && { roadsAt: { origins: roads(sources), destinations: roads(ends) } }),
      },
      origins.length,
      destinations.length,
    )
  },
  askWay: (profile, places) => ({
    path: `/v2/directions/${profiles[profile]}`,
    body: { coordinates: places, instructions: false },
  }),
  readWay(answer) {
    const { geometry, way_points } = Way.parse(answer).routes[0]!
    const points = decodePolyline(geometry)
    return way_points.slice(1).map((to, leg) => encodePolyline(points.slice(way_points[leg], to + 1)))
  },
  judge(_, answer) {
    const error = Refusal.safeParse(answer).data?.error
    if (!error) return undefined
    if (tooMany.includes(error.code)) return 'too many'
    if (tooFar.includes(error.code)) return 'too far'
    if (noRoad.includes(error.code)) return 'no road'
    return /profile/i.test(error.message ?? '') ? 'no profile' : undefined
  },
}
