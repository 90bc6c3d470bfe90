import type { Problem, VehicleType } from './problem.ts'
import type { TrafficOn } from './traffic.ts'

/**
 * Some jobs and vehicles of a problem as a problem of its own, with small tables that fit into the cache. Costs are in the
 * units of the whole. Only for problems in which no constraint is between routes.
 */
export function partOf(problem: Problem, jobs: readonly number[], vehicles: readonly number[]): Problem {
  const { point, dimensions, types, typeOf, pointCount, windowStart, travel } = problem
  const n = jobs.length
  const usedTypes = [...new Set(vehicles.map((v) => typeOf[v]))].sort((a, b) => a - b)
  const depots = [...new Set(usedTypes.flatMap((t) => [types[t].start, types[t].end]))]
  const nowhere = pointCount - 1
  const points = [...jobs.map((job) => point[job]), ...depots.filter((depot) => depot !== nowhere), nowhere]
  const size = points.length
  const newPoint = (old: number) => points.lastIndexOf(old)
  const tables = new Map<Int32Array | Float64Array, Int32Array | Float64Array>()

  const copyTable = <T extends Int32Array | Float64Array>(table: T): T => {
    let copy = tables.get(table) as T | undefined
    if (copy) return copy
    copy = (table instanceof Int32Array ? new Int32Array(size * size) : new Float64Array(size * size)) as T
    for (let a = 0; a < size; a++) {
      const row = points[a] * pointCount
      for (let b = 0; b < size; b++) copy[a * size + b] = table[row + points[b]]
    }
    tables.set(table, copy)
    return copy
  }
  const perJob = <T extends Int32Array | Float64Array | Uint8Array>(values: T): T => {
    const copy = values.slice(0, n) as T
    for (let j = 0; j < n; j++) copy[j] = values[jobs[j]]
    return copy
  }
  const perDimension = (values: Float64Array) => {
    const copy = new Float64Array(n * dimensions)
    for (let j = 0; j < n; j++)
      for (let d = 0; d < dimensions; d++) copy[j * dimensions + d] = values[jobs[j] * dimensions + d]
    return copy
  }
  /** The same speeds, by the places of drives in the small tables. */
  const trafficIn =
    (traffic: TrafficOn): TrafficOn =>
    (way) =>
      traffic(way < 0 ? way : points[Math.floor(way / size)] * pointCount + points[way % size])
  const newTypes = usedTypes.map((t): VehicleType => {
    const type = types[t]
    return {
      ...type,
      vehicles: vehicles.flatMap((v, i) => (typeOf[v] === t ? [i] : [])),
      start: newPoint(type.start),
      end: newPoint(type.end),
      durations: copyTable(type.durations),
      durationsInto: copyTable(type.durationsInto),
      plainDurations: copyTable(type.plainDurations),
      traffic: type.traffic && trafficIn(type.traffic),
      distances: type.distances && copyTable(type.distances),
      costs: copyTable(type.costs),
      costsInto: copyTable(type.costsInto),
      service: perJob(type.service),
      setup: perJob(type.setup),
      fullService: perJob(type.fullService),
      fullSetup: perJob(type.fullSetup),
      maxRide: perJob(type.maxRide),
      unitCosts: type.unitCosts && perJob(type.unitCosts),
      serves: perJob(type.serves),
    }
  })
  const newPoints = new Int32Array(n + 2 * vehicles.length)
  for (let j = 0; j < n; j++) newPoints[j] = j
  const newTypeOf = Int32Array.from(vehicles, (v) => usedTypes.indexOf(typeOf[v]))
  newTypeOf.forEach((t, v) => {
    newPoints[n + 2 * v] = newTypes[t].start
    newPoints[n + 2 * v + 1] = newTypes[t].end
  })
  const windows = jobs.flatMap((job) => range(windowStart[job], windowStart[job + 1]))
  const newWindowStart = new Int32Array(n + 1)
  for (let j = 0; j < n; j++)
    newWindowStart[j + 1] = newWindowStart[j] + windowStart[jobs[j] + 1] - windowStart[jobs[j]]

  return {
    ...problem,
    jobList: jobs.map((job) => problem.jobList[job]),
    pair: new Int32Array(n).fill(-1),
    travel: {
      ...travel,
      sphere: undefined,
      pointCount: size,
      address: Int32Array.from(points, (old) => travel.address[old]),
    },
    jobCount: n,
    vehicleCount: vehicles.length,
    nodeCount: newPoints.length,
    pointCount: size,
    point: newPoints,
    delivery: perDimension(problem.delivery),
    pickup: perDimension(problem.pickup),
    windowStart: newWindowStart,
    windowFrom: Float64Array.from(windows, (w) => problem.windowFrom[w]),
    windowTo: Float64Array.from(windows, (w) => problem.windowTo[w]),
    earliest: perJob(problem.earliest),
    latest: perJob(problem.latest),
    release: perJob(problem.release),
    softFrom: perJob(problem.softFrom),
    softTo: perJob(problem.softTo),
    earlyCost: perJob(problem.earlyCost),
    lateCost: perJob(problem.lateCost),
    priority: perJob(problem.priority),
    urgency: perJob(problem.urgency),
    penalty: perJob(problem.penalty),
    prize: perJob(problem.prize),
    types: newTypes,
    typeOf: newTypeOf,
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
