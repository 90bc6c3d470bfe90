import type { Coordinates, MatrixRow, VroomInput, VroomVehicle } from '#solver/json/vroom.ts'
import { distanceKm } from '../great-circle.ts'
import { placeKey } from './place-key.ts'
import { profileOfType, type Profile } from './profiles.ts'
import { offRoad, unreachable, type TravelTables } from './tables.ts'

/** A drive that no vehicle has time for, however fast it is and however empty the roads are. */
export const unreachableSeconds = 20 * 86_400
const unreachableMeters = 20_000_000

type Options = {
  /** Where there is no road, drives as the crow flies: a dispatcher who insists on an order of stops gets it. */
  isByHand?: boolean
}

/**
 * Puts travel tables into a problem that has coordinates, so that whatever is planned or timed with it drives along roads.
 * Pairs that nobody measured are estimated as the problem itself would have them: by great circle, detour and speed.
 * Without tables, the problem stays as it is.
 */
export function putTravel<P extends VroomInput>(
  problem: P,
  tables: TravelTables | null,
  { isByHand = false }: Options = {},
): P {
  if (!tables) return problem
  const { speed_kmh = 40, detour_factor = 1, traffic, ...rest } = problem
  const places = new Map<string, { index: number; at: Coordinates }>()
  const indexOf = (at: Coordinates) => {
    const name = at.join()
    const known = places.get(name)
    if (known) return known.index
    places.set(name, { index: places.size, at })
    return places.size - 1
  }
  const located = <T extends { location?: Coordinates }>(each: T) =>
    each.location ? { ...each, location_index: indexOf(each.location) } : each
  const profileOf = ({ type }: VroomVehicle): Profile => {
    const own = profileOfType(type)
    return tables.profiles[own] ? own : 'car'
  }
  const jobs = problem.jobs?.map(located)
  const shipments = problem.shipments?.map((shipment) => ({
    ...shipment,
    pickup: located(shipment.pickup),
    delivery: located(shipment.delivery),
  }))
  const vehicles = problem.vehicles.map((vehicle): VroomVehicle => {
    const { start, end, reload, type, speed_factor = 1, profile: before, ...others } = vehicle
    const own = profileOf(vehicle)
    const factor = own === 'car' ? speed_factor : withoutType(speed_factor, tables.typeSpeeds[type ?? ''])
    return {
      ...others,
      ...(type && { type }),
      // Bicycles pass the traffic, even on the roads of cars.
      profile: before === 'bicycle' ? 'bicycle' : own,
      ...(factor !== 1 && { speed_factor: factor }),
      ...(start && { start, start_index: indexOf(start) }),
      ...(end && { end, end_index: indexOf(end) }),
      ...(reload && { reload: { ...reload, ...(reload.depots && { depots: reload.depots.map(located) }) } }),
    }
  })
  const all = [...places.values()]
  const rowOf = new Map(tables.places.map((key, row) => [key, row]))
  const rows = Int32Array.from(all, ({ at }) => rowOf.get(placeKey(at)) ?? -1)
  const size = tables.places.length
  const used = new Map(vehicles.map((vehicle) => [vehicle.profile as Profile, profileOf(vehicle)]))
  const matrices = Object.fromEntries(
    [...used].map(([name, profile]) => {
      const { seconds, meters } = tables.profiles[profile] ?? {}
      const factor = profile === 'car' ? 1 : (tables.typeSpeeds[profile] ?? 1)
      const metersPerSecond = (speed_kmh * factor) / 3.6
      const durations: MatrixRow[] = []
      const distances: MatrixRow[] = []
      for (let from = 0; from < all.length; from++) {
        const time = new Int32Array(all.length)
        const way = new Int32Array(all.length)
        for (let to = 0; to < all.length; to++) {
          if (from === to) continue
          const cell = rows[from]! < 0 || rows[to]! < 0 ? -1 : rows[from]! * size + rows[to]!
          const known = cell < 0 ? offRoad : (seconds?.[cell] ?? offRoad)
          if (known >= 0) {
            time[to] = known
            way[to] = meters![cell]!
          } else if (known === unreachable && !isByHand) {
            time[to] = unreachableSeconds
            way[to] = unreachableMeters
          } else {
            const crow = crowMeters(all[from]!.at, all[to]!.at) * detour_factor
            time[to] = Math.round(crow / metersPerSecond)
            way[to] = Math.round(crow)
          }
        }
        durations.push(time)
        distances.push(way)
      }
      return [name, { durations, distances }]
    }),
  )
  const inTraffic = traffic?.['car'] && [...used.keys()].filter((name) => name !== 'bicycle')
  return {
    ...(rest as P),
    ...(jobs && { jobs }),
    ...(shipments && { shipments }),
    vehicles,
    matrices,
    ...(inTraffic?.length && { traffic: Object.fromEntries(inTraffic.map((name) => [name, traffic!['car']!])) }),
  }
}

const crowMeters = ([lng, lat]: Coordinates, [toLng, toLat]: Coordinates) =>
  distanceKm({ lng, lat }, { lng: toLng, lat: toLat }) * 1000

/** A vehicle's speed factor without what the workspace says of its type. */
function withoutType(factor: number, ofType = 1): number {
  return Math.min(5, Math.max(0.01, Math.round((factor / ofType) * 100) / 100))
}
