import type { Coordinates, MatrixRow, VroomInput, VroomMatrices, VroomVehicle } from '#solver/json/vroom.ts'
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
export function putTravel<P extends VroomInput>(problem: P, tables: TravelTables | null, options: Options = {}): P {
  if (!tables) return problem
  const { speed_kmh: _, detour_factor: __, traffic: ___, speed_zones: ____, ...rest } = problem
  const places = numberPlaces()
  const jobs = problem.jobs?.map(places.locate)
  const shipments = problem.shipments?.map((shipment) => ({
    ...shipment,
    pickup: places.locate(shipment.pickup),
    delivery: places.locate(shipment.delivery),
  }))
  const vehicles = problem.vehicles.map((vehicle) => onRoads(vehicle, tables, places))
  const profiles = new Map(problem.vehicles.map((vehicle, at) => [vehicles[at]!.profile!, roadsOf(vehicle, tables)]))
  const matricesOf = matrixMaker(problem, tables, places.all(), options)
  return {
    ...(rest as P),
    ...(jobs && { jobs }),
    ...(shipments && { shipments }),
    vehicles,
    matrices: Object.fromEntries([...profiles].map(([name, profile]) => [name, matricesOf(profile)])),
    ...trafficOn([...profiles.keys()], problem),
  }
}

/** Numbers distinct places in order of appearance. */
function numberPlaces() {
  const numbers = new Map<string, { number: number; at: Coordinates }>()
  const numberOf = (at: Coordinates) => {
    const name = at.join()
    const known = numbers.get(name)
    if (known) return known.number
    numbers.set(name, { number: numbers.size, at })
    return numbers.size - 1
  }
  return {
    numberOf,
    locate: <T extends { location?: Coordinates }>(each: T) =>
      each.location ? { ...each, location_index: numberOf(each.location) } : each,
    all: () => Array.from(numbers.values(), ({ at }) => at),
  }
}

/** Whose roads a vehicle takes: its own kind's, or a car's where these are not known. */
function roadsOf({ type }: VroomVehicle, tables: TravelTables): Profile {
  const own = profileOfType(type)
  return tables.profiles[own] ? own : 'car'
}

function onRoads(vehicle: VroomVehicle, tables: TravelTables, places: ReturnType<typeof numberPlaces>): VroomVehicle {
  const { start, end, reload, type, speed_factor = 1, profile: before, ...others } = vehicle
  const own = roadsOf(vehicle, tables)
  const factor = own === 'car' ? speed_factor : withoutType(speed_factor, tables.typeSpeeds[type ?? ''])
  return {
    ...others,
    ...(type && { type }),
    // Bicycles pass the traffic, even on the roads of cars.
    profile: before === 'bicycle' ? 'bicycle' : own,
    ...(factor !== 1 && { speed_factor: factor }),
    ...(start && { start, start_index: places.numberOf(start) }),
    ...(end && { end, end_index: places.numberOf(end) }),
    ...(reload && { reload: { ...reload, ...(reload.depots && { depots: reload.depots.map(places.locate) }) } }),
  }
}

/** A vehicle's speed factor without what the workspace says of its type. */
function withoutType(factor: number, ofType = 1): number {
  return Math.min(5, Math.max(0.01, Math.round((factor / ofType) * 100) / 100))
}

/** Makes the matrices of a profile, between places in their order. */
function matrixMaker(
  { speed_kmh = 40, detour_factor = 1 }: VroomInput,
  { places: keys, profiles, typeSpeeds }: TravelTables,
  places: readonly Coordinates[],
  { isByHand = false }: Options,
) {
  const rowOf = new Map(keys.map((key, row) => [key, row]))
  const rows = Int32Array.from(places, (at) => rowOf.get(placeKey(at)) ?? -1)
  return (profile: Profile): VroomMatrices => {
    const { seconds, meters } = profiles[profile] ?? {}
    const metersPerSecond = (speed_kmh * (profile === 'car' ? 1 : (typeSpeeds[profile] ?? 1))) / 3.6
    const durations: MatrixRow[] = []
    const distances: MatrixRow[] = []
    for (let from = 0; from < places.length; from++) {
      const times = new Int32Array(places.length)
      const ways = new Int32Array(places.length)
      for (let to = 0; to < places.length; to++) {
        if (from === to) continue
        const cell = rows[from]! < 0 || rows[to]! < 0 ? -1 : rows[from]! * keys.length + rows[to]!
        const known = seconds?.[cell] ?? offRoad
        if (known >= 0) {
          times[to] = known
          ways[to] = meters![cell]!
        } else if (known === unreachable && !isByHand) {
          times[to] = unreachableSeconds
          ways[to] = unreachableMeters
        } else {
          const crow = crowMeters(places[from]!, places[to]!) * detour_factor
          times[to] = Math.round(crow / metersPerSecond)
          ways[to] = Math.round(crow)
        }
      }
      durations.push(times)
      distances.push(ways)
    }
    return { durations, distances }
  }
}

const crowMeters = ([lng, lat]: Coordinates, [toLng, toLat]: Coordinates) =>
  distanceKm({ lng, lat }, { lng: toLng, lat: toLat }) * 1000

/** Whatever has an engine is in the same traffic, and in the same zones. */
function trafficOn(
  profiles: readonly string[],
  { traffic, speed_zones }: VroomInput,
): Pick<VroomInput, 'traffic' | 'speed_zones'> {
  const slowed = profiles.filter((name) => name !== 'bicycle')
  const forAll = <T>(each: T) => Object.fromEntries(slowed.map((name) => [name, each]))
  const [steps, zones] = [traffic?.['car'], speed_zones?.['car']]
  if (slowed.length === 0) return {}
  return { ...(steps && { traffic: forAll(steps) }), ...(zones && { speed_zones: forAll(zones) }) }
}
