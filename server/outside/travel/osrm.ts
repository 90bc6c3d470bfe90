import { z } from 'zod'
import { decodePolyline, encodePolyline } from '#domain/travel/polyline.ts'
import type { Dialect, Coordinates } from './dialect.ts'
import { readCells } from './read-cells.ts'

const Waypoint = z.object({ distance: z.number().optional() }).nullable()
const Table = z.object({
  code: z.literal('Ok'),
  durations: z.unknown(),
  distances: z.unknown(),
  sources: z.array(Waypoint).optional(),
  destinations: z.array(Waypoint).optional(),
})
const Step = z.object({ geometry: z.string() })
const Way = z.object({
  code: z.literal('Ok'),
  routes: z.array(z.object({ legs: z.array(z.object({ steps: z.array(Step) })) })).min(1),
})
const Refusal = z.object({ code: z.string() })

const listed = (places: readonly Coordinates[]) =>
  places.map(([lng, lat]) => `${lng.toFixed(5)},${lat.toFixed(5)}`).join(';')
const numbers = (count: number, from: number) => Array.from({ length: count }, (_, at) => from + at).join(';')

/**
 * OSRM. Every build answers GET, and a hundred places each way make an address that every proxy lets through, so it is
 * never asked by POST, which older builds lack. Its data is for one profile, whatever the path says.
 * https://github.com/Project-OSRM/osrm-backend/blob/master/docs/http.md
 */
export const osrm: Dialect = {
  name: 'OSRM',
  hasProfiles: false,
  // `--max-table-size` is 100 unless the operator says otherwise, and counts pairs as its square.
  mostPairs: 10_000,
  mostPlaces: 240,
  mostOnWay: 100,
  askTable: ({ origins, destinations }) => ({
    path:
      `/table/v1/driving/${listed([...origins, ...destinations])}?annotations=duration,distance&generate_hints=false` +
      `&sources=${numbers(origins.length, 0)}&destinations=${numbers(destinations.length, origins.length)}`,
  }),
  readTable(answer, { origins, destinations }) {
    const { durations, distances, sources, destinations: ends } = Table.parse(answer)
    const roads = (points: z.infer<typeof Waypoint>[]) => points.map((point) => (point ? (point.distance ?? 0) : null))
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
  askWay: (_, places) => ({
    path: `/route/v1/driving/${listed(places)}?overview=false&steps=true&geometries=polyline&generate_hints=false`,
  }),
  readWay: (answer) =>
    Way.parse(answer).routes[0]!.legs.map(({ steps }) =>
      encodePolyline(steps.flatMap(({ geometry }) => decodePolyline(geometry))),
    ),
  judge(_, answer) {
    const { data } = Refusal.safeParse(answer)
    if (data?.code === 'TooBig') return 'too many'
    return data?.code === 'NoSegment' || data?.code === 'NoRoute' || data?.code === 'NoTable' ? 'no road' : undefined
  },
}
