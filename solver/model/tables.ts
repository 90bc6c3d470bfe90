import { combine, combineNeeded, type CostFactors, pricesJobs, transpose } from './cost.ts'
import { priceOf, workAt, type Job } from './jobs.ts'
import type { RowsOfRoutes } from './needed-drives.ts'
import { hasHourlyZones } from './speed-zones.ts'
import { buildTravel, type Entries, type Travel } from './travel.ts'
import type { VroomInput, VroomVehicle } from '../json/vroom.ts'

export type Table = Int32Array | Float64Array

/** Travel tables and the cost tables derived from them. They outlive a problem: another job only fills a spare row. */
export type Tables = {
  travel: Travel
  /** The jobs by row, in order of arrival. */
  jobList: Job[]
  /** Arc costs for vehicles of one profile, speed, price and type, in search units of 1 / `common`. */
  costs: (profile: string, vehicle: VroomVehicle, factor: CostFactors, common: number, seconds: Seconds) => Table
  /** The transposed table. */
  turned: (table: Table, isSymmetric: boolean) => Table
  /** Gives a row to a job and frees the rows after it; false if no row is left or a table cannot hold the numbers. */
  place: (row: number, job: Job) => boolean
}

/** Seconds of driving between points, and of work at each job. */
type Seconds = {
  durations: Int32Array
  service: Float64Array
  setup: Float64Array
}

/** Prepares the tables of a problem, with spare rows for `spare` more jobs, and with routes only what these need. */
export function makeTables(
  input: VroomInput,
  jobList: readonly Job[],
  { spare = 0, routes }: { spare?: number; routes?: RowsOfRoutes } = {},
): Tables {
  const travel = buildTravel(input, jobList, { spare, ...(routes && { routes }) })
  const rows = [...jobList]
  const made = new Map<string, Table>()
  const into = new Map<Table, Table>()
  const refills: ((row: number) => boolean)[] = []
  const size = travel.pointCount
  // With hourly speeds or shared work at an address, another job is more than another row.
  const last =
    input.traffic || hasHourlyZones(input) || input.same_address_service === 'longest' ? 0 : jobList.length + spare

  return {
    travel,
    jobList: rows,
    costs: (profile, { speed_factor: speed = 1, type }, factor, common, { durations, service, setup }) => {
      const key = JSON.stringify([profile, speed, factor, common, factor.task > 0 && type])
      const kept = made.get(key)
      if (kept) return kept
      const base = factor.matrix ? travel.costs(profile)! : durations
      const per = (factor.matrix || factor.time) / common
      const perMeter = factor.distance / common
      const hasJobs = pricesJobs(factor)
      const metersFrom = perMeter > 0 ? travel.metersFrom(profile) : undefined
      // What a job adds to the arcs to it: always, and after a change of address.
      const always = new Float64Array(size)
      const arriving = new Float64Array(size)
      const weigh = (row: number, service: number, setup: number) => {
        always[row] = (service * factor.task + priceOf(rows[row], factor.units)) / common
        arriving[row] = (setup * factor.task + factor.stop) / common
      }
      const weighAlone = (row: number) =>
        weigh(row, workAt(rows[row], 'service', type), workAt(rows[row], 'setup', type))
      if (hasJobs && routes) for (const j of jobList.keys()) weighAlone(j)
      else if (hasJobs) for (const j of jobList.keys()) weigh(j, service[j], setup[j])
      const { address } = travel
      const entries = (a: number) => {
        const row = a * size
        const metersTo = metersFrom?.(a)
        return (b: number) => {
          const way = base[row + b] * per + (metersTo ? metersTo(b) * perMeter : 0)
          return hasJobs ? way + always[b] + (address[a] === address[b] ? 0 : arriving[b]) : way
        }
      }
      let table: Table
      // One table is enough where costs are seconds, or meters.
      const areSeconds = per === 1 && perMeter === 0 && !hasJobs
      const areMeters = per === 0 && perMeter === 1 && !hasJobs
      if (areSeconds) table = base
      else if (areMeters) table = travel.distances(profile)
      else if (routes) table = combineNeeded(size, routes, entries)
      else table = combine(size, entries, travel.isSymmetric && !hasJobs)
      if (!areSeconds && !areMeters)
        refills.push((row) => {
          if (hasJobs) weighAlone(row)
          return fill(table, size, row, entries)
        })
      made.set(key, table)
      return table
    },
    turned: (table, isSymmetric) => {
      const kept = into.get(table)
      if (kept) return kept
      const turned = isSymmetric ? table : transpose(table, size)
      into.set(table, turned)
      if (!isSymmetric) refills.push((row) => fillTurned(table, turned, size, row))
      return turned
    },
    place: (row, job) => {
      if (row >= last) return false
      rows.length = row
      rows.push(job)
      travel.fill(row, job)
      return refills.every((refill) => refill(row))
    },
  }
}

/** Fills a row and its column; false if a number is too large for the table. */
function fill(table: Table, size: number, row: number, entries: Entries): boolean {
  const from = entries(row)
  for (let point = 0; point < size; point++) {
    const there = from(point)
    const back = entries(point)(row)
    table[row * size + point] = there
    table[point * size + row] = back
    if (table[row * size + point] !== there || table[point * size + row] !== back) return false
  }
  return true
}

/** The same for a transposed table; false if both were one table and now differ. */
function fillTurned(table: Table, turned: Table, size: number, row: number): boolean {
  for (let point = 0; point < size; point++) {
    if (table === turned) {
      if (table[row * size + point] !== table[point * size + row]) return false
      continue
    }
    turned[row * size + point] = table[point * size + row]
    turned[point * size + row] = table[row * size + point]
  }
  return true
}
