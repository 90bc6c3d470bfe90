import { defaultSpeedKmh, lineMeters, onSphere, sphereMeters, travelSeconds } from '../math/great-circle.ts'
import type { Job } from './jobs.ts'
import { type ZoneClasses, zoneClasses } from './speed-zones.ts'
import { readTraffic, type Traffic, type TrafficOn } from './traffic.ts'
import { eachNeededDrive, neverDriven, type RowsOfRoutes } from './needed-drives.ts'
import type { Coordinates, MatrixRow, VroomInput } from '../json/vroom.ts'

/** What a table has, by both points. */
export type Entries = (a: number) => (b: number) => number

/** The address of a spare row. */
const spareRows = -2

const blockSize = 32

/** Travel tables between points: the jobs, then the distinct depots, then "nowhere", at distance 0 from everything. */
export type Travel = {
  /** Whether every table is symmetric. */
  isSymmetric: boolean
  pointCount: number
  startPoint: number[]
  endPoint: number[]
  /** Where each vehicle may reload. */
  reloadPoints: number[][]
  /** The same for points at one address, where setup is spent once; -1 for nowhere. */
  address: Int32Array
  /** At the nominal speed, inside zones that of the zone unless it depends on the hour. */
  durations: (profile: string, speedFactor: number) => Int32Array
  /** The speeds over the day; undefined if they do not depend on the hour. */
  traffic: (profile: string) => TrafficOn | undefined
  distances: (profile: string) => Int32Array
  costs: (profile: string) => Int32Array | undefined
  /** What the table of distances has, without building it. */
  metersFrom: (profile: string) => Entries
  /** A single distance, without building the table; undefined if the problem has none. */
  meters: (profile: string, from: number, to: number) => number | undefined
  /** With coordinates: each point on the unit sphere, and what a straight line of this length through it stands for. */
  sphere: Sphere | undefined
  /** Gives a spare row to a job. */
  fill: (row: number, job: Job) => void
}

/** How far apart points are without a matrix. Longer lines never take less. */
export type Sphere = {
  points: readonly (readonly number[] | undefined)[]
  seconds: (line: number, speedFactor: number) => number
  meters: (line: number) => number
}

/**
 * Prepares the travel tables of a problem. Each is filled on first use and kept. Spare rows follow the jobs. With routes, only
 * the drives that these need are looked up.
 */
export function buildTravel(
  input: VroomInput,
  jobList: readonly Job[],
  { spare = 0, routes }: { spare?: number; routes?: RowsOfRoutes } = {},
): Travel {
  const { places, address, startPoint, endPoint, reloadPoints, nowhere, addressOf } = collectPoints(
    input,
    jobList,
    spare,
  )
  const size = nowhere + 1
  const kept = new Map<string, Int32Array>()
  const refills: ((row: number) => void)[] = []
  const isSymmetric = !input.matrices
  const isPlace = (point: number) => point < nowhere && address[point] !== spareRows
  const fillAll = (from: Entries) => {
    const table = new Int32Array(size * size)
    for (let a = 0; a < nowhere; a++) {
      if (address[a] === spareRows) continue
      const entry = from(a)
      for (let b = isSymmetric ? a : 0; b < nowhere; b++) {
        if (address[b] === spareRows) continue
        table[a * size + b] = entry(b)
      }
    }
    if (isSymmetric) mirror(table, size)
    return table
  }
  const fillNeeded = (from: Entries, rows: RowsOfRoutes) => {
    const table = new Int32Array(size * size).fill(neverDriven)
    let last = -1
    let entry: ReturnType<Entries> | undefined
    eachNeededDrive(size, rows, (a, b) => {
      if (a !== last) entry = isPlace(a) ? from(a) : undefined
      last = a
      table[a * size + b] = entry && isPlace(b) ? entry(b) : 0
    })
    return table
  }
  const keep = (key: string, from: Entries) => {
    let table = kept.get(key)
    if (!table) {
      table = routes ? fillNeeded(from, routes) : fillAll(from)
      kept.set(key, table)
      const filled = table
      refills.push((row) => {
        const entry = from(row)
        for (let a = 0; a < nowhere; a++) {
          if (address[a] === spareRows) continue
          filled[row * size + a] = entry(a)
          filled[a * size + row] = isSymmetric ? filled[row * size + a] : from(a)(row)
        }
      })
    }
    return table
  }

  /** The same for every point: nothing is far from nowhere. */
  const ofPlaces =
    (from: Entries): Entries =>
    (a) => {
      if (!isPlace(a)) return () => 0
      const to = from(a)
      return (b) => (isPlace(b) ? to(b) : 0)
    }

  const zones = new Map<string, ZoneClasses>()
  const zonesOf = (profile: string) => {
    const own = input.speed_zones?.[profile]
    if (!own?.length) return undefined
    const key = JSON.stringify(own)
    const known = zones.get(key)
    const made = known ?? zoneClasses(own, size, (point) => places[point], routes !== undefined)
    zones.set(key, made)
    return { key, ...made }
  }
  const traffic = (profile: string): TrafficOn | undefined => {
    const steps = input.traffic?.[profile]
    const own = zonesOf(profile)
    if (!own?.isHourly) {
      const all = steps && readTraffic(steps)
      return all && (() => all)
    }
    const byClass: Traffic[] = []
    return (way) => {
      const zoneClass = way < 0 ? 0 : own.classOf(Math.floor(way / size), way % size)
      return (byClass[zoneClass] ??= readTraffic(own.speedsOf(zoneClass, steps)!))
    }
  }

  const matrices = input.matrices
  const spheres = matrices ? [] : places.map((place) => place && onSphere(place))
  const fill = (row: number, { location, location_index }: Job) => {
    address[row] = addressOf(location_index, location)
    places[row] = location
    for (const each of zones.values()) each.forget(row)
    if (!matrices) spheres[row] = onSphere(location!)
    for (const refill of refills) refill(row)
  }
  const shared = { isSymmetric, pointCount: size, startPoint, endPoint, reloadPoints, address, traffic, fill }
  if (matrices) {
    const entries = (rows: readonly MatrixRow[], scale: number, own?: ZoneClasses): Entries => {
      return (a) => {
        const row = rows[address[a]]
        if (own) return (b) => Math.round(row[address[b]] * scale * own.weightOf(own.classOf(a, b)))
        return (b) => Math.round(row[address[b]] * scale)
      }
    }
    const read = (kind: 'durations' | 'distances' | 'costs', profile: string, scale = 1) =>
      keep(
        `${kind} ${profile} ${scale}`,
        entries(matrices[profile][kind]!, scale, kind === 'durations' ? zonesOf(profile) : undefined),
      )
    return {
      ...shared,
      sphere: undefined,
      durations: (profile, speedFactor) => read('durations', profile, 100 / Math.round(speedFactor * 100)),
      distances: (profile) => read('distances', profile),
      costs: (profile) => (matrices[profile].costs ? read('costs', profile) : undefined),
      metersFrom: (profile) => ofPlaces(entries(matrices[profile].distances!, 1)),
      meters: (profile, a, b) => {
        const rows = matrices[profile].distances
        if (!rows) return undefined
        return a === nowhere || b === nowhere ? 0 : rows[address[a]][address[b]]
      },
    }
  }

  const speed = input.speed_kmh ?? defaultSpeedKmh
  const detour = input.detour_factor ?? 1
  const meters = (a: number, b: number) => sphereMeters(spheres[a]!, spheres[b]!) * detour
  const metersFrom: Entries = (a) => (b) => Math.round(meters(a, b))
  const scaleOf = (speedFactor: number) => 100 / Math.round(speedFactor * 100)
  const secondsFor = (way: number, scale: number) => Math.round(travelSeconds(way, speed) * scale)
  return {
    ...shared,
    // In zones, a longer way may take less.
    sphere: input.speed_zones
      ? undefined
      : {
          points: spheres,
          seconds: (line, speedFactor) => secondsFor(lineMeters(line) * detour, scaleOf(speedFactor)),
          meters: (line) => Math.round(lineMeters(line) * detour),
        },
    durations: (profile, speedFactor) => {
      const scale = scaleOf(speedFactor)
      const own = zonesOf(profile)
      if (own)
        return keep(`durations ${scale} ${own.key}`, (a) => (b) => {
          return Math.round(travelSeconds(meters(a, b), speed) * scale * own.weightOf(own.classOf(a, b)))
        })
      return keep(`durations ${scale}`, (a) => (b) => secondsFor(meters(a, b), scale))
    },
    distances: () => keep('distances', metersFrom),
    costs: () => undefined,
    metersFrom: () => ofPlaces(metersFrom),
    meters: (_, a, b) => (a === nowhere || b === nowhere ? 0 : Math.round(meters(a, b))),
  }
}

