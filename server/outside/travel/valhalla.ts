import { z } from 'zod'
import type { Profile } from '#domain/travel/profiles.ts'
import { decodePolyline, encodePolyline } from '#domain/travel/polyline.ts'
import type { Coordinates, Dialect } from './dialect.ts'
import { readCells } from './read-cells.ts'

const costings: Record<Profile, string> = { car: 'auto', truck: 'truck', bicycle: 'bicycle' }

const Short = z.object({ durations: z.unknown(), distances: z.unknown() })
const Cell = z.object({ time: z.number().nullable(), distance: z.number().nullable() }).nullable()
const Table = z.object({
  // Builds from before `verbose` answer at length.
  sources_to_targets: z.union([Short, z.array(z.array(Cell))]),
  units: z.string().optional(),
})
const Way = z.object({ trip: z.object({ legs: z.array(z.object({ shape: z.string() })) }) })
const Refusal = z.object({ error_code: z.number() })

const metersPerKilometer = 1000
const metersPerMile = 1609.344
/** Its ways have a digit more than those of others. */
const digits = 6

const located = (places: readonly Coordinates[]) => places.map(([lon, lat]) => ({ lon, lat }))

/**
 * Valhalla, which measures in kilometers.
 * https://valhalla.github.io/valhalla/api/matrix/api-reference/
 */
export const valhalla: Dialect = {
  name: 'Valhalla',
  hasProfiles: true,
  mostPairs: 2500,
  mostOnWay: 20,
  askTable: ({ profile, origins, destinations }) => ({
    path: '/sources_to_targets',
    body: {
      sources: located(origins),
      targets: located(destinations),
      costing: costings[profile],
      units: 'kilometers',
      verbose: false,
    },
  }),
  readTable(answer, { origins, destinations }) {
    const { sources_to_targets: cells, units } = Table.parse(answer)
    const metersPerUnit = units === 'miles' ? metersPerMile : metersPerKilometer
    const { durations, distances } = Array.isArray(cells)
      ? {
          durations: cells.map((row) => row.map((cell) => cell?.time ?? null)),
          distances: cells.map((row) => row.map((cell) => cell?.distance ?? null)),
        }
      : cells
    return readCells({ durations, distances, metersPerUnit }, origins.length, destinations.length)
  },
  askWay: (profile, places) => ({
    path: '/route',
    body: { locations: located(places), costing: costings[profile], directions_type: 'none' },
  }),
  readWay: (answer) => Way.parse(answer).trip.legs.map(({ shape }) => encodePolyline(decodePolyline(shape, digits))),
  judge(_, answer) {
    const { data } = Refusal.safeParse(answer)
    switch (data?.error_code) {
      case 150: // Too many locations.
        return 'too many'
      case 154: // Some are too far from each other.
        return 'too far'
      case 171: // No road near.
      case 442: // No way.
        return 'no road'
      case 125: // It has no such costing.
        return 'no profile'
      default:
        return undefined
    }
  },
}