/** Copies what is above the diagonal below it, block by block, so that both stay in the cache. */
export function mirror(table: Int32Array | Float64Array, size: number): void {
  for (let top = 0; top < size; top += blockSize) {
    for (let left = top; left < size; left += blockSize) {
      for (let a = top; a < Math.min(size, top + blockSize); a++) {
        for (let b = Math.max(left, a + 1); b < Math.min(size, left + blockSize); b++)
          table[b * size + a] = table[a * size + b]
      }
    }
  }
}

/** With matrices, an address is a matrix index; with coordinates, a number for each distinct place. */
function collectPoints(input: VroomInput, jobList: readonly Job[], spare: number) {
  const addresses: number[] = []
  const places: (Coordinates | undefined)[] = []
  const numbers = new Map<string, number>()
  const addressOf = (index: number | undefined, place: Coordinates | undefined) => {
    if (input.matrices) return index!
    const key = `${place![0]},${place![1]}`
    if (!numbers.has(key)) numbers.set(key, numbers.size)
    return numbers.get(key)!
  }
  for (const job of jobList) {
    addresses.push(addressOf(job.location_index, job.location))
    places.push(job.location)
  }
  for (let i = 0; i < spare; i++) {
    addresses.push(spareRows)
    places.push(undefined)
  }
  const depots = new Map<number, number>()
  const depotPoint = (index: number | undefined, place: Coordinates | undefined) => {
    if (index === undefined && (place === undefined || input.matrices)) return -1
    const address = addressOf(index, place)
    if (!depots.has(address)) {
      depots.set(address, addresses.length)
      addresses.push(address)
      places.push(place)
    }
    return depots.get(address)!
  }
  const startPoint = input.vehicles.map((vehicle) => depotPoint(vehicle.start_index, vehicle.start))
  const endPoint = input.vehicles.map((vehicle) => depotPoint(vehicle.end_index, vehicle.end))
  const reloadPoints = input.vehicles.map(({ reload, start, start_index }) => {
    if (!reload) return []
    const depots = reload.depots ?? [{ location: start, location_index: start_index }]
    return depots.map((depot) => depotPoint(depot.location_index, depot.location))
  })
  const nowhere = addresses.length
  addresses.push(-1)
  const orNowhere = (p: number) => (p === -1 ? nowhere : p)
  return {
    places,
    address: Int32Array.from(addresses),
    startPoint: startPoint.map(orNowhere),
    endPoint: endPoint.map(orNowhere),
    reloadPoints,
    nowhere,
    addressOf,
  }
}
